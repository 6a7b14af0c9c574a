package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/worlds/belagerung/fight"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// phase is one step of a turn.
type phase rulekit.Phase[*Turn]

// phases are the phases of a turn, in order: the five of the rules, with those for the mail before and after. A missed
// turn has the same ones, without orders.
var phases = []phase{
	{"settings", settings}, // first, so that refusals speak the right language
	{"preparation", prepare},
	{"movement", move},
	{"recruiting", recruit},
	{"building", build},
	{"attack", attack},
	{"ending", ending},
	{"messages", messages},
	{"missed", missed},
	{"next", next}, // last: from here on it is the next player's turn
}

// play plays all phases.
func play(t *Turn) { rulekit.Play(&t.Turn, t, phases) }

// Resolve plays the turn of the player whose turn it is, on a copy of the position. It leaves out what the receipt
// refused.
func Resolve(p realm.Position, sheets []game.Sheet, seed game.Seed) *Turn {
	var sh rulekit.Sheet
	var problems []orders.Problem
	for _, s := range sheets {
		if s.Realm != p.State.Next || s.Realm == 0 {
			continue
		}
		sh = rulekit.ReadSheet(p.Rules.Language(), s)
		if s.Absent {
			continue
		}
		kept, told := lines(p, s.Orders(p.Rules.Language()), s.Realm)
		sh.Lines, sh.Problems = kept, slices.Concat(sh.Problems, told)
		r := rehearse(p, sh)
		problems = slices.Concat(sh.Problems, r.problems())
		sh.Lines = r.sound(sh.Lines)
	}
	t := begin(p, sh, seed, fight.Fair)
	play(t)
	t.Undone(t.Me.Number, p.Rules.Language(), sh, problems)
	return t
}
