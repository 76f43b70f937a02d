"""The command line: a module for each group of commands, which parses options, calls the library and prints."""
