package report

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/tables"
)

// battle notes what the report tells of a fight: a heading begins it, and what follows it about the same field in the
// same week belongs to it. A fight in which neither side could harm the other is one sentence.
func (d *data) battle(at int, what phrase.Phrase, e *game.FactEvent) {
	f, week := &d.Facts, d.a.told[at].Week
	switch what.Code {
	case "battle", "battle-vain-line":
		b := d.Battle(e)
		b.Week = week
		if what.Code == "battle-vain-line" { // it stands for those who fought
			for side, e := range d.a.fighters(d.a.battleOf(at)) {
				d.fighter(b, side, e.Phrase)
			}
		}
		return
	}
	if len(f.Battles) == 0 {
		return
	}
	b := &f.Battles[len(f.Battles)-1]
	if b.Week != week || b.Result.Code == "battle-vain-line" {
		return
	}
	switch what.Code {
	case "battle-attacker", "battle-defender":
		d.fighter(b, sideOf(what.Code), what)
	case "battle-attackers-won":
		b.Result, b.Won = e.Said, 1
	case "battle-defenders-won":
		b.Result, b.Won = e.Said, 2
	case "battle-even", "battle-vain":
		b.Result = e.Said
	default:
		if _, of := courses[what.Code]; IsDetail(what.Code) || of && e.At == b.At {
			b.Course = append(b.Course, e.Said)
			d.fate(b, what)
		}
	}
}

// fighter notes an army in a fight, by the name and the numbers that the reader is told. The number of an arch-demon
// is its strength.
func (d *data) fighter(b *game.FactBattle, side int, what phrase.Phrase) {
	army, before, left := what.Arg("army").S, what.Arg("men").N, what.Arg("left").N
	whose, name := splitName(army)
	fighter := game.FactFighter{Name: name, Kind: name[:min(len(name), len("K.M"))], Before: before, After: left}
	switch whose {
	case "":
		fighter.Realm = d.a.realm
	case "?":
		fighter.Name = ""
	default:
		fighter.Realm, _ = strconv.Atoi(whose)
	}
	if fighter.Kind == tables.ArchDemon.String() {
		fighter.Before, fighter.After, fighter.Strength, fighter.Left = 0, 0, before, left
	}
	if left == 0 {
		fighter.Fate = "destroyed"
	}
	s := &b.Sides[side]
	if s.Armies = append(s.Armies, fighter); len(s.Armies) == 1 {
		s.Realm = fighter.Realm
	}
}

// fates are what became of an army that a fight's course names.
var fates = map[string]string{"retreat": "fled", "scattered": "destroyed", "wiped-out": "destroyed",
	"cornered": "destroyed", "slain": "destroyed"}

// fate notes what became of an army.
func (d *data) fate(b *game.FactBattle, what phrase.Phrase) {
	fate := fates[what.Code]
	whose, name := splitName(what.Arg("army").S)
	if whose == "" {
		whose = strconv.Itoa(d.a.realm)
	}
	for s := range b.Sides {
		for i := range b.Sides[s].Armies {
			a := &b.Sides[s].Armies[i]
			if fate != "" && a.Name == name && strconv.Itoa(a.Realm) == whose && a.Fate == "" {
				a.Fate = fate
			}
		}
	}
}

// weigh notes what an event means to the reader. A battle is won or lost by the reader's side; for those who only saw
// it, it is news.
func (d *data) weigh(what phrase.Phrase, e *game.FactEvent) {
	switch what.Code {
	case "lost-field":
		d.bereft[e.At] = true
	case "capital-taken", "temple-razed":
		if d.bereft[e.At] {
			e.Tone = game.Loss
		}
	case "realm-fallen":
		if int(what.Arg("realm").N) == d.a.realm {
			e.Tone = game.Loss
		}
	case "building-damaged", "building-gone":
		if army := what.Arg("army"); army.S == "" || !own(what) {
			e.Tone = game.Loss
		}
	case "battle-attackers-won", "battle-defenders-won":
		d.Ended(&d.Facts.Battles[len(d.Facts.Battles)-1], e)
	default:
		if meanings[what.Code].Weight == 0 && losses[what.Code] {
			if e.Tone, e.Weight = game.Loss, 5; what.Arg("army").S != "" && !own(what) {
				e.Tone, e.Weight = game.Gain, 4
			}
		}
	}
}
