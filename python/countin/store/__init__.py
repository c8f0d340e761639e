"""What Countin keeps on disk: folders, atomic files, one SQLite database. It knows no Live and no plan."""
