package world

import (
	"strings"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// LongestWhy is how many characters the reason of a change by hand may have, since it may be in a report.
const LongestWhy = 300

// Reason is why the game master does something, in one line. If there is no reason, or a long one, it returns the
// error wrong.
func Reason(why string, wrong error) (string, error) {
	why = strings.Join(strings.Fields(wording.OneLine(why)), " ")
	if n := utf8.RuneCountInString(why); n == 0 || n > LongestWhy {
		return "", wording.Fault(wrong, "edit-why", phrase.Num("most", LongestWhy))
	}
	return why, nil
}

// Editor is the world that awaits orders, if it can be changed by hand.
func (k *Setup) Editor(c chronicle.Current) (game.Editor, error) {
	editor, is := c.World.(game.Editor)
	switch {
	case c.World.Asked().Over:
		return nil, wording.Fault(faults.ErrEdit, "edit-over")
	case !is:
		return nil, wording.Fault(faults.ErrEdit, "edit-none", phrase.Str("name", k.Rules.Name()))
	}
	return editor, nil
}
