// Package battle fights a combat described in a text, outside of any world. Lines go in, and a combat that can be
// fought comes out. Stages writes such texts for the combats that a realm may have to fight. The root calls Read and
// Stages.
package battle

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/report"
	"weltentor/worlds/kolonien/tables"
)

// Single is a combat described in a text, outside of any world.
type Single struct {
	rules  *frame.Book[*tables.Tables]
	tables *tables.Tables
	seed   string
	period int
	Sides  [2]fight.Side
}

// Seed is the seed that the text names.
func (s *Single) Seed() string { return s.seed }

// Fight fights the combat. Its protocol is written only when somebody asks for it.
func (s *Single) Fight(seed game.Seed) game.Fought {
	c := s.Combat(seed, nil)
	end := c.Fight()
	out := fought{battle: s, seed: seed, winner: end.Winner}
	for i := range c.Sides {
		out.left[i] = int64(c.Sides[i].Units()) * 1000 / int64(s.Sides[i].Units())
	}
	return out
}

// Combat is the combat with dice of its own, ready to be fought.
func (s *Single) Combat(seed game.Seed, tell func(phrase.Phrase)) fight.Combat {
	return fight.Combat{
		Encounter: fight.Encounter{Tables: s.tables, Period: s.period, Dice: seed.Throw(0, 0, "battle"), Tell: tell},
		Sides:     [2]fight.Side{s.Sides[0].Clone(), s.Sides[1].Clone()}, Text: true,
	}
}

// fought is how the combat went.
type fought struct {
	battle *Single
	seed   game.Seed
	winner int
	left   [2]int64
}

// Winner says which side has won. A combat always has a winner.
func (f fought) Winner() phrase.Phrase {
	if f.winner == fight.Attacker {
		return phrase.P("battle.attacker-won")
	}
	return phrase.P("battle.defender-won")
}

// Left is the share of its combat units that each side has left, in permille, rounded down.
func (f fought) Left() [2]int64 { return f.left }

// Protocol fights the combat again, with the same dice, and writes every round.
func (f fought) Protocol(lang phrase.Lang) []byte {
	p := &frame.Page{Book: f.battle.rules.Words(lang)}
	for i := range f.battle.Sides {
		for _, force := range f.battle.Sides[i].Forces {
			for _, h := range force.Hosts {
				report.Event(p, fight.Roster(i, 0, h)) // a text has no realms
			}
		}
	}
	c := f.battle.Combat(f.seed, func(what phrase.Phrase) { report.Event(p, what) })
	c.Fight()
	return p.Out
}
