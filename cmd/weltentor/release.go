package main

// release is the newest version that docs/changes.md has a list for. A program built
// later, from the sources between two releases, names it as well, and its commit.
const release = "0.1.0"
