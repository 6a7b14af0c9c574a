package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// legend explains the report's abbreviations and shows the prices, in the world's own numbers. It has a row for each
// unit and ship, then all else that costs ducats.
func legend(at realm.Position, realm int, lang phrase.Lang) []byte {
	p := newPage(at, realm)
	p.Book = at.Rules.Words(lang)
	return p.legend()
}

func (p *page) legend() []byte {
	p.Say("", "legend.units")
	p.Table(2, []string{"code", "name", "attack", "defence", "hits", "ducats"}, p.unitRows())
	p.Blank()
	p.Say("", "legend.ships")
	p.Table(2, []string{"code", "name", "attack", "defence", "hits", "hold", "ducats"}, p.shipRows())
	p.Blank()
	n := &p.at.Tables.Rules
	p.Say("", "legend.people", phrase.Num("leader", n.LeaderCost), phrase.Num("medic", n.MedicCost))
	p.Say("", "legend.works", phrase.Num("cost", n.StepCost), phrase.Str("forts", p.forts()))
	p.Say("", "legend.income", phrase.Num("home", n.IncomeHome), phrase.Num("level", n.IncomeLevel))
	p.Say("", "legend.natives", phrase.Str("places", p.locations()))
	p.Say("", "legend.factors", phrase.Num("years", n.PeriodYears), phrase.Num("periods", n.Periods))
	return p.Out
}

// unitRows are the kinds of land units. Only those that realms can raise have a price.
func (p *page) unitRows() [][]string {
	var rows [][]string
	for k := range tables.Kinds {
		u := &p.at.Tables.Unit[k]
		rows = append(rows, []string{u.Code, p.Book.T("legend.unit." + u.Code), frame.Digits(u.Attack),
			frame.Digits(u.Defence), frame.Digits(u.Hits),
			price(u.Cost, k < tables.Raised)})
	}
	return rows
}

// shipRows are the classes of ships. Only those that realms can build have a price.
func (p *page) shipRows() [][]string {
	var rows [][]string
	for c := range tables.Class(tables.Classes) {
		s := &p.at.Tables.Ship[c]
		name := "legend.ship.pirate"
		if c < tables.Launched {
			name = "legend.ship." + s.Code
		}
		rows = append(rows, []string{s.Code,
			p.Book.Say(phrase.P(name, phrase.Num("level", int(c)-int(tables.Launched)))), frame.Digits(s.Attack),
			frame.Digits(s.Defence),
			frame.Digits(s.Hits), frame.Digits(s.Hold), price(s.Cost, c < tables.Launched)})
	}
	return rows
}

// price is a cost, or a dash if nobody can buy it.
func price(cost int, sold bool) string {
	if !sold {
		return "-"
	}
	return frame.Digits(cost)
}

// forts lists what each fortification adds: "Palisade +1, Fort +2".
func (p *page) forts() string {
	var out []string
	for i := range p.at.Tables.Fortification {
		out = append(out, p.Book.T(p.at.Tables.FortKey(i+1))+" +"+frame.Digits(p.at.Tables.Fortification[i].Bonus))
	}
	return strings.Join(out, ", ")
}

// locations lists native locations as the map numbers them, each with its bonus.
func (p *page) locations() string {
	var out []string
	for i := range p.at.Tables.Location {
		out = append(out, "U"+frame.Digits(i+1)+" "+p.Book.T(p.at.Tables.LocationKey(i+1))+" +"+frame.Digits(
			p.at.Tables.Location[i].Bonus))
	}
	return strings.Join(out, ", ")
}
