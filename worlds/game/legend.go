package game

// Legender is a World that explains the abbreviations of its reports, and what its realms can build and raise at which
// price. The machine puts it into the answer to `HELP`.
type Legender interface {
	// Legend is that text for a realm, from the tables that hold for it, in its player's language, in lines of at most
	// 78 characters. It says nothing about others.
	Legend(realm int) []byte
}
