// Package verdict is the middle of a receipt: what the rules say of a text, its lines counted by what becomes of them,
// and the problems in words. It opens no store, so that intake and a player's page say the same (law 8). It asks any
// Rules, the world or what one realm knows of it. Begin with Judge, which does at once what intake does in steps.
package verdict

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Lines counts a letter's lines by what becomes of them.
type Lines struct {
	Good, Bad int          // lines in force without a fault, lines with an error
	Partial   int          // bad lines of which the rest is in force
	NotYet    int          // lines that this world has no use for yet; neither good nor bad
	InPart    map[int]bool // lines with an error, the rest of which is in force
	OnlyIf    map[int]bool // lines that count only on a condition
}

// Count counts a letter's lines by what becomes of them. Of problems beyond those kept in words, each counts as a
// line. So does each order in force that has no line in the letter.
func Count(c game.Checked, dropped int) Lines {
	forced, bad, later := c.Forced(), map[int]bool{}, map[int]bool{}
	l := Lines{Bad: dropped, InPart: map[int]bool{}}
	for _, p := range c.Problems {
		switch {
		case p.Severity == orders.Error && p.Line == 0:
			l.Bad++ // about the whole file
		case p.Severity == orders.Error:
			bad[p.Line] = true
		case p.What.Code == game.NotYet:
			later[p.Line] = true
		}
	}
	l.Bad += len(bad)
	for line := range bad {
		if l.InPart[line] = line > 0 && forced[line]; l.InPart[line] {
			l.Partial++
		}
	}
	for line := range later {
		if !bad[line] {
			l.NotYet++
			l.InPart[line] = forced[line]
		}
	}
	l.OnlyIf = c.Conditional()
	for line := range forced {
		if !bad[line] && !later[line] {
			l.Good++
		} else {
			delete(l.OnlyIf, line)
		}
	}
	return l
}

// Kind is the heading under which a problem is listed. It says whether the line counts, counts in part, or does not
// count.
func (l Lines) Kind(p orders.Problem) string {
	notYet := p.What.Code == game.NotYet
	switch {
	case (p.Severity == orders.Error || notYet) && l.InPart[p.Line]:
		return "partial"
	case p.Severity == orders.Error:
		return "error"
	case notYet:
		return "not-yet"
	case p.Line == 0:
		return "beware"
	case l.OnlyIf[p.Line]:
		return "if"
	}
	return "warning"
}

// Standing counts the lines of a sheet that is made of several letters: those in force without a fault, those with an
// error, and those of them that are in force in part.
func Standing(c game.Checked) (l Lines) {
	forced, wrong := c.Forced(), map[int]bool{}
	for _, p := range c.Problems {
		if p.Severity == orders.Error {
			wrong[p.Line] = true
		}
	}
	for line := range wrong {
		if forced[line] {
			l.Partial++
		}
	}
	l.Good, l.Bad = len(forced)-l.Partial, len(wrong)
	return l
}

// After records what is in force after the letter.
func (j *Verdict) After(a game.After) {
	j.Whole, j.Added = a.Whole, added(a)
	if j.Others = 0; a.Whole && a.News == nil {
		j.Others = a.Spoken
	}
}

// leftOut counts the lines for which the sheet in force has no room, and adds a problem that says so.
func leftOut(a game.After, lines *Lines, problems []orders.Problem) []orders.Problem {
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

// added counts the lines that were added. It returns nil if the letter has orders.
func added(after game.After) *Added {
	if after.News == nil {
		return nil
	}
	a := &Added{Settings: len(after.News.Settings), Alone: after.Spoken == 1}
	for _, l := range after.News.Lines {
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

// say says what was added, with this sentence, and how many lines of the letter do not count.
func (a *Added) say(t *wording.Text, bad int, code string, args ...phrase.Arg) {
	switch {
	case a.Messages+a.Texts+a.Settings == 0:
		code = "added-nothing"
	case a.Alone:
		code = "added-alone"
	}
	if bad > 0 {
		code += "-partly"
	}
	t.Say(code, append(args, phrase.Str("list", a.list(t.Book)), phrase.Num("bad", bad))...)
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
