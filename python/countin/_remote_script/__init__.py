"""The packaged Remote Script: the folder `Countin` is what `countin install` puts into Live."""
