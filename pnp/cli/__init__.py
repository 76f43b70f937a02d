"""The command line: a module for each command, which parses options, calls the library and prints."""
