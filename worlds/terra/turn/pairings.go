package turn

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/fight"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// pairings notes and reports who fights whom when the clock has stopped.
func pairings(t *Turn) {
	for _, b := range fight.Pair(&t.Turn, t.Position) {
		t.State.Battles = append(t.State.Battles, *b)
		t.drawn = append(t.drawn, len(t.State.Battles)-1)
		announce(t, b)
	}
	if awaits(t.Position) {
		t.Tell(phrase.P("nothing-to-tell"), slices.DeleteFunc(t.all(), t.State.AtTable)...)
		offerStakes(t)
	}
}

// offerStakes tells realms about computed battles on which they may stake (§8.12).
func offerStakes(t *Turn) {
	most := t.Tables.Rules.StakeMost / fight.StakeGives * order.StakeStep
	for i := range t.State.Realms {
		if t.State.Realms[i].Treasury < order.StakeStep || most == 0 {
			continue
		}
		if have := nameBattles(t.Position, func(b *realm.Battle) bool { return stakesOf(b, i+1) >= 0 }); have != noBattle {
			first, _, _ := strings.Cut(have, ",")
			t.Tell(phrase.P("may-stake", phrase.Str("have", have), phrase.Str("first", strings.TrimPrefix(first, "G")),
				phrase.Num("most", most)), i+1)
		}
	}
}

// announce tells a pairing to those whom it concerns: where it is, and who fights whom. At the table it also names the
// battlefield, the bonus, the limits of a garrison, and the list that is enclosed (§11.1).
func announce(t *Turn, b *realm.Battle) {
	tell := func(code string, args ...phrase.Arg) { t.Tell(phrase.P(code, args...), b.Parties()...) }
	n := phrase.Num("battle", b.Number)
	switch {
	case b.At == game.Nowhere:
		tell("paired-mercenaries", n)
	case b.Table:
		tell("paired-table", n, phrase.At("field", b.At), realm.TerrainArg(t.Position, b.At))
	default:
		tell("paired-computed", n, phrase.At("field", b.At), realm.TerrainArg(t.Position, b.At))
	}
	nameField(t, b)
	for i := range b.Sides {
		t.Tell(describe(t.Position, b, i), b.Parties()...)
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
		r := t.State.Realm(b.Sides[i].Player)
		t.Tell(phrase.P("side-player", append(t.State.RealmArgs(r.Number), phrase.Str("player", r.Player))...),
			b.Sides[1-i].Player)
	}
	ground := tables.Pasture // for mercenaries
	if b.At != game.Nowhere {
		ground = t.State.Fields[b.At].Terrain
	}
	tell("battlefield", phrase.Num("map", b.Map), phrase.Key("ground", "ground."+t.Tables.Terrain[ground].Code))
	for _, row := range t.Tables.Bonus[:b.Bonus] {
		tell("bonus", phrase.Key("side", sideKey(b, b.Favours)), phrase.Key("bonus", "bonus."+row.Code))
	}
	limits(t, b)
	enclose(t, b)
}

// nameField tells a king who never had a capital how the attacker counts the field. Such a king has no origin that
// others know (§3.1).
func nameField(t *Turn, b *realm.Battle) {
	owner := t.State.Realm(b.Sides[realm.Attacker].Owner)
	if b.At == game.Nowhere || owner == nil {
		return
	}
	for _, nation := range b.Parties() {
		if t.State.Realms[nation-1].Capital == game.Nowhere {
			x, y := t.State.Grid().Relative(owner.Capital, b.At)
			t.Tell(phrase.P("side-field", append(t.State.RealmArgs(owner.Number), phrase.XY("field", x, y))...), nation)
		}
	}
}

// sideKey is the key of the name of a side.
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

// describe says who a side is and who leads it.
func describe(p realm.Position, b *realm.Battle, side int) phrase.Phrase {
	s := &b.Sides[side]
	args := []phrase.Arg{phrase.Key("side", sideKey(b, side))}
	code := "side-mercenaries"
	switch {
	case s.Role == realm.Standing:
		code = "side-army"
		args = append(args, phrase.Num("army", s.Army))
	case s.Role == realm.Garrison && s.Owner == 0:
		code = "side-wild"
	case s.Role == realm.Garrison:
		code = "side-garrison"
	}
	if s.Role != realm.Mercenaries {
		args = append(args, phrase.Num("status", s.Status))
	}
	if s.Owner > 0 {
		args = append(args, p.State.RealmArgs(s.Owner)...)
	}
	if s.Player != s.Owner && s.Player > 0 {
		code += "-led"
		args = append(args, phrase.Num("leader", s.Player), phrase.Str("led", p.State.Realms[s.Player-1].Name))
	}
	return phrase.P(code, args...)
}

// limits says what the garrison of a terrain may not have (§7.6).
func limits(t *Turn, b *realm.Battle) {
	if b.Sides[realm.Defender].Role != realm.Garrison {
		return
	}
	size, row := t.Tables.Rules.ArmySize, &t.Tables.Terrain[t.State.Fields[b.At].Terrain]
	if row.Characters < 1000 {
		t.Tell(phrase.P("limit-characters", phrase.Num("points", tables.Permille(size, row.Characters))), b.Parties()...)
	}
	if row.Mounted < 1000 {
		t.Tell(phrase.P("limit-mounted", phrase.Num("points", tables.Permille(size, row.Mounted))), b.Parties()...)
	}
}

// enclose tells everybody who plays against a standing army that its list comes with the report, or that none was ever
// sent.
func enclose(t *Turn, b *realm.Battle) {
	for i, s := range b.Sides {
		if s.Role != realm.Standing {
			continue
		}
		code, army := "list-enclosed", phrase.Num("army", s.Army)
		if t.State.Unit(realm.Unit{Realm: s.Owner, Army: s.Army}).List.Sum == "" {
			code = "list-missing"
			t.Tell(phrase.P("list-missing-own", army), s.Owner)
		}
		t.Tell(phrase.P(code, append(t.State.RealmArgs(s.Owner), army)...), b.Sides[1-i].Player)
	}
}

// proclaim tells the result of a battle to those whom it concerns, each with their own figures first.
func proclaim(t *Turn, number int, b *realm.Battle) {
	for _, nation := range b.Parties() {
		side := b.LedBy(nation)
		if side < 0 { // the one that it owns
			side = slices.IndexFunc(b.Sides[:], func(s realm.Side) bool { return s.Owner == nation })
		}
		mine, theirs := &b.Sides[side], &b.Sides[1-side]
		args := []phrase.Arg{
			phrase.Num("battle", number), phrase.Key("verdict", verdictKey(b, side)), phrase.Num("own", mine.Points),
			phrase.Num("other", theirs.Points),
		}
		code := "result"
		if b.Verdict == realm.Computed {
			code = "result-computed"
		} else {
			args = append(args, phrase.Key("how", "how."+b.Verdict.Code()), phrase.Num("goals", mine.Goals),
				phrase.Num("theirs", theirs.Goals))
		}
		if b.At == game.Nowhere {
			code += "-mercenaries"
		} else {
			args = append(args, phrase.At("field", b.At))
		}
		if who := cmp.Or(theirs.Player, theirs.Owner); who > 0 {
			args = append(args, phrase.Str("opponent", t.State.Realms[who-1].Name))
		} else {
			code += "-wild"
		}
		t.Tell(phrase.P(code, args...), nation)
	}
}
