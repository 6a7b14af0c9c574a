package call

// Release is the newest version in docs/changes.md, and before the first one that which it becomes. A program built from
// sources after that release names it too, with its commit.
const Release = "0.9.0"

// Home is the web address where the program can be had, for letters to strangers; "": it has none. The build sets it:
// make HOME_URL=https://….
var Home string
