// Package order is what can be ordered and reported in Terra: Language is the table of sections, and each kind of line
// is a struct whose tags declare its parts (orders/part). That one declaration reads, prints and explains the line (law
// 7). A result from the table has the writer's own figures first. Whether a line is possible is asked by the phases.
package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/worlds/rulekit"
)

// Language is the table of sections.
func Language() *orders.Language {
	return (&orders.Language{OfSheet: aboutSheet, Sections: []orders.Section{
		part.Section(orders.Section{Letter: 'A', Names: []string{"Armee", "Army", "Armies"}, Twice: "army-twice"},
			armies),
		part.Section(orders.Section{Letter: 'T', Names: []string{"Tisch", "Table"}, Line: part.Either(results, told),
			Twice: "result-twice"}, results, stakes),
		rulekit.SettingsSection(orders.Section{
			Names: []string{"Sonstiges", "Settings"},
			Examples: []string{"Spielt ja", "Plays no", "Freigabe", "rel", "Freigabe nein", "Sprache en",
				"Computer PC", "Zip ja", "Map no", "Bericht voll", "Kampagnenende", "CampaignEnd no"},
		}, settings...),
		{Letter: 'N', Names: []string{"Nachrichten", "Notes"}, Kind: orders.Messages,
			Examples: []string{"#2", "Frieden?", "#A", "#M"}},
	}}).Shaped()
}

// aboutSheet reports whether a setting is about the orders beside it.
func aboutSheet(o orders.Order) bool {
	s, is := o.(rulekit.SettingOrder)
	return is && s.Setting == SetRelease
}

// The settings that are not about the letters.
var (
	SetPlays   = rulekit.Word{De: "Spielt", En: "Plays"}
	SetRelease = rulekit.Word{De: "Freigabe", En: "Release"}
	SetFinish  = rulekit.Word{De: "Kampagnenende", En: "CampaignEnd"} // the game master's: this round is the last
)

// settings are those of $S. What takes part in the end of a phase may stand alone, which is yes.
var settings = []rulekit.SettingRow{
	{Name: SetPlays, Values: []rulekit.Word{rulekit.Yes, rulekit.No}},
	{Name: SetRelease, Values: []rulekit.Word{rulekit.Yes, rulekit.No}, Alone: true},
	{Name: SetFinish, Values: []rulekit.Word{rulekit.Yes, rulekit.No}, Alone: true},
	rulekit.LanguageRow,
	// QUIRK: a guess at a computer names it twice, and reports that are verified have it so.
	{Name: rulekit.ComputerRow.Name, Values: []rulekit.Word{
		{De: "UTF8", En: "UTF8"}, {De: "PC", En: "PC"}, {De: "Amiga", En: "Amiga"},
	}},
	rulekit.ZipRow,
	rulekit.MapRow,
	rulekit.ReportRow,
}
