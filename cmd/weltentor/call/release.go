package call

// Release is the newest version in docs/changes.md. A program built from sources after that release names it too, with
// its commit.
const Release = "0.1.0"

// Home is the web address where the program can be had, for letters to strangers; "": it has none. The build sets it:
// make HOME_URL=https://….
var Home string
