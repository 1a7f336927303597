"""Games of a person against a searcher, in the terminal or on a page.

In the order of their imports: `levels` (strength by node budgets), `programs` (external programs
as opponents), `squares` (the squares of moves on a board), `session` (the game, its players, and
its searches), `setup` (what a session begins with), `records` (games as files), `terminal` (the
game by lines of text), `live` (a session with a search in a thread, for a page), `browser` (the
same without threads, for Pyodide), `page` (the page), `serving` (it on 127.0.0.1) and `static` (it
in a folder for any web server). The scripts of the browser are in `assets`.
"""
