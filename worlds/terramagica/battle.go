package terramagica

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/rows"
)

// thousand is how many of the engine's parts are one of attack, defence, damage
// and hit points.
const thousand = 1000

// wound notes the hit points all have before the week's battles.
func wound(w *war) {
	for _, a := range w.State.all() {
		for i := range a.Stacks {
			s := &a.Stacks[i]
			s.hp = s.Number * w.Tables.unit(s.Unit).HP * thousand
		}
	}
}

// fielded is where a stack of a battle comes from: a stack of an army, or an
// avatar.
type fielded struct {
	army  *Army
	unit  string
	realm int // of an avatar
}

// line is a battle as the engine fights it. Who has walls stands where the engine
// has its defenders, also who attacks out of them (rows.Battle.Turned).
type line struct {
	battle rows.Battle
	from   [2][]fielded
	realms []int
	walled bool
}

// side gives the engine's side of one of ours.
func (l *line) side(s rows.Side) rows.Side {
	if l.battle.Turned {
		return s.Foe()
	}
	return s
}

// fight fights one battle and books what came of it.
func fightOut(w *war, s *sides, subject int64) {
	l := lineUp(w, s)
	result := rows.Fight(&l.battle, &w.Tables.Battle, rows.Dice{Seed: w.turn.Seed, Turn: w.State.Turn, Subject: subject})
	tellSides(w, s, l.realms)
	for _, p := range result.Protocol(&l.battle, nil) {
		w.turn.Tell(p, l.realms...)
	}
	book(w, s, l, result)
	meet(w, s)
	aftermath(w, s, l, result)
}

// meet notes who has fought whom, and who an avatar; and, in a home, who fought
// there on its owner's side.
func meet(w *war, s *sides) {
	if owner := w.State.province(s.province).Owner; owner > 0 && w.State.Realms[owner].Home == s.province {
		for side, armies := range s.armies {
			for _, a := range armies {
				w.allies[a] = ownersSide(w, s, rows.Side(side))
			}
		}
	}
	for _, a := range s.armies[rows.Attackers] {
		for _, b := range s.armies[rows.Defenders] {
			w.met[meeting{a, b}], w.met[meeting{b, a}] = true, true
		}
	}
	for side, whose := range s.avatar {
		if whose == 0 {
			continue
		}
		for _, a := range s.armies[rows.Side(side).Foe()] {
			w.met[meeting{a: a}] = true
		}
	}
	for _, armies := range s.armies {
		for _, a := range armies {
			w.fought[a]++
		}
	}
}

// ownersSide tells whether a side is that of the province's owner: an army of its
// fights there, or its avatar.
func ownersSide(w *war, s *sides, side rows.Side) bool {
	owner := w.State.province(s.province).Owner
	return owner > 0 && (s.avatar[side] == owner ||
		slices.ContainsFunc(s.armies[side], func(a *Army) bool { return a.Realm == owner }))
}

// lineUp makes the engine's battle of two sides.
func lineUp(w *war, s *sides) *line {
	l := &line{realms: w.witnesses(s.province)}
	of := [2]bool{ownersSide(w, s, rows.Attackers), ownersSide(w, s, rows.Defenders)}
	l.walled = len(w.State.province(s.province).Walls) > 0 && (of[rows.Attackers] || of[rows.Defenders])
	l.battle.Turned = l.walled && !of[rows.Defenders]
	for side := range s.armies {
		at := l.side(rows.Side(side))
		for _, a := range s.armies[side] {
			for i := range a.Stacks {
				l.battle.Sides[at] = append(l.battle.Sides[at], field(w, a, &a.Stacks[i], rows.Side(side)))
				l.from[at] = append(l.from[at], fielded{army: a, unit: a.Stacks[i].Unit})
			}
		}
		if r := s.avatar[side]; r > 0 {
			l.battle.Sides[at] = append(l.battle.Sides[at], w.Tables.avatar(strconv.Itoa(r), w.avatars[r]))
			l.from[at] = append(l.from[at], fielded{realm: r})
		}
	}
	if l.walled {
		for i, code := range w.State.province(s.province).Walls {
			l.battle.Walls = append(l.battle.Walls,
				rows.Wall{Name: "wall." + code, HP: w.walls[s.province-1][i], Full: w.Tables.wall(code).HP * thousand})
		}
	}
	return l
}

// field is a stack of an army as the engine sees it: with its experience, in its
// row and with its tactic. Without an order it stands in the row of the table,
// attackers charge and defenders hold (§7).
func field(w *war, a *Army, s *Stack, side rows.Side) rows.Stack {
	u := w.Tables.unit(s.Unit)
	out := rows.Stack{Unit: inspired(u.soldier(s.Experience), a.mana), Name: u.key(), Army: a.called(), HP: s.hp,
		Row: s.row(w.Tables), Tactic: s.Tactic}
	if s.Row == 0 && side == rows.Attackers {
		out.Tactic = rows.Charge
	}
	return out
}

// inspired is a man of an army that has been given so much mana for its battles: a percent
// of attack a point, rounded down (§11.3).
func inspired(u rows.Unit, mana int64) rows.Unit {
	u.Attack = u.Attack * (100 + mana) / 100
	return u
}

// soldier is what one man of a unit is worth with so much experience in percent.
func (u *UnitRow) soldier(experience int64) rows.Unit {
	return rows.Unit{
		Attack: u.A * thousand * (100 + experience) / 100, Defence: u.V * thousand * (100 + experience) / 100,
		Damage: u.Damage * thousand, HP: u.HP * thousand, Speed: int(u.Speed), Range: int(u.Range),
		Bow: u.Bow, Walls: u.Walls, Flies: u.Moves == "air",
	}
}

// avatar is the Hierophant's shape: it charges from its row, whatever it suffers.
func (t *Tables) avatar(whose string, hp int64) rows.Stack {
	v := &t.Avatar
	return rows.Stack{
		Unit: rows.Unit{Attack: v.A * thousand, Defence: v.V * thousand, Damage: v.Damage * thousand, HP: v.HP *
			thousand,
			Speed: int(v.Speed), Range: int(v.Range), Walls: v.Walls},
		Name: "avatar", Army: whose, HP: hp, Row: min(int(v.Row), t.Battle.Rows), Tactic: rows.Charge, Steadfast: true,
	}
}

// tellSides opens the protocol: where it is, and who stays out of it.
func tellSides(w *war, s *sides, realms []int) {
	w.turn.Tell(phrase.P("battle", phrase.Num("province", s.province), phrase.Num("realm", s.realm)), realms...)
	for _, a := range s.apart {
		w.turn.Tell(phrase.P("stays-out", phrase.Str("army", a.called())), realms...)
	}
}

// book notes the losses of stacks, avatars and walls; who lives and gave or took a
// blow has experience of one battle more, as far as that grows: once a week, and only of
// foes who are worth it (§7.12).
func book(w *war, s *sides, l *line, result *rows.Result) {
	n := &w.Tables.Rules
	for side := range l.from {
		foes := l.points(1-side, nil)
		for i, f := range l.from[side] {
			after := result.After[side][i]
			if f.army == nil {
				w.avatars[f.realm] = after.HP
				continue
			}
			k := f.army.stack(f.unit)
			k.hp, k.Number = after.HP, after.Number
			if after.Struck && !k.learned && foes*1000 >= l.points(side, f.army)*n.ExperienceFoe {
				k.learned = true
				k.Experience = max(k.Experience, min(n.ExperienceMost, k.Experience+n.ExperienceGain))
			}
		}
	}
	if l.walled {
		copy(w.walls[s.province-1], result.Walls)
		breached(w, s.province, l.realms)
	}
}

// points are the hit points, in whole ones, that one army had on a side as the battle
// began; nil: all on it.
func (l *line) points(side int, of *Army) int64 {
	sum := int64(0)
	for i, f := range l.from[side] {
		if of == nil || f.army == of {
			sum += l.battle.Sides[side][i].HP / thousand
		}
	}
	return sum
}

// breached takes away the walls that have fallen.
func breached(w *war, province int, realms []int) {
	p := w.State.province(province)
	var walls []string
	var hp []int64
	for i, code := range p.Walls {
		if left := w.walls[province-1][i]; left > 0 {
			walls, hp = append(walls, code), append(hp, left)
			continue
		}
		w.turn.Tell(phrase.P("wall-fallen", phrase.Num("province", province), phrase.Key("wall", "wall."+code)), realms...)
	}
	p.Walls, w.walls[province-1] = walls, hp
}

// aftermath: who is dead goes, who fled leaves the province, and attackers
// without the field take nothing.
func aftermath(w *war, s *sides, l *line, result *rows.Result) {
	won := !result.Drawn && result.Winner == l.side(rows.Attackers)
	for side, armies := range s.armies {
		for _, a := range armies {
			if side == int(rows.Attackers) && !won {
				w.stopped[a] = true
			}
			stands := false
			for i, f := range l.from[l.side(rows.Side(side))] {
				after := result.After[l.side(rows.Side(side))][i]
				stands = stands || f.army == a && after.HP > 0 && !after.Fled
			}
			a.drop()
			switch {
			case len(a.Stacks) == 0:
				w.remove(a)
				w.turn.Tell(phrase.P("army-fell", phrase.Str("army", a.called()), phrase.Num("province", s.province)),
					append(l.realms, a.Realm)...)
			case !stands:
				retreat(w, a, l.realms)
			}
		}
	}
}

// retreat leads a beaten army to the own neighbour province with most people, the
// lowest number among equals; without one it stays, routed for a week (§7).
func retreat(w *war, a *Army, realms []int) {
	w.fled[a], a.March, a.Takes = true, nil, false
	best := 0
	for _, m := range w.State.province(a.At).Ways {
		p := w.State.province(m)
		if p.Owner == a.Realm && a.Realm > 0 && a.pace(w.Tables, w.State.province(a.At).Terrain, p.Terrain) > 0 &&
			(best == 0 || p.People > w.State.province(best).People) {
			best = m
		}
	}
	realms = append(slices.Clone(realms), a.Realm)
	args := []phrase.Arg{phrase.Str("army", a.called()), phrase.Num("from", a.At), phrase.Num("province", best)}
	if best == 0 {
		a.Routed = true
		w.turn.Tell(phrase.P("routed-there", args...), realms...)
		return
	}
	w.turn.Tell(phrase.P("retreats", args...), realms...)
	w.relocate(a, best)
}
