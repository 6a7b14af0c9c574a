package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// legend explains the report's abbreviations and shows the prices, in the world's own numbers. It has a row for each
// unit and fortification.
func legend(at realm.Position, whose int, lang phrase.Lang) []byte {
	t := reader(at, whose).TextIn(at.Rules.Words(lang))
	writeLegend(t, at.Tables)
	return t.Out
}

// writeLegend writes the tables of the legend.
func writeLegend(t *rulekit.Text, at *tables.Tables) {
	n := &at.Rules
	t.Say("", "legend.units")
	rulekit.WriteTable(t, 1, unitHeads, unitRows(t.Book, at))
	t.Blank()
	t.Say("", "legend.walls")
	rulekit.WriteTable(t, 1, []string{"name", "price", "HP"}, rulekit.Map(at.Wall, func(w tables.WallRow) []string {
		return []string{t.Book.T(w.Key()), rulekit.Digits(w.Cost), rulekit.Digits(w.HP)}
	}))
	t.Blank()
	t.Say("", "legend.money", num("tax", n.Tax), num("production", n.Production), num("upkeep", n.Upkeep))
	t.Say("", "legend.mana", num("week", n.ManaWeek), num("home", n.HomeMana), num("most", n.ManaMost))
	t.Say("", "legend.carries", num("boats", carries(at)))
	t.Say("", "legend.blow")
	t.Say("", "legend.experience", num("gain", n.ExperienceGain), num("most", n.ExperienceMost))
}

var unitHeads = []string{"name", "price", "A", "V", "damage", "HP", "speed", "range", "walls", "weight"}

// unitRows are the units that can be produced. A dash stands for 0.
func unitRows(book *phrase.Book, at *tables.Tables) [][]string {
	return rulekit.Map(at.Unit, func(u tables.UnitRow) []string {
		return []string{book.T(u.Key()), rulekit.Digits(u.Cost), rulekit.Digits(u.A), rulekit.Digits(u.V),
			rulekit.Digits(u.Damage), rulekit.Digits(u.HP), rulekit.Digits(u.Speed), rulekit.Some(u.Range),
			times(book, u.Walls), rulekit.Some(u.Weight)}
	})
}

// carries is the most room that any unit offers: the tables need not have exactly one boat.
func carries(at *tables.Tables) (most int64) {
	for i := range at.Unit {
		most = max(most, at.Unit[i].Carries)
	}
	return most
}

// times writes a share in permille as a factor, in the reader's way: 500 is 0.5 or 0,5.
func times(book *phrase.Book, permille int64) string {
	if permille == 0 {
		return "-"
	}
	out, point := rulekit.Digits(permille/1000), "."
	if book.Lang == phrase.De {
		point = ","
	}
	if rest := permille % 1000; rest > 0 {
		out += point + strings.TrimRight(rulekit.Digits(1000 + rest)[1:], "0")
	}
	return out
}
