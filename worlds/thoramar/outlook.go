package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// outlook tells the treasury as it stands and as $G, $B, $R and new formations
// will leave it, after each of them if there are several; in autumn also what the
// year's end will bring and cost.
func (w *World) outlook(t *Turn, realm int) []phrase.Phrase {
	now, left := w.state.Realms[realm].Gold, t.state.Realms[realm].Gold
	out := []phrase.Phrase{phrase.P("outlook-gold", phrase.Num("now", now), phrase.Num("spent", now-left), phrase.Num("left", left))}
	if steps := t.spending(realm, now); len(steps) > 1 {
		out = append(out, steps...)
	}
	if autumn(t.state.Turn) {
		out = append(out, t.foreseeHarvest(realm)...)
	}
	if w.state.Realms[realm].Account < 0 {
		out = append(out, phrase.P("account-low"))
	}
	return out
}

// spending tells the treasury after each section that costs something, in the
// order in which the turn pays them (see before).
func (t *Turn) spending(realm int, left int64) (out []phrase.Phrase) {
	for _, purpose := range []string{"transfer", "build", "recruit", "formations"} {
		if gold := t.outlay[realm][purpose]; gold > 0 {
			left -= gold
			out = append(out, phrase.P("outlook-after", phrase.Key("section", "outlook-"+purpose), phrase.Num("gold", gold), phrase.Num("left", left)))
		}
	}
	return out
}

// foreseeHarvest reckons the year's end by what the realm has before week 1, with
// the work that is finished by then and the points that sorcerers spend; what the
// weeks bring and take nobody knows. Where the money will not do, it warns.
func (t *Turn) foreseeHarvest(realm int) []phrase.Phrase {
	var year yearOf
	var mines, veins int64 // veins: of mines that are opened again, drawn by the turn
	for i := range t.state.Fields {
		if int(t.state.Fields[i].Owner) != realm {
			continue
		}
		f := t.state.Fields[i] // a copy: the work on it is finished here only
		if b := f.Building; b != nil && b.Ready != 0 && b.Ready <= t.state.Turn {
			done := *b
			if done.finish() && t.tables.building(done.Kind).Mine {
				done.Mine = 0
				veins++
			}
			f.Building = &done
		}
		t.addYear(&year, &f)
		if f.Building != nil {
			mines += t.mineIncome(f.Building)
		}
	}
	for _, a := range t.state.Armies[realm] {
		if men := t.pointsLeft(a); men >= t.row(a).Min {
			year.upkeep += t.armyUpkeep(a, men)
		}
	}
	gold := t.state.Realms[realm].Gold + year.land + year.buildings + mines
	paid := min(gold, year.upkeep)
	harvest := phrase.P("outlook-harvest", phrase.Num("land", year.land), phrase.Num("buildings", year.buildings), phrase.Num("mines", mines))
	if mines == 0 {
		harvest = phrase.P("outlook-harvest-no-mines", phrase.Num("land", year.land), phrase.Num("buildings", year.buildings))
	}
	out := []phrase.Phrase{
		harvest,
		phrase.P("outlook-upkeep", phrase.Num("gold", year.upkeep), phrase.Num("left", gold-paid)),
	}
	if veins > 0 {
		out = append(out, phrase.P("outlook-veins", phrase.Num("n", veins)))
	}
	if unpaid := year.upkeep - paid - veins*t.tables.Rules.MineYieldMin; unpaid > 0 {
		t.caveat(realm, orders.Position{}, phrase.P("upkeep-short", phrase.Num("gold", unpaid),
			phrase.Num("percent", upBy(unpaid*t.tables.Rules.UnpaidShrink, year.upkeep*10))))
	}
	return out
}
