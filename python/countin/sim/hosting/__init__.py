"""What Live gives a Remote Script and asks of it: the instance object, the framework's base classes, the package
import, and the child process in which a whole embedded Live runs."""
