package rulekit

import (
	"slices"

	"weltentor/orders"
	"weltentor/worlds/game"
)

// Played is a turn that was played, for those who report on it: what happened, what was refused, and which letters
// were on their way. It never changes, so that reports may be written side by side.
type Played struct {
	Untold []string // codes of events that concern a player alone: a successor in the realm is not told
	turn   *Turn
	realms []int
	told   [][]int32
	heirs  []int // the realms that were handed over
}

// Reporter tells each realm about a turn that was played, as a game.Outcome does: in words and as data.
type Reporter interface {
	Report(realm int, shown *game.Shown) game.Report
	Facts(realm int) *game.Facts
}

// Outcome is a turn that was played, between two worlds of type W. Embedded, it has all methods of game.Outcome but
// Report and Facts. A Reporter beside it has those.
type Outcome[W game.World] struct {
	Played
	Before, After W
	whole         func(Outcome[W]) game.Outcome
}

// Record is the record of a turn between these realms and so many after it, with the game master's edits before the
// turn's own events. By then t.Undone has been called for each realm, so what was refused is complete.
func (t *Turn) Record(edits []game.Event, before []game.Realm, after int) Played {
	if len(edits) > 0 {
		all := *t // the turn keeps its own
		all.Annals = *game.AnnalsOf(edits)
		all.Annals.Take(&t.Annals, 0, t.Annals.Len())
		t = &all
	}
	p := Played{turn: t, told: t.Annals.ByRealm(after)}
	for _, r := range before {
		if !r.Fallen {
			p.realms = append(p.realms, r.Number)
		}
	}
	return p
}

// Close ends a turn: the outcome between the world before and the one after, with its Record. whole makes the rulebook's
// own outcome of such a core, now and whenever the turn is told again.
func Close[W game.World](t *Turn, edits []game.Event, before, after W, whole func(Outcome[W]) game.Outcome) game.Outcome {
	return whole(Outcome[W]{Played: t.Record(edits, before.Realms(), len(after.Realms())), Before: before, After: after,
		whole: whole})
}

// Next is the world after the turn.
func (o *Outcome[W]) Next() game.World { return o.After }

// HandOver is the same turn with another player in a realm: what happened stays, and the world after it names the
// newcomer. Reports take what they say about players from After.
func (o *Outcome[W]) HandOver(realm int, to game.Player) game.Outcome {
	out := *o
	out.After = o.After.HandOver(realm, to).(W)
	out.heirs = append(slices.Clip(o.heirs), realm)
	return o.whole(out)
}

// Inherited reports whether a realm has another player now than the one who played the turn.
func (p *Played) Inherited(realm int) bool { return slices.Contains(p.heirs, realm) }

// Annals are everything that happened, in order.
func (p *Played) Annals() *game.Annals { return &p.turn.Annals }

// Told returns the events that a realm is told, in order.
func (p *Played) Told(realm int) []*game.Event {
	told := p.ToldBy(new(game.EventReader), realm)
	out := make([]*game.Event, len(told))
	for i := range told {
		out[i] = &told[i]
	}
	return out
}

// ToldBy returns what Told returns, in the memory of a reader of events.
func (p *Played) ToldBy(r *game.EventReader, realm int) []game.Event {
	out := r.Of(&p.turn.Annals, p.told[realm])
	if p.Inherited(realm) {
		out = slices.DeleteFunc(out, func(e game.Event) bool { return slices.Contains(p.Untold, e.Code) })
	}
	return out
}

// Letters returns those on their way into reports.
func (p *Played) Letters() []PlayerMessage { return p.turn.Letters }

// ToMaster returns the messages to the game master and the alarms of the rules.
func (p *Played) ToMaster() []game.Notice { return p.turn.Notices }

// Realms returns those that had not fallen before the turn: a realm that falls in it gets its report.
func (p *Played) Realms() []int { return p.realms }

// Refused lists what the head of a realm's report says was refused. For a number that is no realm's it is empty.
func (p *Played) Refused(realm int) []orders.Problem {
	if realm < 0 || realm >= len(p.turn.Refused) {
		return nil
	}
	return slices.Clone(p.turn.Refused[realm])
}

// Written is the sheet that Refused is about. It is "" if the realm sent none, or has another player now: what the
// former player wrote is not for the new one to read.
func (p *Played) Written(realm int) string {
	if realm < 0 || realm >= len(p.turn.written) || p.Inherited(realm) {
		return ""
	}
	return p.turn.written[realm]
}
