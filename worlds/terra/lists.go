package terra

import (
	"fmt"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// listOf reads the number of the army in `Armee1.pdf`; 0: the file is no list.
func listOf(name string) int {
	word, is := strings.CutSuffix(orders.Fold(name), ".pdf")
	if !is {
		return 0
	}
	for _, begin := range []string{"armee", "army"} {
		if rest, ok := strings.CutPrefix(word, begin); ok {
			rest = strings.TrimLeft(rest, " _-")
			if len(rest) == 1 && rest[0] >= '1' && rest[0] <= '9' {
				return int(rest[0] - '0')
			}
		}
	}
	return 0
}

// lists keeps the army lists that came with the sheets until the first round begins
// (§2.8).
func lists(t *turn) {
	for i := range t.state.Realms {
		for _, f := range t.sheets[i+1].files {
			t.keep(i+1, f)
		}
	}
}

// keep takes one file. What is no list, or too late, or of an army there is not, is
// told and not kept.
func (t *turn) keep(realm int, f game.File) {
	r, name, none := &t.state.Realms[realm-1], phrase.Str("file", orders.Clip(f.Name)), orders.Position{}
	number := listOf(f.Name)
	switch {
	case number == 0:
		t.doubt(realm, none, "file-unknown", name)
	case t.state.Round > 1 || t.state.Phase != inOrders:
		t.doubt(realm, none, "list-late", name)
	case r.army(number) == nil:
		t.doubt(realm, none, "list-no-army", name, phrase.Num("most", len(r.Armies)))
	default:
		r.army(number).List = game.File{Name: fmt.Sprintf("Armee%d.pdf", number), Type: "application/pdf", Sum: f.Sum}
		t.accept(none, phrase.P("list-kept", name, phrase.Num("army", number)))
		t.tell(phrase.P("list-kept", name, phrase.Num("army", number)), realm)
	}
}

// enclosed are the lists that go to a realm with the pairings of this turn: of the
// standing armies it plays against.
func (t *turn) enclosed(realm int) []game.File {
	var out []game.File
	for _, number := range t.drawn {
		b := t.state.battle(number)
		side := b.side(realm)
		if side < 0 {
			continue
		}
		s := &b.Sides[1-side]
		if s.Role != Standing {
			continue
		}
		if list := t.state.unit(Unit{s.Owner, s.Army}).List; list.Sum != "" {
			list.Name = string(appendBattle(nil, number)) + "_" + list.Name
			out = append(out, list)
		}
	}
	return out
}
