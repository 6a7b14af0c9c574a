package kolonien

import (
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/tables"
)

var _ game.Legender = (*World)(nil)

// Legend explains the report's abbreviations and shows the prices, from the world's own
// numbers: a row for each unit and ship, then what else costs ducats.
func (w *World) Legend(realm int) []byte {
	if realm < 1 || realm > len(w.state.Realms) {
		return nil
	}
	p := w.page(realm)
	p.legend()
	return p.out
}

func (p *page) legend() {
	p.say("", "legend.units")
	p.out = game.AppendColumns(p.out, 2, p.unitRows())
	p.out = append(p.out, '\n')
	p.say("", "legend.ships")
	p.out = game.AppendColumns(p.out, 2, p.shipRows())
	p.out = append(p.out, '\n')
	n := &p.w.tables.Rules
	p.say("", "legend.people", phrase.Num("leader", n.LeaderCost), phrase.Num("medic", n.MedicCost))
	p.say("", "legend.works", phrase.Num("cost", n.StepCost), phrase.Str("forts", p.forts()))
	p.say("", "legend.income", phrase.Num("home", n.IncomeHome), phrase.Num("level", n.IncomeLevel))
	p.say("", "legend.natives", phrase.Str("places", p.locations()))
	p.say("", "legend.factors", phrase.Num("years", n.PeriodYears), phrase.Num("periods", n.Periods))
}

// unitRows are the kinds of land units; only realms' own have a price.
func (p *page) unitRows() [][]string {
	rows := [][]string{p.heads("code", "name", "attack", "defence", "hits", "ducats")}
	for k := range tables.Kinds {
		u := &p.w.tables.Unit[k]
		rows = append(rows, []string{u.Code, p.book.T("legend.unit." + u.Code), strconv.Itoa(u.Attack), strconv.Itoa(u.Defence), strconv.Itoa(u.Hits),
			price(u.Cost, k < tables.Raised)})
	}
	return rows
}

// shipRows are the classes of ships; only realms' own have a price.
func (p *page) shipRows() [][]string {
	rows := [][]string{p.heads("code", "name", "attack", "defence", "hits", "hold", "ducats")}
	for c := range tables.Class(tables.Classes) {
		s := &p.w.tables.Ship[c]
		name := "legend.ship.pirate"
		if c < tables.Launched {
			name = "legend.ship." + s.Code
		}
		rows = append(rows, []string{s.Code, p.book.Say(phrase.P(name, phrase.Num("level", int(c)-int(tables.Launched)))), strconv.Itoa(s.Attack), strconv.Itoa(s.Defence),
			strconv.Itoa(s.Hits), strconv.Itoa(s.Hold), price(s.Cost, c < tables.Launched)})
	}
	return rows
}

func (p *page) heads(columns ...string) []string {
	for i, c := range columns {
		columns[i] = p.book.T("legend.head." + c)
	}
	return columns
}

// price is a cost, or a dash for what nobody can buy.
func price(cost int, sold bool) string {
	if !sold {
		return "-"
	}
	return strconv.Itoa(cost)
}

// forts lists what each fortification adds: "Palisade +1, Fort +2".
func (p *page) forts() string {
	var out []string
	for i := range p.w.tables.Fortification {
		out = append(out, p.book.T(p.w.fortKey(i+1))+" +"+strconv.Itoa(p.w.tables.Fortification[i].Bonus))
	}
	return strings.Join(out, ", ")
}

// locations lists the places of natives as the map numbers them, with what each adds.
func (p *page) locations() string {
	var out []string
	for i := range p.w.tables.Location {
		out = append(out, "U"+strconv.Itoa(i+1)+" "+p.book.T(p.w.locationKey(i+1))+" +"+strconv.Itoa(p.w.tables.Location[i].Bonus))
	}
	return strings.Join(out, ", ")
}
