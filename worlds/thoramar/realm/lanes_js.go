//go:build js

package realm

// alone says that nothing is played side by side: a player's page has one thread, and the linker leaves the lanes out
// of its engine.
const alone = true
