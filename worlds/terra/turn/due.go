package turn

import (
	"slices"

	"weltentor/orders"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// Due says when the phase may end: by the game master's hand, at the deadline, or as soon as everybody who plays and
// is not away has released it. The world's settings decide which. It does not end early because everybody has sent
// something. Released results that contradict each other, or that lack an answer, wait for the deadline (§2.5, §8.5,
// §8.6).
func Due(p realm.Position, sheets []game.Sheet) game.Due {
	switch p.Tables.Rules.Release {
	case tables.Manual:
		return game.ByHand
	case tables.Deadline:
		return game.NotBefore
	}
	if slices.ContainsFunc(Compare(p, sheets),
		func(x game.Crossing) bool { return x.Accord == game.Contradicted || x.Owes }) {
		return game.NotBefore
	}
	t := Begin(p, p.State, sheets, game.Seed{})
	released := 0
	for i := range p.State.Realms {
		switch {
		case releases(t, i+1):
			released++
		case p.State.Realms[i].Player != "" && !slices.ContainsFunc(sheets,
			func(s game.Sheet) bool { return s.Realm == i+1 && s.Absent }):
			return game.NotBefore // nobody waits for a realm without a player, or for a player who is away
		}
	}
	if released == 0 {
		return game.NotBefore
	}
	return game.Now
}

// releases reports whether a realm's sheet says that nobody need wait for it.
func releases(t *Turn, realm int) bool {
	return slices.ContainsFunc(t.sheets[realm].Lines, func(l orders.Line) bool {
		o, ok := l.Order.(rulekit.SettingOrder)
		return ok && o.Setting == order.SetRelease && o.Value != rulekit.No
	})
}
