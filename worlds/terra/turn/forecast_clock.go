package turn

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// rehearsals is how often a receipt plays the clock. The order of two steps at the same moment is drawn anew each
// time.
const rehearsals = 16

// hindered says which own army kept another from its steps, and from which.
type hindered struct {
	other int
	left  []phrase.Arg
	field game.Place
}

// rehearse plays the clock with only a nation's own armies, and says where they block each other. It tells what stays
// undone however steps at the same moment fall from what may (§5.4, §11.5). Others' armies may have gone by then; what
// is known about them is said elsewhere.
func rehearse(t *Turn) {
	nation, times := t.receipt.realm, map[realm.Unit]int{}
	last := map[realm.Unit]hindered{}
	for n := range rehearsals {
		for _, p := range withoutOthers(t, game.Seed{byte(n)}).Plans {
			if p.Unit.Realm == nation && p.own > 0 && p.lapsed {
				times[p.Unit]++
				last[p.Unit] = hindered{p.own, p.untaken(p.taken), p.Before}
			}
		}
	}
	for _, p := range t.Plans {
		if times[p.Unit] == 0 || p.at.Line == 0 {
			continue
		}
		code := "own-in-the-way"
		if times[p.Unit] < rehearsals {
			code = "own-may-be-in-the-way"
		}
		h := last[p.Unit]
		t.Doubt(nation, p.at, phrase.P(code, append(h.left, phrase.Num("other", h.other),
			phrase.At("field", h.field))...))
	}
}

// withoutOthers is the turn after its clock, with only the armies of the receipt's realm.
func withoutOthers(t *Turn, seed game.Seed) *Turn {
	run := *t
	run.Seed, run.Phase = seed, "clock"
	run.State = t.State.Clone()
	run.Plans = slices.Clone(t.Plans)
	for i := range run.Plans {
		p := &run.Plans[i]
		p.Passed = nil
		if p.Unit.Realm != t.receipt.realm {
			run.State.Unit(p.Unit).At, p.over = game.Nowhere, true
		}
	}
	clock(&run)
	return &run
}
