package orders

import (
	"slices"
	"strings"
)

// Alone returns a parsed text without the words beside its orders, and its parsed form. The lines above the first
// section become empty, so that all others keep their numbers. Everything below the orders is removed. Lines and
// Settings are the same. A text without a section stays as it is.
//
// Words beside orders are for a person, who can be asked to forget them. Orders cannot be forgotten once a turn was
// made from them.
func (f *File) Alone(text string) (string, *File) {
	lines := Split(text)
	if f.Starts == 0 || f.Starts > len(lines) {
		return text, f
	}
	above, end := lines[:f.Starts-1], f.end(lines)
	if end == len(lines) && !slices.ContainsFunc(above, func(l string) bool { return l != "" }) {
		return text, f
	}
	kept, read := slices.Clone(lines[:end]), *f
	clear(kept[:len(above)])
	if f.Leaves > 0 && f.Ends == 0 {
		// Without this line, a greeting would be looked for again in what is left.
		kept = append(kept, "$E")
		read.Ends, read.Leaves = len(kept), len(kept)
	}
	return strings.Join(kept, "\n") + "\n", &read
}

// end is the number of lines up to the last one that belongs to the orders.
func (f *File) end(lines []string) int {
	switch {
	case f.Ends > 0:
		return min(f.Ends, len(lines))
	case f.Leaves > 0:
		return min(f.Leaves, len(lines))
	}
	if signed := slices.IndexFunc(lines, Signs); signed >= 0 {
		return signed
	}
	return len(lines)
}
