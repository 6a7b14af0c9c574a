package call

// Release is the newest version that docs/changes.md has a list for. A program built
// later, from the sources between two releases, names it as well, and its commit.
const Release = "0.1.0"
