@rem npm start replaces its shell on other systems, so that a signal to npm reaches the server; cmd.exe has no such word.
@%*
