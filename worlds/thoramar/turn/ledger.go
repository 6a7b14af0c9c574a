package turn

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/craft"
	"weltentor/worlds/thoramar/market"
	"weltentor/worlds/thoramar/realm"
)

// gold is the only currency of treasuries.
const gold = "gold"

// ledger is what outlook says, as entries: the treasury as it was, what each line has spent before week 1, what that
// leaves, and the next autumn's income and upkeep, whenever it is.
func ledger(t *realm.Turn, number int, now int64) []game.MoneyLine {
	out := []game.MoneyLine{{Kind: "treasury", Code: gold, Amount: now, Sure: true}}
	spent := map[int]int64{}
	for _, p := range t.Receipt.Paid {
		spent[p.Line] += p.Gold
	}
	for line, sum := range spent {
		out = append(out, game.MoneyLine{Line: line, Kind: "order", Code: gold, Amount: -sum, Sure: true})
	}
	slices.SortFunc(out[1:], func(a, b game.MoneyLine) int { return cmp.Compare(a.Line, b.Line) })
	out = append(out, game.MoneyLine{Kind: "left", Code: gold, Amount: t.State.Realms[number].Gold, Sure: true})
	y := foreseeYear(t, number)
	for _, e := range []struct {
		kind, what string
		amount     int64
	}{
		{"income", "income.land", y.Land}, {"income", "income.buildings", y.Buildings}, {"income", "income.mines", y.mines},
		{"upkeep", "outlay.upkeep", -y.Upkeep},
	} {
		if e.amount != 0 {
			out = append(out, game.MoneyLine{Kind: e.kind, Code: gold, Amount: e.amount, What: phrase.P(e.what)})
		}
	}
	return append(out, rooms(t, number)...)
}

// rooms are what the buildings of a realm can still recruit this year.
func rooms(t *realm.Turn, number int) (out []game.MoneyLine) {
	for _, p := range t.State.Land(number) {
		f := t.Field(p)
		if b := f.Building; !b.Stands() || t.Tables.CapacityOf(number, b.Kind, b.Damage) == 0 {
			continue
		}
		left := CapacityLeft(t, f)
		x, y := t.Grid.Relative(t.State.Realms[number].Origin, p)
		out = append(out, game.MoneyLine{Kind: "room", Code: "capacity", At: game.Counted(x, y), Amount: left,
			What: phrase.P("desk.room", phrase.Num("left", left))})
	}
	slices.SortFunc(out, func(a, b game.MoneyLine) int { return cmp.Compare(a.At, b.At) })
	return out
}

// sure takes the certainty from entries of lines that count only on a condition, and so from what is left.
func sure(entries []game.MoneyLine, c *game.Checked) []game.MoneyLine {
	on, all := c.Conditional(), true
	for i := range entries {
		e := &entries[i]
		if e.Line != 0 && on[e.Line] {
			e.Sure, all = false, false
		}
		if e.Kind == "left" {
			e.Sure = all
		}
	}
	return entries
}

// yearsEnd is a realm's income and cost in autumn, as foreseen.
type yearsEnd struct {
	market.YearOf
	mines int64
	veins int64 // mines that are opened again, of which the turn draws what they yield
}

// foreseeYear computes the next year's end from what the realm has before week 1, with the work that is finished by
// then and the points that sorcerers spend this turn. Nobody knows what the weeks will bring and take.
func foreseeYear(t *realm.Turn, number int) (y yearsEnd) {
	autumn := t.State.Turn
	for !realm.Autumn(autumn) {
		autumn++
	}
	for _, p := range t.State.Land(number) {
		f := *t.Field(p) // a copy, as the work is finished only here
		if int(f.Blessed) <= autumn-t.State.Turn {
			f.Blessed = 0 // run down by then
		}
		if b := f.Building; b != nil && b.Ready != 0 && b.Ready <= autumn {
			done := *b
			if finish(&done) && t.Tables.FindBuilding(done.Kind).Mine {
				done.Mine = 0
				y.veins++
			}
			f.Building = &done
		}
		market.AddYear(t, &y.YearOf, &f)
		if f.Building != nil {
			y.mines += market.MineIncome(t, f.Building)
		}
	}
	for _, a := range t.State.Armies[number] {
		if men := craft.PointsLeft(t, a); men >= t.Row(a).Min {
			y.Upkeep += market.ArmyUpkeep(t, a, men)
		}
	}
	return y
}
