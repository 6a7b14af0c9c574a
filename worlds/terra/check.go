package terra

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// receipt is what a turn has beside the rest when it is played for a receipt.
type receipt struct {
	realm  int
	seen   []bool // by place
	told   []int  // battles whose results count
	staked int64  // of the treasury, so far
	later  bool   // orders of the other mail phase were refused
}

// Check reads a sheet with no more knowledge than its realm has: over the world as it knows
// it. Of the game master's nothing is hidden.
func (w *World) Check(s game.Sheet) game.Checked { return w.knownTo(s.Realm).check(s) }

// check plays the phases that orders decide: what they refuse is a problem here too. Steps
// are looked at, not taken.
func (w *World) check(s game.Sheet) game.Checked {
	out, counts := frame.Receipt(w.rules.Language(), s, w.void(s.Realm))
	if !counts {
		return out
	}
	t := w.newTurn(w.state.Clone(), []game.Sheet{s}, game.Seed{})
	t.ForReceipt, t.Quiet, t.receipt = true, true, &receipt{realm: s.Realm, seen: w.seen(s.Realm)}
	t.run(checked[w.state.Phase])
	out.InForce, out.Letters = t.InForce, t.ToMaster
	out.Problems = append(out.Problems, t.Refused[s.Realm]...)
	out.Sort()
	if s.Realm != 0 && w.state.Phase == realm.InOrders {
		out.Idle = t.idle(s.Realm)
		out.Outlook = t.outlook(s.Realm)
	}
	if s.Realm != 0 && w.state.Phase == realm.InResults {
		out.Idle = t.untold(s.Realm)
	}
	out.Adds = w.state.Phase == realm.InResults
	if t.receipt.later {
		out.From = s.Turn + 1
	}
	w.countProblems(s.Realm, out.Problems)
	for i := range out.InForce {
		out.InForce[i].What = w.counted(s.Realm, out.InForce[i].What)
	}
	for _, list := range [][]phrase.Phrase{out.Idle, out.Outlook} {
		for i := range list {
			list[i] = w.counted(s.Realm, list[i])
		}
	}
	return out
}

// void says why a realm's sheet does not count at all, "" where it may.
func (w *World) void(realm int) string {
	switch {
	case realm != 0 && w.state.Realm(realm) == nil:
		return "not-in-game"
	case w.state.Over:
		return "game-over"
	}
	return ""
}

// idle tells which armies on the map have no line in $A that counts, and what they
// have before them.
func (t *marches) idle(realm int) []phrase.Phrase {
	var out []phrase.Phrase
	for i := range t.plans {
		p := &t.plans[i]
		if p.unit.Realm == realm && p.at.Line == 0 && !p.over {
			out = append(out, phrase.P("idle", phrase.Num("army", p.unit.Army),
				phrase.At("field", t.state.Unit(p.unit).At)))
			out = append(out, t.stands(p)...)
		}
	}
	return out
}
