"""One reader a file: each turns one input format into tool specs and findings. No catalog logic, no types."""
