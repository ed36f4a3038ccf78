"""The code of the chapter: one module a concept, and the programs that the pages show."""
