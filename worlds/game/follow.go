package game

import (
	"slices"

	"weltentor/orders"
)

// After is what is in force after a letter. A letter that orders nothing only speaks: it is added to the sheet in
// force. Any other replaces it as the rules say, but not what letters that only speak have added.
type After struct {
	Sheet  Sheet
	Spoken int           // its lines from there on are those of letters that only speak; 0: there are none
	Whole  bool          // the letter's own text is in force, and nothing else above Spoken
	News   *orders.File  // what the letter adds; nil: it has orders, or nothing that counts
	Left   []orders.Line // lines that it does not add, for want of room
}

// Before are the orders in force when a letter comes.
type Before struct {
	Sheet  Sheet // its text is empty if there are none
	Spoken int   // as in After
}

// Follow returns what is in force when a letter comes after others. Merge is that of what judges the letter (Known). The
// letter's Files are those that are kept, and checked is what the rules say about the letter alone.
func Follow(merge func(earlier, later Sheet) Sheet, language *orders.Language, checked Checked, before Before,
	later Sheet) After {
	earlier, spoken := before.Sheet, before.Spoken
	first := earlier.Text == "" && len(earlier.Files) == 0
	said, only := speech(language, checked, later, first || spoken == 1)
	switch {
	case only && first:
		return After{Sheet: later, Spoken: 1, Whole: true, News: said}
	case only:
		out := After{Sheet: earlier}
		out.Sheet.Text, out.Spoken, out.News, out.Left = language.Add(earlier.Text, spoken, said)
		return out
	case first:
		return After{Sheet: later, Whole: true}
	}
	ordered := earlier
	ordered.Text = orders.Ordered(earlier.Text, spoken)
	out := After{Sheet: merge(ordered, later)}
	out.Whole = out.Sheet.Text == later.Text
	out.Sheet.Text, out.Spoken = language.Keep(out.Sheet.Text, earlier.Text, spoken)
	return out
}

// Differs reports whether what is in force is more than the letter's own sheet, or less: its text or its files.
func (a After) Differs(later Sheet) bool {
	same := func(f, g File) bool { return f.Name == g.Name && f.Sum == g.Sum }
	return a.Sheet.Text != later.Text || !slices.EqualFunc(a.Sheet.Files, later.Files, same)
}

// speech returns the lines of a letter that count and order nothing, and whether it has such lines only. If mistakes
// may be orders that nobody could read, lines about the orders in force are left out. Without such orders, a line about
// them is an order by itself: it may be all that its player wants this turn.
func speech(language *orders.Language, checked Checked, later Sheet, none bool) (said *orders.File, only bool) {
	file, forced := later.Orders(language), checked.Forced()
	said = &orders.File{Settings: file.Settings}
	only, spoke := len(later.Files) == 0 && !forced[0], len(file.Settings) > 0
	for _, l := range file.Lines {
		switch {
		case !forced[l.Line]:
		case !language.Speaks(l), none && language.Bound(l):
			only = false
		default:
			if spoke = true; file.Errors() == 0 || !language.Bound(l) {
				said.Lines = append(said.Lines, l)
			}
		}
	}
	return said, only && spoke
}
