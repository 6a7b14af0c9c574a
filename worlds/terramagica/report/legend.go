package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// legend explains the report's abbreviations and shows the prices, in the world's own numbers. It has a row for each
// unit and fortification.
func legend(at realm.Position, whose int, lang phrase.Lang) []byte {
	p := newPage(at, whose)
	p.Book = at.Rules.Words(lang)
	p.legend()
	return p.Out
}

func (p *page) legend() {
	n := &p.at.Tables.Rules
	p.Say("", "legend.units")
	p.Table(1, unitHeads, p.unitRows())
	p.Blank()
	p.Say("", "legend.walls")
	p.Table(1, []string{"name", "price", "HP"}, frame.Map(p.at.Tables.Wall, func(w tables.WallRow) []string {
		return []string{p.Book.T(w.Key()), frame.Digits(w.Cost), frame.Digits(w.HP)}
	}))
	p.Blank()
	p.Say("", "legend.money", num("tax", n.Tax), num("production", n.Production), num("upkeep", n.Upkeep))
	p.Say("", "legend.mana", num("week", n.ManaWeek), num("home", n.HomeMana), num("most", n.ManaMost))
	p.Say("", "legend.carries", num("boats", p.carries()))
	p.Say("", "legend.blow")
	p.Say("", "legend.experience", num("gain", n.ExperienceGain), num("most", n.ExperienceMost))
}

var unitHeads = []string{"name", "price", "A", "V", "damage", "HP", "speed", "range", "walls", "weight"}

// unitRows are the units that can be produced. A dash stands for 0.
func (p *page) unitRows() [][]string {
	return frame.Map(p.at.Tables.Unit, func(u tables.UnitRow) []string {
		return []string{p.Book.T(u.Key()), frame.Digits(u.Cost), frame.Digits(u.A), frame.Digits(u.V),
			frame.Digits(u.Damage), frame.Digits(u.HP), frame.Digits(u.Speed), frame.Some(u.Range),
			p.times(u.Walls), frame.Some(u.Weight)}
	})
}

// carries is the most room that any unit offers: the tables need not have exactly one boat.
func (p *page) carries() (most int64) {
	for i := range p.at.Tables.Unit {
		most = max(most, p.at.Tables.Unit[i].Carries)
	}
	return most
}

// times writes a share in permille as a factor, in the reader's way: 500 is 0.5 or 0,5.
func (p *page) times(permille int64) string {
	if permille == 0 {
		return "-"
	}
	out, point := frame.Digits(permille/1000), "."
	if p.Book.Lang == phrase.De {
		point = ","
	}
	if rest := permille % 1000; rest > 0 {
		out += point + strings.TrimRight(frame.Digits(1000 + rest)[1:], "0")
	}
	return out
}
