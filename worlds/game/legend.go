package game

// Legender is a World that explains what its reports abbreviate and tells what its realms
// can build and raise for how much. The machine puts it into the answer to `HELP`.
type Legender interface {
	// Legend is that text for a realm, from the tables that hold for it, in its player's
	// language, in lines of at most 78 characters. It tells nothing of others.
	Legend(realm int) []byte
}
