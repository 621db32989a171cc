"""Rows to session file and back: bytes in, values out; nothing is stored here."""
