package judged

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// After records what is in force after the letter.
func (j *Verdict) After(a game.After) {
	j.Whole, j.Added = a.Whole, added(a)
	if j.Others = 0; a.Whole && a.News == nil {
		j.Others = a.Spoken
	}
}

// LeftOut counts the lines for which the sheet in force has no room, and adds a problem that says so.
func LeftOut(a game.After, lines *Lines, problems []orders.Problem) []orders.Problem {
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
