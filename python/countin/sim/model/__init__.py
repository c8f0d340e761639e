"""What the members of Live's classes do, one file a class; bound by name to the generated classes."""
