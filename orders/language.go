package orders

// Kind says how a section's content is read.
type Kind uint8

// The kinds of sections.
const (
	Lines    Kind = iota // one order a line
	Messages             // `#` recipient lines and text, as the manual's $N
	Prose                // free text up to the next section
)

// Section is one row of a rulebook's table of sections.
type Section struct {
	Letter byte     // upper case
	Names  []string // the words that name it, German and English, e.g. "Armee", "Army"
	Kind   Kind

	// Line reads one line of a Lines section, comment and line end removed.
	// Problems carry columns; Parse sets the line. A nil order means the line
	// does not count, and then at least one problem is an Error.
	Line func(text string) (Order, []Problem)

	// Raw tells whether `;` is part of the line's text rather than a comment
	// (a realm's name may have one). Nil: never.
	Raw func(text string) bool

	// Key names what an order is about (an army): of several lines in a section
	// with the same key the last counts, with a warning. "" or nil: no such rule.
	Key func(Order) string

	// Twice is the sentence for such a warning, with the arguments "what", the
	// key, and "line"; "" is the general one.
	Twice string

	// Term is what stands before such a key in the sentence that names it, for a key that
	// readers know by other words. "": the key is shown as it is.
	Term string

	// Makes gives what a line of a Lines section would bring into being for other lines, such as an army, by the names in
	// which they name it. The line is as it was written, and may be one that cannot be read. Nil: nothing. See Because.
	Makes func(text string) []string

	Examples []string // lines of the manual; also the seeds of the fuzz tests
	Forms    []Form   // ways to write a line; see Shaped
}

// Language is a rulebook's table of sections. The letters I (identity) and E
// (end) are reserved and served here, and so are some lines of the section S, if there
// is one (Setting).
type Language struct {
	Sections []Section

	// Missing are the codes of refusals of what is not there, each with the argument that names it. See Because.
	Missing map[string]string
}
