package kolonien

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/tables"
)

// single is a combat told in a text, outside of any world.
type single struct {
	rules  *frame.Book[*tables.Tables]
	tables *tables.Tables
	seed   string
	period int
	sides  [2]fight.Side
}

// Seed is the seed the text names.
func (s *single) Seed() string { return s.seed }

// gather drops forces without a host.
func (s *single) gather() {
	for i := range s.sides {
		s.sides[i].Forces = slices.DeleteFunc(s.sides[i].Forces, func(f fight.Force) bool { return len(f.Hosts) == 0 })
	}
}

// fresh is a side with hosts of its own, to be fought with.
func fresh(s *fight.Side) fight.Side {
	out := *s
	out.Forces = slices.Clone(s.Forces)
	for i := range out.Forces {
		out.Forces[i].Hosts = slices.Clone(out.Forces[i].Hosts)
	}
	return out
}

// Fight fights the combat; its protocol is written when it is asked for.
func (s *single) Fight(seed game.Seed) game.Fought {
	c := s.combat(seed, nil)
	end := c.Fight()
	out := fought{battle: s, seed: seed, winner: end.Winner}
	for i := range c.Sides {
		out.left[i] = int64(c.Sides[i].Units()) * 1000 / int64(s.sides[i].Units())
	}
	return out
}

func (s *single) combat(seed game.Seed, tell func(phrase.Phrase)) fight.Combat {
	return fight.Combat{
		Tables: s.tables, Period: s.period, Sides: [2]fight.Side{fresh(&s.sides[0]), fresh(&s.sides[1])},
		Dice: seed.Throw(0, 0, "battle"), Tell: tell, Text: true,
	}
}

// fought is how such a combat went.
type fought struct {
	battle *single
	seed   game.Seed
	winner int
	left   [2]int64
}

// Winner tells which side has won; a combat always has a winner.
func (f fought) Winner() phrase.Phrase {
	if f.winner == fight.Attacker {
		return phrase.P("battle.attacker-won")
	}
	return phrase.P("battle.defender-won")
}

// Left is what is left of the combat units of both sides, in permille, rounded down.
func (f fought) Left() [2]int64 { return f.left }

// Protocol fights the combat again, with the same dice, and writes every round.
func (f fought) Protocol(lang phrase.Lang) []byte {
	p := &frame.Page{Book: f.battle.rules.Words(lang)}
	for i := range f.battle.sides {
		for _, force := range f.battle.sides[i].Forces {
			for _, h := range force.Hosts {
				event(p, fight.Roster(i, 0, h)) // a text has no realms
			}
		}
	}
	c := f.battle.combat(f.seed, func(what phrase.Phrase) { event(p, what) })
	c.Fight()
	return p.Out
}
