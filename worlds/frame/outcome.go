package frame

import (
	"slices"

	"weltentor/orders"
	"weltentor/worlds/game"
)

// Outcome is a resolved turn between two worlds of type W. Embedded, it has the methods of game.Outcome but Report and
// HandOver. It never changes, so that reports may be written side by side.
type Outcome[W game.World] struct {
	Before, After W
	turn          *Turn
	realms        []int
	told          [][]int32
}

// Close ends a turn: the outcome between the world before and the one after it. What was refused is complete by then:
// t.Refused holds for each realm what Undone gave.
func Close[W game.World](t *Turn, before, after W) Outcome[W] {
	o := Outcome[W]{Before: before, After: after, turn: t, told: ByRealm(t.Events, len(after.Realms()))}
	for _, r := range before.Realms() {
		if !r.Fallen {
			o.realms = append(o.realms, r.Number)
		}
	}
	return o
}

// Next is the world after the turn.
func (o *Outcome[W]) Next() game.World { return o.After }

// Given is the same turn with another player in a realm, for game.Outcome's HandOver: what happened stays, the world
// after it names who came. Reports take what they tell of players from After.
func (o *Outcome[W]) Given(realm int, to game.Player) Outcome[W] {
	out := *o
	out.After = o.After.HandOver(realm, to).(W)
	return out
}

// Behind is the same turn, told behind what the game master changed before it, for game.Prefaced.
func (o *Outcome[W]) Behind(edits []game.Event) Outcome[W] {
	out, t := *o, *o.turn
	t.Events = slices.Concat(edits, t.Events)
	out.turn, out.told = &t, ByRealm(t.Events, len(o.After.Realms()))
	return out
}

// Events are all that happened, in order.
func (o *Outcome[W]) Events() []game.Event { return o.turn.Events }

// Told are the events a realm is told, in order.
func (o *Outcome[W]) Told(realm int) []*game.Event {
	out := make([]*game.Event, 0, len(o.told[realm]))
	for _, i := range o.told[realm] {
		out = append(out, &o.turn.Events[i])
	}
	return out
}

// Letters are those on their way into reports.
func (o *Outcome[W]) Letters() []Letter { return o.turn.Letters }

// ToMaster are the messages to the game master, and the alarms of the rules.
func (o *Outcome[W]) ToMaster() []game.Notice { return o.turn.Notices }

// Realms are those that had not fallen before the turn: who falls in it is told of it.
func (o *Outcome[W]) Realms() []int { return o.realms }

// Refused lists what the head of a realm's report tells; of a number that is no realm's, nothing.
func (o *Outcome[W]) Refused(realm int) []orders.Problem {
	if realm < 0 || realm >= len(o.turn.Refused) {
		return nil
	}
	return slices.Clone(o.turn.Refused[realm])
}

// ByRealm lists for so many realms, by number, which events each is told, as indexes in order: reports that search all
// events for each realm take as long as realms times events. Two passes fill one block.
func ByRealm(events []game.Event, realms int) [][]int32 {
	counts, total := make([]int, realms+1), 0
	for i := range events {
		for _, r := range events[i].Realms {
			counts[r]++
			total++
		}
	}
	block, out := make([]int32, total), make([][]int32, realms+1)
	for r, n := range counts {
		out[r], block = block[:0:n], block[n:]
	}
	for i := range events {
		for _, r := range events[i].Realms {
			out[r] = append(out[r], int32(i))
		}
	}
	return out
}
