"""The web application: lobby, matches, live updates, store. docs/wire.md says how it is spoken to."""
