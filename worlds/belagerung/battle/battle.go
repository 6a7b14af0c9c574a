// Package battle plays attack phases apart from a game. A text goes in, and an attack phase that can be fought any
// number of times comes out. From a position it writes the texts of attacks that could be made. The rulebook calls it.
package battle

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/fight"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// single is an attack phase described in a text (§9.11). The attackers are realm 1, the defenders realm 2.
type single struct {
	at     realm.Position
	seed   string
	orders []orders.Line
}

// names are the names of the two realms, which are the sides. A protocol replaces them by words in its reader's
// language.
var names = [2]string{"Angreifer", "Verteidiger"}

// Seed is the seed that the text names.
func (s *single) Seed() string { return s.seed }

// Fight plays the attack phase.
func (s *single) Fight(seed game.Seed) game.Fought {
	t := turn.Attack(s.at, s.orders, seed, fight.Fair)
	out := &besieged{rules: s.at.Rules, events: t.Events()}
	before, now := s.stakes(s.at.State), s.stakes(t.State)
	for side := range out.left {
		if before[side].units > 0 {
			out.left[side] = now[side].units * 1000 / before[side].units
		} else if before[side].stands > 0 {
			out.left[side] = now[side].stands * 1000 / before[side].stands
		}
	}
	out.winner = winner(t.State, before[1], now[1])
	return out
}

// stake is what a side has in the attack: its units that take part. If no units are attacked, it is the hits that the
// attacked buildings can still take.
type stake struct{ units, stands int64 }

// stakes counts the stakes: the attackers with an order to attack, and the defenders that were in the attacked fields
// before.
func (s *single) stakes(now *realm.State) (out [2]stake) {
	seen, fought := map[game.Place]bool{}, map[order.Name]bool{}
	defend := func(at game.Place) {
		for _, u := range now.On(at) {
			if u.Realm == 2 {
				out[1].units++
			}
		}
	}
	for _, line := range s.orders {
		o := line.Order.(order.AttackOrder)
		if !fought[o.Unit] && now.Unit(o.Unit.Number) != nil {
			out[0].units++
		}
		fought[o.Unit] = true
		for _, f := range o.Targets {
			at := realm.Place(now.Grid, f.X, f.Y)
			if at == game.Nowhere || seen[at] {
				continue
			}
			seen[at] = true
			if !o.Building {
				defend(at)
			}
			out[1].stands += s.stands(now, at)
		}
		for _, n := range o.Weaken {
			at := s.at.State.Unit(n.Number)
			if n.Settler {
				at = s.at.State.Settler(2, n.Number)
			}
			if at != nil && !seen[at.At] {
				seen[at.At] = true
				defend(at.At)
			}
		}
	}
	return out
}

// stands is how many hits the building on a field can still take.
func (s *single) stands(now *realm.State, at game.Place) int64 {
	t := s.at.Tables
	if b := now.Building(at); b != nil {
		return t.BuildingOf(b.Kind).Hits - b.Hits
	}
	if r := now.CastleAt(at); r != nil && r.Number == 2 {
		return t.Rules.CastleHits - r.Hits
	}
	if r, d := now.WallAt(at); r != nil && r.Number == 2 {
		return t.Rules.WallHits - r.Walls[d-1]
	}
	return 0
}

// winner says how the fight for the attacked fields ended.
func winner(s *realm.State, before, now stake) phrase.Phrase {
	had, has := before.units, now.units
	if had == 0 {
		had, has = before.stands, now.stands
	}
	switch {
	case s.Realm(2).Fallen:
		return phrase.P("battle-file.castle-fallen")
	case has == 0:
		return phrase.P("battle-file.attackers-won")
	case before.units > 0 && has < had:
		return phrase.P("battle-file.partly")
	}
	return phrase.P("battle-file.defenders-won")
}

// besieged is how an attack phase went.
type besieged struct {
	rules  *frame.Book[*tables.Tables]
	winner phrase.Phrase
	left   [2]int64
	events []game.Event
}

// Winner says how it ended.
func (b *besieged) Winner() phrase.Phrase { return b.winner }

// Left is the share that each side has left, in permille.
func (b *besieged) Left() [2]int64 { return b.left }

// Protocol says what the attackers' report would say.
func (b *besieged) Protocol(lang phrase.Lang) []byte {
	book := b.rules.Words(lang)
	var out []byte
	for i := range b.events {
		if e := &b.events[i]; e.For(1) {
			out = append(book.Append(out, sided(e.Phrase), nil), '\n')
		}
	}
	return append(book.Append(out, b.winner, nil), '\n')
}

// sided is a sentence with the words for the sides in place of the realms.
func sided(what phrase.Phrase) phrase.Phrase {
	what.Args = slices.Clone(what.Args)
	for i, a := range what.Args {
		if side := slices.Index(names[:], a.S); side >= 0 && a.Kind == phrase.Word {
			what.Args[i] = phrase.Key(a.Name, sideKeys[side])
		}
	}
	return what
}

var sideKeys = [2]string{"battle-text.attacker", "battle-text.defender"}
