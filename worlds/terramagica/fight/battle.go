package fight

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// Thousand is how many of the engine's units make one point of attack, defence, damage or hit points.
const Thousand = 1000

// Wound notes everybody's hit points before the week's battles.
func Wound(w *War) {
	for _, a := range w.State.All() {
		for i := range a.Stacks {
			s := &a.Stacks[i]
			s.HP = s.Number * w.Tables.UnitOf(s.Unit).HP * Thousand
		}
	}
}

// fielded is where a stack of a battle comes from: a stack of an army, or an avatar.
type fielded struct {
	Army  *realm.Army
	Unit  string
	realm int // of an avatar
}

// Line is a battle as the engine fights it. The side with walls is the engine's defender, even if it attacks from
// behind them (battlelines.Battle.Turned).
type Line struct {
	Battle battlelines.Battle
	From   [2][]fielded
	realms []int
	Walled bool
}

// Side returns the engine's side for one of ours.
func (l *Line) Side(s battlelines.Side) battlelines.Side {
	if l.Battle.Turned {
		return s.Foe()
	}
	return s
}

// Fight fights one battle and carries out its results.
func Fight(w *War, s *Sides, subject int64) {
	l := LineUp(w, s)
	result := battlelines.Fight(&l.Battle, &w.Tables.Battle,
		battlelines.Dice{Seed: w.turn.Seed, Turn: w.State.Turn, Subject: subject})
	w.turn.Tell(phrase.P("battle", phrase.Num("province", s.Province), phrase.Num("realm", s.realm)), l.realms...)
	for _, a := range s.apart {
		w.turn.Tell(phrase.P("stays-out", phrase.Str("army", a.Called())), l.realms...)
	}
	for _, p := range result.Protocol(&l.Battle, nil) {
		w.turn.Tell(p, l.realms...)
	}
	book(w, s, l, result)
	meet(w, s)
	aftermath(w, s, l, result)
}

// meet notes who has fought whom, and who an avatar. In a home it also notes who fought on its owner's side.
func meet(w *War, s *Sides) {
	if owner := w.State.Province(s.Province).Owner; owner > 0 && w.State.Realms[owner].Home == s.Province {
		for side, armies := range s.Armies {
			for _, a := range armies {
				w.Allies[a] = ownersSide(w, s, battlelines.Side(side))
			}
		}
	}
	for _, a := range s.Armies[battlelines.Attackers] {
		for _, b := range s.Armies[battlelines.Defenders] {
			w.met[meeting{a, b}], w.met[meeting{b, a}] = true, true
		}
	}
	for side, whose := range s.Avatar {
		if whose == 0 {
			continue
		}
		for _, a := range s.Armies[battlelines.Side(side).Foe()] {
			w.met[meeting{a: a}] = true
		}
	}
	for _, armies := range s.Armies {
		for _, a := range armies {
			w.Fought[a]++
		}
	}
}

// ownersSide reports whether a side is the province's owner's: one of the owner's armies or its avatar fights on it.
func ownersSide(w *War, s *Sides, side battlelines.Side) bool {
	owner := w.State.Province(s.Province).Owner
	return owner > 0 && (s.Avatar[side] == owner ||
		slices.ContainsFunc(s.Armies[side], func(a *realm.Army) bool { return a.Realm == owner }))
}

// LineUp makes the engine's battle of two sides.
func LineUp(w *War, s *Sides) *Line {
	l := &Line{realms: w.Witnesses(s.Province)}
	of := [2]bool{ownersSide(w, s, battlelines.Attackers), ownersSide(w, s, battlelines.Defenders)}
	l.Walled = len(w.State.Province(s.Province).Walls) > 0 && (of[battlelines.Attackers] || of[battlelines.Defenders])
	l.Battle.Turned = l.Walled && !of[battlelines.Defenders]
	for side := range s.Armies {
		at := l.Side(battlelines.Side(side))
		for _, a := range s.Armies[side] {
			for i := range a.Stacks {
				l.Battle.Sides[at] = append(l.Battle.Sides[at], field(w, a, &a.Stacks[i], battlelines.Side(side)))
				l.From[at] = append(l.From[at], fielded{Army: a, Unit: a.Stacks[i].Unit})
			}
		}
		if r := s.Avatar[side]; r > 0 {
			l.Battle.Sides[at] = append(l.Battle.Sides[at], AvatarOf(w.Tables, strconv.Itoa(r), w.avatars[r]))
			l.From[at] = append(l.From[at], fielded{realm: r})
		}
	}
	if l.Walled {
		for i, code := range w.State.Province(s.Province).Walls {
			l.Battle.Walls = append(l.Battle.Walls,
				battlelines.Wall{Name: "wall." + code, HP: w.Walls[s.Province-1][i],
					Full: w.Tables.WallOf(code).HP * Thousand})
		}
	}
	return l
}

// field is an army's stack as the engine sees it: with its experience, row and tactic. Without an order it takes the
// row of the table; attackers charge and defenders hold (§7).
func field(w *War, a *realm.Army, s *realm.Stack, side battlelines.Side) battlelines.Stack {
	u := w.Tables.UnitOf(s.Unit)
	out := battlelines.Stack{Unit: SoldierOf(u, s.Experience), Name: u.Key(), Army: a.Called(), HP: s.HP,
		Row: s.Stands(w.Tables), Tactic: s.Tactic}
	out.Unit.Attack = out.Unit.Attack * (100 + a.Mana) / 100 // each point of mana adds a percent, rounded down (§11.3)
	if s.Row == 0 && side == battlelines.Attackers {
		out.Tactic = battlelines.Charge
	}
	return out
}

// SoldierOf is a man of a unit with this much experience, in percent.
func SoldierOf(u *tables.UnitRow, experience int64) battlelines.Unit {
	return battlelines.Unit{
		Attack: u.A * Thousand * (100 + experience) / 100, Defence: u.V * Thousand * (100 + experience) / 100,
		Damage: u.Damage * Thousand, HP: u.HP * Thousand, Speed: int(u.Speed), Range: int(u.Range),
		Bow: u.Bow, Walls: u.Walls, Flies: u.Moves == "air",
	}
}

// AvatarOf is the shape in which the Hierophant fights. It charges from its row, whatever it suffers.
func AvatarOf(t *tables.Tables, whose string, hp int64) battlelines.Stack {
	v := &t.Avatar
	return battlelines.Stack{
		Unit: battlelines.Unit{Attack: v.A * Thousand, Defence: v.V * Thousand, Damage: v.Damage * Thousand, HP: v.HP *
			Thousand,
			Speed: int(v.Speed), Range: int(v.Range), Walls: v.Walls},
		Name: "avatar", Army: whose, HP: hp, Row: min(int(v.Row), t.Battle.Rows), Tactic: battlelines.Charge, Steadfast: true,
	}
}

// book notes the losses of stacks, avatars and walls. Survivors who struck or were struck gain the experience of one
// battle, up to the limit. They gain it once a week, and only from worthy foes (§7.12).
func book(w *War, s *Sides, l *Line, result *battlelines.Result) {
	n := &w.Tables.Rules
	for side := range l.From {
		foes := l.points(1-side, nil)
		for i, f := range l.From[side] {
			after := result.After[side][i]
			if f.Army == nil {
				w.avatars[f.realm] = after.HP
				continue
			}
			k := f.Army.Stack(f.Unit)
			k.HP, k.Number = after.HP, after.Number
			if after.Struck && !k.Learned && foes*1000 >= l.points(side, f.Army)*n.ExperienceFoe {
				k.Learned = true
				k.Experience = max(k.Experience, min(n.ExperienceMost, k.Experience+n.ExperienceGain))
			}
		}
	}
	if l.Walled {
		copy(w.Walls[s.Province-1], result.Walls)
		breached(w, s.Province, l.realms)
	}
}

// points are the whole hit points that one army had on a side when the battle began. For nil they are those of all.
func (l *Line) points(side int, of *realm.Army) int64 {
	sum := int64(0)
	for i, f := range l.From[side] {
		if of == nil || f.Army == of {
			sum += l.Battle.Sides[side][i].HP / Thousand
		}
	}
	return sum
}

// breached takes away the walls that have fallen.
func breached(w *War, province int, realms []int) {
	p := w.State.Province(province)
	var walls []string
	var hp []int64
	for i, code := range p.Walls {
		if left := w.Walls[province-1][i]; left > 0 {
			walls, hp = append(walls, code), append(hp, left)
			continue
		}
		w.turn.Tell(phrase.P("wall-fallen", phrase.Num("province", province), phrase.Key("wall", "wall."+code)),
			realms...)
	}
	p.Walls, w.Walls[province-1] = walls, hp
}

// aftermath removes the dead, leads those who fled out of the province, and lets attackers who did not win take
// nothing.
func aftermath(w *War, s *Sides, l *Line, result *battlelines.Result) {
	won := !result.Drawn && result.Winner == l.Side(battlelines.Attackers)
	for side, armies := range s.Armies {
		for _, a := range armies {
			if side == int(battlelines.Attackers) && !won {
				w.Stopped[a] = true
			}
			stands := false
			for i, f := range l.From[l.Side(battlelines.Side(side))] {
				after := result.After[l.Side(battlelines.Side(side))][i]
				stands = stands || f.Army == a && after.HP > 0 && !after.Fled
			}
			a.Drop()
			switch {
			case len(a.Stacks) == 0:
				w.Remove(a)
				w.turn.Tell(phrase.P("army-fell", phrase.Str("army", a.Called()), phrase.Num("province", s.Province)),
					append(l.realms, a.Realm)...)
			case !stands:
				retreat(w, a, l.realms)
			}
		}
	}
}

// retreat leads a beaten army to the own neighbouring province with the most people, or of equals the lowest number.
// Without one it stays, and is routed for a week (§7).
func retreat(w *War, a *realm.Army, realms []int) {
	w.Fled[a], a.March, a.Takes = true, nil, false
	best := 0
	for _, m := range w.State.Province(a.At).Ways {
		p := w.State.Province(m)
		if p.Owner == a.Realm && a.Realm > 0 && a.Pace(w.Tables, w.State.Province(a.At).Terrain, p.Terrain) > 0 &&
			(best == 0 || p.People > w.State.Province(best).People) {
			best = m
		}
	}
	realms = append(slices.Clone(realms), a.Realm)
	args := []phrase.Arg{phrase.Str("army", a.Called()), phrase.Num("from", a.At), phrase.Num("province", best)}
	if best == 0 {
		a.Routed = true
		w.turn.Tell(phrase.P("routed-there", args...), realms...)
		return
	}
	w.turn.Tell(phrase.P("retreats", args...), realms...)
	w.Relocate(a, best)
}

// Contact is the first round in which an attacking army and a foe that holds in a row can strike each other. It is 0 if
// they never can.
func Contact(w *War, a *realm.Army, row int) int {
	var own []battlelines.Stack
	for i := range a.Stacks {
		own = append(own, field(w, a, &a.Stacks[i], battlelines.Attackers))
	}
	return battlelines.FirstContact(own, []battlelines.Stack{{Row: row, Tactic: battlelines.Hold}}, &w.Tables.Battle)
}
