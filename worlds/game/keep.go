package game

// Keeper is a World that has a use for attachments, such as army lists. Of a world
// that is none, and of files that it does not keep, nothing is stored.
type Keeper interface {
	// Keeps tells, by its name and what is in it, whether a file that came with a
	// sheet is one for the game: it is stored with the sheet, and that it is no text
	// is nothing to complain of. Check is asked about all files of a letter, and says
	// what becomes of each. A file without Data is none.
	Keeps(File) bool
}
