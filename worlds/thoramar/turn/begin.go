package turn

import (
	"weltentor/orders"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
)

// Begin makes a turn on a copy of a position. It reads the sheets, several at a time, since none depends on another.
func Begin(p realm.Position, in []game.Sheet, seed game.Seed) *Turn {
	const readers = 8
	sheets := make([]rulekit.Sheet, len(in))
	realm.InLanes(readers, len(in), func(_, from, to int) {
		for i := from; i < to; i++ {
			sheets[i] = rulekit.ReadSheet(p.Rules.Language(), in[i])
		}
	})
	t := On(p.With(p.State.Clone()), seed)
	t.Began = p.State
	t.Annals.Reserve(eventsAnArmy * t.State.ArmyCount())
	for i, s := range in {
		switch {
		case s.Realm == 0:
			t.master = sheets[i]
		case s.Realm > 0 && s.Realm < len(t.Sheets) && !p.State.Realms[s.Realm].Fallen:
			t.Sheets[s.Realm] = sheets[i]
		}
	}
	return t
}

// eventsAnArmy is for how many events per army there is room at the start: about as many as armies cause that all
// march. The room grows if there are more.
const eventsAnArmy = 7

// On makes a turn that plays on the state of a position itself, without sheets.
func On(p realm.Position, seed game.Seed) *Turn {
	return onWith(p, seed, &realm.Room{})
}

// Lent is what a realm knows, lent for one use: phases may be played on it. Nothing of it may be used afterwards.
type Lent struct {
	World realm.Position // of which it is known; not its state
	Known *realm.Known
	Room  *realm.Room // in which it is
}

// begin makes a turn that plays on what the realm knows, with lines of the realm, as a receipt does.
func (l Lent) begin(lines []orders.Line) *Turn {
	t := onWith(l.World.With(l.Known.State), game.Seed{}, l.Room)
	t.Foresees(&l.Known.Receipt)
	t.Sheets[l.Known.Number] = rulekit.Sheet{Came: true, Lines: lines}
	return t
}

// onWith is On in a room.
func onWith(p realm.Position, seed game.Seed, room *realm.Room) *Turn {
	return &Turn{Turn: realm.Begin(p.Tables, p.State, seed, room), Rules: p.Rules, Info: make([]bool, len(p.State.Realms))}
}

// Core is what a turn that was played has in common with those of other rulebooks. It also refuses what could not be
// read.
func (t *Turn) Core(l *orders.Language) *rulekit.Turn {
	core := t.Turn.Turn
	core.Refused = make([][]orders.Problem, len(t.Refused))
	for realm := range core.Refused {
		core.Undone(realm, l, t.Sheets[realm], t.Sheets[realm].Problems, t.Refused[realm])
	}
	return &core
}

// armiesForLanes is the number of armies below which one core finishes a week before several have started.
const armiesForLanes = 5000

// Resolve plays a turn, its weeks in a number of lanes. eager uses the lanes even if that does not pay.
func Resolve(p realm.Position, lanes int, eager bool, sheets []game.Sheet, seed game.Seed) *Turn {
	t := Begin(p, sheets, seed)
	if eager || p.State.ArmyCount() >= armiesForLanes {
		t.Lanes, t.Eager = min(lanes, realm.MostLanes), eager
	}
	t.Run(Before)
	t.PlayWeeks()
	t.Run(After)
	t.State.Turn++
	return t
}
