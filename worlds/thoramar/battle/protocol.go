package battle

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// fought is how the battle went.
type fought struct {
	*Single
	winner phrase.Phrase
	left   [2]int64
	events []game.Event
}

// Winner says who has won.
func (f *fought) Winner() phrase.Phrase { return f.winner }

// Left is the share of its strength that each side has left, in permille.
func (f *fought) Left() [2]int64 { return f.left }

// Protocol says what the turn's reports would say, once: what the first realm of the attackers is told, and for each
// army what its own realm is told. The field fought for is 0/0.
func (f *fought) Protocol(lang phrase.Lang) []byte {
	book, view := f.words(lang), game.View{Grid: board, Origin: middle}
	reader := 0
	for _, a := range slices.Concat(f.sides[:]...) {
		reader = cmp.Or(reader, a.realm)
	}
	var out []byte
	for i := range f.events {
		what, told := told(&f.events[i], reader)
		if !told {
			continue
		}
		if what.Code == "rows.round" {
			out = append(out, '\n')
		}
		out = append(book.Append(out, what, view), '\n')
	}
	return out
}

// told is an event as a reader is told it. The reader also learns what happens to other realms' armies, with their
// numbers.
func told(e *game.Event, reader int) (phrase.Phrase, bool) {
	i := slices.IndexFunc(e.Args, func(a phrase.Arg) bool { return a.Name == "army" })
	if i < 0 || strings.HasPrefix(e.Code, "rows.") {
		return e.Phrase, e.For(reader)
	}
	name := e.Args[i].S
	switch {
	case len(name) < 2 || name[0] == '?':
		return e.Phrase, false
	case name[0] >= '1' && name[0] <= '9':
		return e.Phrase, false // its own realm is told too
	case name[0] == '0': // wild armies read no reports
		return e.Phrase, e.For(reader) && (e.Code == "battle-attacker" || e.Code == "battle-defender")
	}
	whose := 0
	if len(e.Realms) > 0 {
		whose = e.Realms[0]
	}
	if whose == reader {
		return e.Phrase, true
	}
	out := e.Phrase
	out.Args = slices.Clone(e.Args)
	for k := range out.Args {
		if a := &out.Args[k]; a.Name == "army" || a.Name == "fleet" {
			a.S = strconv.Itoa(whose) + "." + a.S
		}
	}
	return out, true
}
