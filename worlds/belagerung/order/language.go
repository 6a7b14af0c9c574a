package order

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// The words of the orders: the first of each is printed in German, the second in English.
var (
	SymbolWords = map[tables.Symbol][]string{
		tables.Sword: {"Schwert", "Sword"},
		tables.Bow:   {"Bogen", "Bow"},
		tables.Shoe:  {"Schuh", "Shoe", "Reiter", "Rider", "Pferd", "Horse"},
	}
	settlerWords = []string{"Siedler", "Settler"}
	KindWords    = map[tables.Kind][]string{
		tables.Quarry:     {"Steinbruch", "Quarry"},
		tables.LumberCamp: {"Holzfaeller", "Lumber_camp", "Holzfällerlager", "Lumber"},
		tables.Smithy:     {"Schmiede", "Smithy"},
		tables.Outpost:    {"Vorposten", "Outpost"},
		tables.Training:   {"Ausbildung", "Training", "Ausbildungsplatz"},
		tables.Catapult:   {"Katapult", "Catapult"},
		tables.Ballista:   {"Balliste", "Ballista"},
	}
	buildingWords = []string{"Gebaeude", "Building"}
	weakenWords   = []string{"schwaechen", "weaken"}
	atWords       = []string{"auf", "at", "on"}
	FortressWords = []string{"Festung", "Fortress"}
	PowerWords    = []string{"Kraft", "Power"}
	RangeWords    = []string{"Reichweite", "Range"}
	CounterWords  = []string{"Konter", "Counter"}
	engineWords   = []string{"Maschine", "Engine"}
	crewWords     = []string{"Besatzung", "Crew"}
	// secondWords may stand behind the word of a building, as reports write it.
	secondWords = map[tables.Kind][]string{tables.LumberCamp: {"camp", "Lager"}, tables.Training: {"site", "Platz"}}
)

// otherWords are what people write for the words of the orders, for guesses: each row begins with the word that is
// meant.
var otherWords = [][2]string{
	{"Schwert", "schwertkaempfer krieger soldat infanterie fussvolk"},
	{"Sword", "swordsman warrior soldier infantry footman"},
	{"Bogen", "bogenschuetze schuetze armbrust pfeil"},
	{"Bow", "archer bowman crossbow arrow"},
	{"Schuh", "reiterei kavallerie ritter stiefel"},
	{"Shoe", "cavalry knight horseman boot"},
	{"Siedler", "bauer arbeiter kolonist"},
	{"Settler", "peasant worker colonist builder"},
	{"Steinbruch", "stein steine"},
	{"Quarry", "stone stones"},
	{"Holzfaeller", "holz saegewerk wald"},
	{"Lumber", "wood sawmill woodcutter"},
	{"Schmiede", "esse amboss"},
	{"Smithy", "forge blacksmith"},
	{"Vorposten", "turm wachturm"},
	{"Outpost", "tower watchtower"},
	{"Ausbildung", "kaserne uebungsplatz"},
	{"Training", "barracks"},
	{"Katapult", "steinschleuder"},
	{"Catapult", "trebuchet onager"},
	{"Balliste", "speerschleuder"},
	{"Ballista", "scorpion"},
	{"Gebaeude", "haus bauwerk"},
	{"Building", "house"},
	{"Freigabe", "fertig freigeben"},
	{"Release", "done ready"},
	{"Festung", "burg"},
	{"Fortress", "castle"},
}

// built are what a settler builds where it stands, engines what he builds with a
// horseman, each in the order in which they are listed.
var (
	Built   = []tables.Kind{tables.Quarry, tables.LumberCamp, tables.Smithy, tables.Outpost, tables.Training}
	Engines = []tables.Kind{tables.Catapult, tables.Ballista}
)

// releaseWord gives a turn free although lines of it are wrong, passWord although it
// commands nothing.
const (
	ReleaseWord = "Freigabe"
	PassWord    = "passe"
)

// settingWords are the words of $S beside the fortress: in each row those that
// mean the same, German and English.
var settingWords = [][]string{
	{ReleaseWord, "Release"}, {PassWord, "pass"}, {"Deutsch", "German"}, {"Englisch", "English"}, {"UTF8"}, {"PC"},
	{"Amiga"}, {"zip"}, {"unzip"},
}

// Examples of the sections; each is also a seed of the tests of the parser.
var (
	moveExamples    = []string{"E3 2233", "S1 33", "S1 33 Balliste", "s2 1 catapult", "E12 2 3 3"}
	recruitExamples = []string{"Schwert", "bow", "Schuh", "Siedler", "settler", "E3 Bogen", "E4 sword"}
	buildExamples   = []string{"S2 Steinbruch", "S1 Holzfäller", "S1 smithy", "S2 Vorposten", "S1 Ausbildung",
		"S2 lumber camp", "S1 training site"}
	attackExamples = []string{
		"E3 > 4/2 5/2", "E3 > 4/2 Gebaeude", "E7 > 5/1 schwaechen E12 E14 E12", "E4 auf 3/3",
		"E7 at 5/1 weaken 2.S1 E9", "E2 > 4/4 building",
	}
	settingExamples = []string{"Freigabe", "passe", "Festung Kraft 10 Reichweite 5", "fortress range 7 power 8",
		"Konter Maschine", "counter crew", "Deutsch", "english", "UTF8", "PC", "Amiga", "zip", "unzip"}
)

// Language is the table of the sections.
func Language() *orders.Language {
	section := func(letter byte, names []string, examples []string, read func(*Reading) orders.Order) orders.Section {
		return orders.Section{
			Letter: letter, Names: names, Kind: orders.Lines, Examples: examples, Key: about,
			Line: func(text string) (orders.Order, []orders.Problem) { return readLine(text, examples[0], read) },
		}
	}
	return (&orders.Language{Sections: []orders.Section{
		section('A', []string{"Armee", "Army"}, moveExamples, readMove),
		section('R', []string{"Rekrutieren", "Recruit"}, recruitExamples, readRecruit),
		section('B', []string{"Bauen", "Build"}, buildExamples, readBuild),
		section('K', []string{"Kampf", "Fight"}, attackExamples, ReadAttack),
		section('S', []string{"Sonstiges", "Settings"}, settingExamples, readSetting),
		{
			Letter: 'N', Names: []string{"Nachrichten", "Notes"}, Kind: orders.Messages,
			Examples: []string{"#2", "Frieden vor den Mauern?", "#A", "Hört alle her.", "#M"},
		},
	}}).Shaped(shapes)
}

// shapes are the ways to write a line of each section, for orders.Shape.
var shapes = map[byte][]string{
	'A': {"unit:army way:path*", "unit:army way:path engine=Katapult/Catapult|Balliste/Ballista"},
	'R': {"symbol=Schwert/Sword|Bogen/Bow|Schuh/Shoe|Siedler/Settler",
		"unit:army symbol=Schwert/Sword|Bogen/Bow|Schuh/Shoe"},
	'B': {"unit:army building=Steinbruch/Quarry|Holzfaeller/Lumber%camp|Schmiede/Smithy|Vorposten/Outpost|" +
		"Ausbildung/Training%site"},
	'K': {"unit:army =>|auf/at field:place*", "unit:army =>|auf/at field:place* =Gebaeude/Building",
		"unit:army =>|auf/at field:place =schwaechen/weaken unit:army*"},
	'S': {"setting=Freigabe/Release|passe/pass|Deutsch/German|Englisch/English|UTF8|PC|Amiga|zip|unzip",
		"=Festung/Fortress =Kraft/Power power:number =Reichweite/Range range:number",
		"=Festung/Fortress =Reichweite/Range range:number =Kraft/Power power:number",
		"=Konter/Counter counter=Maschine/Engine|Besatzung/Crew"},
}

// What an order may name at most.
const (
	longestWay  = 12
	mostUnit    = 9999
	mostSettler = 9
	mostRealm   = 99
	MostTargets = 6
)

// readMove reads a line of $A: a unit, its steps, and an engine where a settler
// is to build one.
func readMove(r *Reading) orders.Order {
	o := MoveOrder{Unit: r.Unit()}
	o.Way = r.way()
	if !r.More() {
		return o
	}
	t, _ := r.Next("engine")
	r.Example = "S1 33 Balliste"
	if o.Engine = KindOf(t.Value, Engines); o.Engine == "" {
		r.Unknown(t, "order.engine", wordsOf(Engines))
	}
	return o
}

// readRecruit reads a line of $R: what to recruit, or a unit and its new symbol.
func readRecruit(r *Reading) orders.Order {
	if !r.More() || !orders.IsWord(r.Tokens[0]) {
		return TrainOrder{Unit: r.Unit(), Symbol: r.Symbol()}
	}
	if t := r.Tokens[0]; isUnit(t.Value) {
		return TrainOrder{Unit: r.Unit(), Symbol: r.Symbol()}
	}
	if orders.Among(r.Tokens[0].Value, settlerWords) {
		r.Skip()
		return RecruitOrder{}
	}
	return RecruitOrder{Symbol: r.Symbol()}
}

// readBuild reads a line of $B.
func readBuild(r *Reading) orders.Order {
	o := BuildOrder{Settler: r.Unit()}
	t, ok := r.Next("building")
	if !ok {
		return nil
	}
	if o.Kind = KindOf(t.Value, Built); o.Kind == "" {
		r.Unknown(t, "order.building", wordsOf(Built))
	}
	if r.More() && orders.Among(r.Tokens[0].Value, secondWords[o.Kind]) {
		r.Skip()
	}
	return o
}

// ReadAttack reads a line of $K: a unit, `>` or `auf`, its targets, and what they
// are aimed at.
func ReadAttack(r *Reading) orders.Order {
	o := AttackOrder{Unit: r.Unit()}
	t, ok := r.Next("at")
	if !ok {
		return nil
	}
	if t.Value != ">" && !orders.Among(t.Value, atWords) {
		r.Unexpected(t, "at")
		return nil
	}
	o.Targets = append(o.Targets, r.Field())
	for r.More() && orders.IsNumber(r.Tokens[0]) {
		t := r.Tokens[0]
		o.Targets = append(o.Targets, r.Field())
		if len(o.Targets) > MostTargets {
			r.Bad(t, phrase.P("order.targets-many", phrase.Num("most", MostTargets)))
		}
	}
	if !r.More() {
		return o
	}
	t, _ = r.Next("aim")
	r.Example = "E3 > 4/2 Gebaeude"
	switch {
	case orders.Among(t.Value, buildingWords):
		o.Building = true
	case orders.Among(t.Value, weakenWords):
		r.Example = "E7 > 5/1 schwaechen E12 E14 E12"
		if len(o.Targets) > 1 {
			r.Bad(t, phrase.P("order.scatter-fields", phrase.Str("got", orders.Clip(t.Value))))
		}
		o.Weaken = r.receivers()
	default:
		r.Unknown(t, "order.aim", slices.Concat(buildingWords, weakenWords))
	}
	return o
}

// readSetting reads a line of $S: a whole word, or three letters that tell it
// apart; behind the fortress its values.
func readSetting(r *Reading) orders.Order {
	t, ok := r.Next("setting")
	if !ok {
		return nil
	}
	word := orders.Fold(t.Value)
	if said := frame.Setting(r.Reading, t.Value); said != "" {
		return SettingOrder{Word: said}
	}
	// UTF-8, as it is spelt elsewhere
	if word == "utf" && len(r.Tokens) > 1 && r.Tokens[0].Value == "-" && r.Tokens[1].Value == "8" {
		r.Skip()
		r.Skip()
		word = "utf8"
	}
	means := func(w string) bool {
		f := orders.Fold(w)
		return f == word || len(word) >= 3 && strings.HasPrefix(f, word)
	}
	if slices.ContainsFunc(FortressWords, means) {
		r.Example = "Festung Kraft 10 Reichweite 5"
		return FortressOrder{r.Values()}
	}
	if slices.ContainsFunc(CounterWords, means) {
		r.Example = "Konter Maschine"
		return r.Counter()
	}
	all := slices.Concat(FortressWords, CounterWords)
	for _, row := range settingWords {
		if slices.ContainsFunc(row, means) {
			return SettingOrder{Word: row[0]}
		}
		all = append(all, row...)
	}
	if !frame.SettingElsewhere(r.Reading, t) {
		r.Unknown(t, "order.setting", all)
	}
	return nil
}

// Values reads power and range of a fortress, in either order.
func (r *Reading) Values() realm.Values {
	var v realm.Values
	var seen [2]bool
	for range 2 {
		t, ok := r.Next("value")
		if !ok {
			return v
		}
		switch {
		case !seen[0] && orders.Among(t.Value, PowerWords):
			seen[0], v.Power = true, r.Number("power", 0, realm.MostPoints)
		case !seen[1] && orders.Among(t.Value, RangeWords):
			seen[1], v.Range = true, r.Number("range", 0, realm.MostPoints)
		default:
			r.Unexpected(t, "value")
			return v
		}
	}
	return v
}

// Counter reads what is struck back at.
func (r *Reading) Counter() orders.Order {
	t, ok := r.Next("counter")
	if !ok {
		return nil
	}
	if !orders.Among(t.Value, engineWords) && !orders.Among(t.Value, crewWords) {
		r.Unexpected(t, "counter")
	}
	return CounterOrder{Engine: orders.Among(t.Value, engineWords)}
}

// wordsOf are all words of some kinds of buildings.
func wordsOf(kinds []tables.Kind) []string {
	var out []string
	for _, k := range kinds {
		out = append(out, KindWords[k]...)
	}
	return out
}

// KindOf finds the building of a list that a word names, "" if none.
func KindOf(word string, list []tables.Kind) tables.Kind {
	for _, k := range list {
		if orders.Among(word, KindWords[k]) {
			return k
		}
	}
	return ""
}

// about is the key of a setting: of two about the same thing the last counts. Of lines about
// a unit, or fortresses, which counts is for the turn to find out (lines).
func about(o orders.Order) string {
	switch o := o.(type) {
	case CounterOrder:
		return strings.Join(CounterWords, "/")
	case SettingOrder:
		for _, row := range choices {
			if slices.Contains(row, o.Word) {
				return strings.Join(row, "/")
			}
		}
		return o.Word
	}
	return ""
}

// choices are settings of which a player has one.
var choices = [][]string{{"Deutsch", "Englisch"}, {"UTF8", "PC", "Amiga"}, {"zip", "unzip"}}

// WayText is the steps of a walk as orders write them.
func WayText(way []game.Direction) string {
	out := make([]byte, len(way))
	for i, d := range way {
		out[i] = '0' + byte(d)
	}
	return string(out)
}
