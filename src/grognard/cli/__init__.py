"""The command `grognard`."""
