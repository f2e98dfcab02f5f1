"""The command lines `tools`, `skills` and `toolcat`: they parse, print and exit. No logic lives here."""
