package planner

import (
	"slices"
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/craft"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// spells are what priests and sorcerers do with their points.
func (d *desk) spells(a *realm.Army) []game.Action {
	switch a.Name.Unit {
	case tables.Unit{Type: 'P', Class: 'H'}:
		return d.castOn(a, "bless", d.Tables.Rules.BlessReach, func(p game.Place) bool {
			return int(d.Field(p).Owner) == d.number
		})
	case tables.Unit{Type: 'Z', Class: 'B'}:
		free := d.castOn(a, "free", d.Tables.Rules.SpellReach, func(p game.Place) bool {
			return slices.ContainsFunc(d.ArmiesAt(p), func(b *realm.Army) bool {
				return b.Realm != d.number && b.Name.Type == 'D'
			})
		})
		return append([]game.Action{d.summon(a, tables.CommonDemon), d.summon(a, tables.ArchDemon)}, free...)
	case tables.MonsterLord:
		return d.castOn(a, "tame", d.Tables.Rules.SpellReach, func(p game.Place) bool {
			return slices.ContainsFunc(d.ArmiesAt(p), func(b *realm.Army) bool { return b.Realm == 0 })
		})
	case tables.Unit{Type: 'Z', Class: 'S'}:
		return d.hasten(a)
	}
	return nil
}

// castOn is a spell on one of the fields in reach that are good for it. Without one there is nothing to choose.
func (d *desk) castOn(a *realm.Army, code string, reach int, good func(game.Place) bool) []game.Action {
	var choices []game.Option
	for _, p := range d.around(a.At, reach) {
		if !d.Clear(p) || !good(p) || len(choices) == mostChoices {
			continue
		}
		_, why := d.special(a, realm.Special{Form: realm.AField, At: d.xy(p)})
		choices = append(choices, game.Option{Value: d.label(p), Name: d.label(p), Why: d.why(why)})
	}
	return []game.Action{d.action(code, d.line(a, castsOnField, realm.Defend, ""),
		game.Field{Part: partSpecial, Choices: choices})}
}

// around lists the fields within a distance, the nearest first.
func (d *desk) around(at game.Place, reach int) []game.Place {
	out, known := []game.Place{at}, map[game.Place]bool{at: true}
	for first := 0; reach > 0; reach-- {
		end := len(out)
		for ; first < end; first++ {
			for dir := game.Direction(1); dir <= 6; dir++ {
				if q := d.Grid.Step(out[first], dir); q != game.Nowhere && !known[q] {
					known[q] = true
					out = append(out, q)
				}
			}
		}
	}
	return out
}

// summon calls demons of a kind: as many as the points pay for.
func (d *desk) summon(a *realm.Army, u tables.Unit) game.Action {
	name := realm.ArmyName{Unit: u, ID: d.free(u)}
	action := d.tried("summon", a, marchesWithArmy, realm.Special{Form: realm.AnArmy, Army: name, Count: 1},
		name.String(), "")
	action.Name += ": " + d.name("unit."+u.String())
	most := a.Men / craft.SummonCost(d.Turn, u, 1)
	if most == 0 && action.Why == nil {
		action.Why = d.why(phrase.P("summon-shatters", phrase.Str("army", a.Name.String()),
			phrase.Num("needed", craft.SummonCost(d.Turn, u, 1)), phrase.Num("points", a.Men)))
	}
	action.Fields = []game.Field{{Part: partCount, Least: 1, Most: most, Unit: d.counts(u)}}
	return action
}

// hasten gives one of the realm's armies its points once more.
func (d *desk) hasten(a *realm.Army) []game.Action {
	var choices []game.Option
	for _, b := range d.State.Armies[d.number] {
		if d.Grid.Distance(a.At, b.At) > d.Tables.Rules.SpellReach || d.Row(b).Cost == 0 ||
			len(choices) == mostChoices {
			continue
		}
		_, why := d.special(a, realm.Special{Form: realm.AnArmy, Army: b.Name})
		choices = append(choices, game.Option{Value: b.Name.String(), Name: d.named(b), Why: d.why(why)})
	}
	return []game.Action{d.action("hasten", d.line(a, marchesWithArmy, realm.Defend, "", ""),
		game.Field{Part: partSpecial, Choices: choices})}
}

// markets lists the towns in sight where a trader would earn something.
func (d *desk) markets(a *realm.Army) (out []game.Option) {
	for i := range d.State.Fields {
		p := game.Place(i)
		if !d.Clear(p) || !market.Market(d.Turn, p) {
			continue
		}
		gold, _ := market.Gain(d.Turn, a, p)
		if gold == 0 {
			continue
		}
		out = append(out, game.Option{Value: d.label(p),
			Name: d.label(p) + ", " + strconv.FormatInt(gold, 10) + " " + d.book.T("desk.gold")})
	}
	return out
}
