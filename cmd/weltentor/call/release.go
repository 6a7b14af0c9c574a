package call

// Release is the newest version in docs/changes.md. A program built from sources after that release names it too, with
// its commit.
const Release = "0.1.0"
