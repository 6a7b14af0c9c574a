// Package order is what can be ordered in Terra Magica: Language is the table of sections, and each kind of line is a
// struct whose tags declare its parts (orders/part). That one declaration reads, prints and explains the line (law 7).
// Whether a line is possible is asked by the phases. MarchOrder is a good first one.
package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/worlds/rulekit"
)

// Language is the table of the sections.
func Language() *orders.Language {
	return (&orders.Language{Missing: map[string]string{"no-such-army": "army"}, Sections: []orders.Section{
		part.Section(orders.Section{Letter: 'A', Names: []string{"Armee", "Army"}, Line: part.Either(marches, told),
			Makes: splitsOff}, marches, statuses, conquests, splits, merges),
		part.Section(orders.Section{Letter: 'K', Names: []string{"Kampf", "Formation"}}, formations),
		part.Section(orders.Section{Letter: 'R', Names: []string{"Rüsten", "Recruit"}}, recruits),
		part.Section(orders.Section{Letter: 'B', Names: []string{"Bauen", "Build"}}, buildings),
		part.Section(orders.Section{Letter: 'H', Names: []string{"Hierophant", "Home"}, Line: part.Either(homes, opened)},
			homes, manas),
		part.Section(orders.Section{Letter: 'S', Names: []string{"Sonstiges", "Settings"}}, settings),
		{Letter: 'N', Names: []string{"Nachrichten", "Notes"}, Kind: orders.Messages,
			Examples: []string{"#2", "Frieden an der Grenze?", "#A", "Hört alle her.", "#M"}},
	}}).Shaped()
}

// settingExample is shown with a problem in a line of $S, which is one word.
const settingExample = "Deutsch"

var (
	settingWords = rulekit.BareSettings()
	settingPart  = rulekit.SettingPart(settingWords, func(r *orders.Reading, t orders.Token) {
		unknown(r, t, "order.setting", orders.Nearest(t.Value, rulekit.BothWords(settingWords)))
	})
	settings = part.New[rulekit.BareOrder](parts.With(part.Kinds{"setting": settingPart}),
		settingExample, settingExample, "english", "UTF8", "PC", "Amiga", "zip", "unzip", "voll", "short")
)
