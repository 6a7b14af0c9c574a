package judged

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// After is what is in force after a letter. A letter that orders nothing only speaks: it is added to the sheet in
// force. Any other replaces it as the rules say, but not what letters that only speak have added.
type After struct {
	Sheet  game.Sheet
	Spoken int           // its lines from there on are those of letters that only speak; 0: there are none
	Whole  bool          // the letter's own text is in force, and nothing else above Spoken
	Added  *Added        // what the letter adds; nil: it has orders, or nothing that counts
	Left   []orders.Line // lines that it does not add, for want of room
}

// Follow returns what is in force when a letter comes after an earlier sheet, whose text is empty if there is none.
// The letter's Files are those that are kept, and checked is what the rules say about the letter alone.
func Follow(rules Rules, language *orders.Language, checked game.Checked, earlier game.Sheet, spoken int,
	later game.Sheet) After {
	first := earlier.Text == "" && len(earlier.Files) == 0
	said, only := speech(language, checked, later, first || spoken == 1)
	switch {
	case only && first:
		return After{Sheet: later, Spoken: 1, Whole: true, Added: added(language, said, true)}
	case only:
		out := After{Sheet: earlier}
		var news *orders.File
		out.Sheet.Text, out.Spoken, news, out.Left = language.Add(earlier.Text, spoken, said)
		out.Added = added(language, news, out.Spoken == 1)
		return out
	case first:
		return After{Sheet: later, Whole: true}
	}
	ordered := earlier
	ordered.Text = orders.Ordered(earlier.Text, spoken)
	out := After{Sheet: rules.Merge(ordered, later)}
	out.Whole = out.Sheet.Text == later.Text
	out.Sheet.Text, out.Spoken = language.Keep(out.Sheet.Text, earlier.Text, spoken)
	return out
}

// speech returns the lines of a letter that count and order nothing, and whether it has such lines only. If mistakes
// may be orders that nobody could read, lines about the orders in force are left out. Without such orders, a line about
// them is an order by itself: it may be all that its player wants this turn.
func speech(language *orders.Language, checked game.Checked, later game.Sheet, none bool) (said *orders.File, only bool) {
	file, forced := later.Orders(language), checked.Forced()
	said = &orders.File{Settings: file.Settings}
	only = len(later.Files) == 0 && !forced[0]
	for _, l := range file.Lines {
		switch {
		case !forced[l.Line]:
		case !language.Speaks(l), none && language.Bound(l):
			only = false
		case file.Errors() == 0 || !language.Bound(l):
			said.Lines = append(said.Lines, l)
		}
	}
	return said, only && len(said.Lines)+len(said.Settings) > 0
}

// After records what is in force after the letter.
func (j *Letter) After(a After) {
	j.Whole, j.Added = a.Whole, a.Added
	if j.Others = 0; a.Whole && a.Added == nil {
		j.Others = a.Spoken
	}
}

// LeftOut counts the lines that there is no room for, and adds a problem that says so.
func (a After) LeftOut(lines *Lines, problems []orders.Problem) []orders.Problem {
	if len(a.Left) == 0 {
		return problems
	}
	lines.Good, lines.Bad = lines.Good-len(a.Left), lines.Bad+len(a.Left)
	problems = append(slices.Clip(problems), orders.NoRoom(a.Left))
	orders.SortProblems(problems)
	return problems
}

// Added counts what a letter that only speaks has added to the sheet in force.
type Added struct {
	Messages, Texts, Settings int
	Alone                     bool // there are no orders in force
}

// added counts the lines of what was added.
func added(language *orders.Language, news *orders.File, alone bool) *Added {
	a := &Added{Settings: len(news.Settings), Alone: alone}
	for _, l := range news.Lines {
		switch l.Order.(type) {
		case orders.Message:
			a.Messages++
		case orders.Text:
			a.Texts++
		default:
			a.Settings++
		}
	}
	return a
}

// say says what was added, and how many lines of the letter do not count.
func (a *Added) say(t *wording.Text, bad int) {
	code := "added"
	switch {
	case a.Messages+a.Texts+a.Settings == 0:
		code = "added-nothing"
	case a.Alone:
		code = "added-alone"
	}
	if bad > 0 {
		code += "-partly"
	}
	t.Say(code, phrase.Str("list", a.list(t.Book)), phrase.Num("bad", bad))
}

// list names what was added, such as "1 message, 2 settings".
func (a *Added) list(book *phrase.Book) string {
	var list []string
	for _, part := range []struct {
		code string
		n    int
	}{{"added-messages", a.Messages}, {"added-texts", a.Texts}, {"added-settings", a.Settings}} {
		if part.n > 0 {
			list = append(list, book.Say(phrase.P(part.code, phrase.Num("n", part.n))))
		}
	}
	return strings.Join(list, ", ")
}
