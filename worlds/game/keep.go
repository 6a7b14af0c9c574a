package game

// Keeper is a World that has a use for attachments, such as army lists. For a world that is no Keeper, and of files
// that it does not keep, nothing is stored.
type Keeper interface {
	// Keeps reports whether a file that came with a sheet is for the game, by its name and content. Such a file is
	// stored with the sheet, and nobody complains that it is not text. Check gets all files of a letter and says what
	// becomes of each. A file without Data does not count.
	Keeps(File) bool
}
