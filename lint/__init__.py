"""The lint engine and its rules."""
