package terra

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// parties are the realms a battle concerns: owners and who leads a side.
func parties(b *realm.Battle) []int {
	var out []int
	for i := range b.Sides {
		out = append(out, b.Sides[i].Owner, b.Sides[i].Player)
	}
	slices.Sort(out)
	return slices.DeleteFunc(slices.Compact(out), func(r int) bool { return r == 0 })
}

// announce tells a pairing to those it concerns: where, who against whom, and at
// the table the battlefield, the bonus, the limits of a garrison and whose list is
// enclosed (§11.1).
func (t *round) announce(b *realm.Battle) {
	tell := func(code string, args ...phrase.Arg) { t.Tell(phrase.P(code, args...), parties(b)...) }
	n := phrase.Num("battle", b.Number)
	switch {
	case b.At == game.Nowhere:
		tell("paired-mercenaries", n)
	case b.Table:
		tell("paired-table", n, phrase.At("field", b.At), t.terrain(b.At))
	default:
		tell("paired-computed", n, phrase.At("field", b.At), t.terrain(b.At))
	}
	t.nameField(b)
	for i := range b.Sides {
		t.Tell(t.describe(b, i), parties(b)...)
	}
	if b.At != game.Nowhere {
		tell("side-strengths", phrase.Num("own", b.Sides[realm.Attacker].Strength),
			phrase.Num("other", b.Sides[realm.Defender].Strength))
	}
	for i := range b.Sides {
		if s := &b.Sides[i]; s.Support > 0 {
			tell("side-supported", phrase.Key("side", sideKey(b, i)), phrase.Num("points", s.Support))
		}
	}
	if !b.Table {
		return
	}
	for i := range b.Sides {
		r := t.state.Realm(b.Sides[i].Player)
		t.Tell(phrase.P("side-player", append(t.realmArgs(r.Number), phrase.Str("player", r.Player))...),
			b.Sides[1-i].Player)
	}
	tell("battlefield", phrase.Num("map", b.Map), phrase.Key("ground", "ground."+t.ground(b)))
	for _, row := range t.tables.Bonus[:b.Bonus] {
		tell("bonus", phrase.Key("side", sideKey(b, b.Favours)), phrase.Key("bonus", "bonus."+row.Code))
	}
	t.limits(b)
	t.enclose(b)
}

// nameField tells a king who never had a capital, and so has no origin of his own that
// others know, how the attacker counts the field (§3.1).
func (t *round) nameField(b *realm.Battle) {
	owner := t.state.Realm(b.Sides[realm.Attacker].Owner)
	if b.At == game.Nowhere || owner == nil {
		return
	}
	for _, nation := range parties(b) {
		if t.state.Realms[nation-1].Capital == game.Nowhere {
			x, y := t.state.Grid().Relative(owner.Capital, b.At)
			t.Tell(phrase.P("side-field", append(t.realmArgs(owner.Number), phrase.XY("field", x, y))...), nation)
		}
	}
}

func (t *board) terrain(at game.Place) phrase.Arg {
	return phrase.Key("terrain", "terrain."+t.tables.Terrain[t.state.Fields[at].Terrain].Code)
}

// ground is the code of the terrain a battle is fought on; mercenaries meet on pasture.
func (t *board) ground(b *realm.Battle) string {
	if b.At == game.Nowhere {
		return t.tables.Terrain[tables.Pasture].Code
	}
	return t.tables.Terrain[t.state.Fields[b.At].Terrain].Code
}

// sideKey names a side of a battle.
func sideKey(b *realm.Battle, side int) string {
	switch {
	case b.At == game.Nowhere && side == realm.Attacker:
		return "side.first"
	case b.At == game.Nowhere:
		return "side.second"
	case side == realm.Attacker:
		return "side.attacker"
	}
	return "side.defender"
}

// describe tells who a side is and who leads it.
func (t *board) describe(b *realm.Battle, side int) phrase.Phrase {
	s := &b.Sides[side]
	args := []phrase.Arg{phrase.Key("side", sideKey(b, side))}
	code := "side-mercenaries"
	switch {
	case s.Role == realm.Standing:
		code = "side-army"
		args = append(args, phrase.Num("army", s.Army), phrase.Num("status", s.Status))
	case s.Role == realm.Garrison && s.Owner == 0:
		code = "side-wild"
		args = append(args, phrase.Num("status", s.Status))
	case s.Role == realm.Garrison:
		code = "side-garrison"
		args = append(args, phrase.Num("status", s.Status))
	}
	if s.Owner > 0 {
		args = append(args, t.realmArgs(s.Owner)...)
	}
	if s.Player != s.Owner && s.Player > 0 {
		code += "-led"
		args = append(args, phrase.Num("leader", s.Player), phrase.Str("led", t.state.Realms[s.Player-1].Name))
	}
	return phrase.P(code, args...)
}

// against says, for a receipt, whom a side fights.
func (t *board) against(b *realm.Battle, side int) []phrase.Arg {
	mine, theirs := &b.Sides[side], &b.Sides[1-side]
	who := func(s *realm.Side) string {
		switch {
		case s.Player > 0:
			return t.state.Realms[s.Player-1].Name
		case s.Owner > 0:
			return t.state.Realms[s.Owner-1].Name
		}
		return "–"
	}
	return []phrase.Arg{phrase.Str("name", who(mine)), phrase.Str("opponent", who(theirs))}
}

// limits tells what the garrison of a terrain may not have (§7.6).
func (t *round) limits(b *realm.Battle) {
	if b.Sides[realm.Defender].Role != realm.Garrison {
		return
	}
	size, row := t.tables.Rules.ArmySize, &t.tables.Terrain[t.state.Fields[b.At].Terrain]
	if row.Characters < 1000 {
		t.Tell(phrase.P("limit-characters", phrase.Num("points", tables.Permille(size, row.Characters))), parties(b)...)
	}
	if row.Mounted < 1000 {
		t.Tell(phrase.P("limit-mounted", phrase.Num("points", tables.Permille(size, row.Mounted))), parties(b)...)
	}
}

// enclose tells each who plays against a standing army that its list comes with the
// report, or that none was ever sent.
func (t *round) enclose(b *realm.Battle) {
	for i := range b.Sides {
		s := &b.Sides[i]
		if s.Role != realm.Standing {
			continue
		}
		code, army := "list-enclosed", phrase.Num("army", s.Army)
		if t.state.Unit(realm.Unit{Realm: s.Owner, Army: s.Army}).List.Sum == "" {
			code = "list-missing"
			t.Tell(phrase.P("list-missing-own", army), s.Owner)
		}
		t.Tell(phrase.P(code, append(t.realmArgs(s.Owner), army)...), b.Sides[1-i].Player)
	}
}

// proclaim tells the result of a battle to those it concerns, each with his own
// figures first; who neither leads nor owns a side is told nothing.
func (t *round) proclaim(number int, b *realm.Battle) {
	for _, nation := range parties(b) {
		side := stake(b, nation)
		mine, theirs := &b.Sides[side], &b.Sides[1-side]
		args := []phrase.Arg{
			phrase.Num("battle", number), phrase.Key("verdict", verdictKey(b, side)), phrase.Num("own", mine.Points),
			phrase.Num("other", theirs.Points),
		}
		code := "result"
		if b.Verdict == realm.Computed {
			code = "result-computed"
		} else {
			args = append(args, phrase.Key("how", "how."+howWords[b.Verdict]), phrase.Num("goals", mine.Goals),
				phrase.Num("theirs", theirs.Goals))
		}
		if b.At == game.Nowhere {
			code += "-mercenaries"
		} else {
			args = append(args, phrase.At("field", b.At))
		}
		if who := cmp.Or(theirs.Player, theirs.Owner); who > 0 {
			args = append(args, phrase.Str("opponent", t.state.Realms[who-1].Name))
		} else {
			code += "-wild"
		}
		t.Tell(phrase.P(code, args...), nation)
	}
}

// howWords are the keys of the verdicts.
var howWords = [...]string{realm.Awaited: "awaited", realm.Agreed: "agreed", realm.Ruled: "ruled",
	realm.Unsettled: "unsettled", realm.Computed: "computed", realm.Unanswered: "unanswered"}

// stake is the side of a battle that matters to a realm: the one it leads, else its own.
func stake(b *realm.Battle, nation int) int {
	if s := side(b, nation); s >= 0 {
		return s
	}
	return slices.IndexFunc(b.Sides[:], func(s realm.Side) bool { return s.Owner == nation })
}
