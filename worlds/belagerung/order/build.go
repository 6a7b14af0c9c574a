package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/tables"
)

// buildExample is shown with a problem in a line of $B.
const buildExample = "S2 Steinbruch"

// BuildOrder lets a settler build where it stands.
type BuildOrder struct {
	Settler Name        `part:"unit"`
	Kind    tables.Kind `part:"building"`
}

var buildings = part.New[BuildOrder](parts.With(part.Kinds{"building": buildingPart}),
	buildExample, buildExample, "S1 Holzfäller", "S1 smithy", "S2 Vorposten", "S1 Ausbildung", "S2 lumber camp",
	"S1 training site")

// Print appends `S2 Steinbruch`.
func (o BuildOrder) Print(dst []byte, lang phrase.Lang) []byte { return buildings.Print(dst, o, lang) }

// Built are what a settler builds where it stands, in the order in which they are listed.
var Built = []tables.Kind{tables.Quarry, tables.LumberCamp, tables.Smithy, tables.Outpost, tables.Training}

var (
	// KindWords are the words of buildings and engines.
	KindWords = map[tables.Kind][]string{
		tables.Quarry:     {"Steinbruch", "Quarry"},
		tables.LumberCamp: {"Holzfaeller", "Lumber_camp", "Holzfällerlager", "Lumber"},
		tables.Smithy:     {"Schmiede", "Smithy"},
		tables.Outpost:    {"Vorposten", "Outpost"},
		tables.Training:   {"Ausbildung", "Training", "Ausbildungsplatz"},
		tables.Catapult:   {"Katapult", "Catapult"},
		tables.Ballista:   {"Balliste", "Ballista"},
	}

	// secondWords may stand behind the word of a building, as reports write it.
	secondWords = map[tables.Kind][]string{tables.LumberCamp: {"camp", "Lager"}, tables.Training: {"site", "Platz"}}
)

// buildingPart is a building, with its second word or without.
var buildingPart = &part.Kind[tables.Kind]{
	Form: "building=Steinbruch/Quarry|Holzfaeller/Lumber%camp|Schmiede/Smithy|Vorposten/Outpost|" +
		"Ausbildung/Training%site",
	Take: part.Taken(func(r *orders.Reading) tables.Kind {
		k := one(r, "building", Built, KindWords)
		if r.More() && orders.Among(r.Peek().Value, secondWords[k]) {
			r.Skip()
		}
		return k
	}),
	Print: printed(KindWords),
}
