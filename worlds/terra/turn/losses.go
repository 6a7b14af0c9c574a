package turn

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/fight"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// countIn writes a battle into the records of those who led a side at the table, and of the armies, whoever led them
// (§10.1, §10.2).
func countIn(p realm.Position, b *realm.Battle) {
	for i, s := range b.Sides {
		if s.Player > 0 {
			add(&p.State.Realms[s.Player-1].Record, b, i)
		}
		if s.Role == realm.Standing {
			add(&p.State.Unit(realm.Unit{Realm: s.Owner, Army: s.Army}).Record, b, i)
		}
	}
}

func add(r *realm.BattleRecord, b *realm.Battle, side int) {
	switch b.Winner {
	case 0:
		r.Drawn++
	case 1 + side:
		r.Won++
	default:
		r.Lost++
	}
}

// losses takes as much status from armies and garrisons as the other side has made victory points, down to 0 (§9.1).
func losses(t *Turn) {
	t.State.OfRound(func(_ int, b *realm.Battle) {
		for i := range b.Sides {
			s, lost := &b.Sides[i], b.Sides[1-i].Points
			switch s.Role {
			case realm.Standing:
				a := t.State.Unit(realm.Unit{Realm: s.Owner, Army: s.Army})
				lost = min(lost, a.Status)
				a.Status -= lost
				if lost > 0 {
					t.Tell(phrase.P("army-lost", phrase.Num("army", s.Army), phrase.Num("points", lost),
						phrase.Num("status", a.Status)), s.Owner)
				}
			case realm.Garrison:
				f := &t.State.Fields[b.At]
				lost = min(lost, f.Garrison)
				f.Garrison -= lost
				switch {
				case b.Winner == 2-i: // the other side wins and takes the field
					t.Tell(phrase.P("garrison-beaten", phrase.At("field", b.At), phrase.Num("points", lost)), s.Owner)
				case lost > 0:
					t.Tell(phrase.P("garrison-lost", phrase.At("field", b.At), phrase.Num("points", lost),
						phrase.Num("status", f.Garrison)), s.Owner)
				}
			}
		}
	})
}

// land gives fields to the armies that have won there (§9.2).
func land(t *Turn) {
	t.State.OfRound(func(number int, b *realm.Battle) {
		if b.At == game.Nowhere {
			return
		}
		if b.Winner == 0 {
			if owner := t.State.Fields[b.At].Owner; owner == 0 || t.State.Contested(b.At) {
				t.Tell(phrase.P("contested", phrase.Num("battle", number), phrase.At("field", b.At)),
					b.Sides[realm.Attacker].Owner, b.Sides[realm.Defender].Owner, owner)
			}
			return
		}
		if s := &b.Sides[b.Winner-1]; s.Role == realm.Standing && t.State.Fields[b.At].Owner != s.Owner {
			fight.Conquer(&t.Turn, t.Position, b.At, s.Owner)
		}
	})
}

// spoils moves money for those who led garrisons or mercenaries; in a computed battle for the owner of the garrison.
// The winner gets half of the points made, the loser loses half of those given up, and there is a least amount (§9.7).
func spoils(t *Turn) {
	n := &t.Tables.Rules
	t.State.OfRound(func(number int, b *realm.Battle) {
		if b.Winner == 0 {
			return
		}
		for i, s := range b.Sides {
			who := s.Player
			if who == 0 {
				who = s.Owner
			}
			if s.Role == realm.Standing || who == 0 {
				continue
			}
			r := &t.State.Realms[who-1]
			code, moved := "spoils", max(tables.Permille(s.Points, n.SpoilsShare), n.SpoilsLeast)
			if b.Winner == 1+i {
				r.Treasury += moved
			} else {
				code = "ransom"
				owed := max(tables.Permille(b.Sides[1-i].Points, n.SpoilsShare), n.SpoilsLeast)
				if moved = min(owed, r.Treasury); moved < owed {
					code = "ransom-short"
				}
				r.Treasury -= moved
				t.Tell(phrase.P(code, phrase.Num("battle", number), phrase.Num("points", moved),
					phrase.Num("owed", owed), phrase.Num("treasury", r.Treasury)), who)
				continue
			}
			t.Tell(phrase.P(code, phrase.Num("battle", number), phrase.Num("points", moved),
				phrase.Num("treasury", r.Treasury)), who)
		}
	})
}
