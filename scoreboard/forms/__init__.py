"""What a browser may send: shapes and types, turned into values of `rules`."""
