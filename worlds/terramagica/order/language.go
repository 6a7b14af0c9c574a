package order

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/rows"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// StanceWords are the words of $A that set a status, German and English.
var StanceWords = map[realm.Stance][]string{
	realm.Joint:    {"gemeinsam", "joint"},
	realm.Hostile:  {"angriff", "attack"},
	realm.NoStance: {"kein", "none"},
}

// actionWords are all the words that stand behind an army's name in $A, folded.
var actionWords = []string{
	"gemeinsam", "joint", "angriff", "attack", "kein", "none", "erobere", "conquer", "pluendere", "plunder",
	"teile", "split", "vereine", "merge", "bleibe", "stay",
}

// otherWords are what people write for these, for guesses: each row begins with the word that is meant.
var otherWords = [][2]string{
	{"gemeinsam", "zusammen friedlich verbuendet"},
	{"joint", "together friendly allied"},
	{"angriff", "feindlich kaempfe ueberfalle"},
	{"attack", "hostile fight assault"},
	{"erobere", "nimm besetze einnehmen"},
	{"conquer", "take capture occupy"},
	{"pluendere", "raube beute"},
	{"plunder", "raid loot pillage"},
	{"teile", "trenne abspalten"},
	{"split", "divide detach"},
	{"vereine", "verschmelze zusammenlegen"},
	{"merge", "combine unite"},
	{"bleibe", "warte halte stehe"},
	{"stay", "wait hold"},
}

// Actions as they are printed, German and English; a home's line begins with homeWords.
var (
	conquerWords = []string{"erobere", "conquer"}
	plunderWords = []string{"pluendere", "plunder"}
	splitWords   = []string{"teile", "split"}
	mergeWords   = []string{"vereine", "merge"}
	stayWords    = []string{"bleibe", "stay"}
	homeWords    = []string{"Provinz", "Province"}
)

// englishNames are the units and fortifications as English readers write them.
var englishNames = map[string]string{
	"Miliz":            "Militia",
	"Soldat":           "Soldier",
	"Speertraeger":     "Spearman",
	"Bogenschuetze":    "Archer",
	"Armbrustschuetze": "Crossbowman",
	"Reiter":           "Rider",
	"Ritter":           "Knight",
	"Katapult":         "Catapult",
	"Balliste":         "Ballista",
	"Rammbock":         "Ram",
	"Elefant":          "Elephant",
	"Drache":           "Dragon",
	"Boot":             "Boat",
	"Palisade":         "Palisade",
	"Mauer":            "Wall",
	"Burg":             "Castle",
}

// NameIn is a unit or fortification in a language.
func NameIn(lang phrase.Lang, code string) string {
	if english := englishNames[code]; lang == phrase.En && english != "" {
		return english
	}
	return code
}

// WordIn is the word of a row in a language: the German one is the first, the English one
// the second, and a word without a second is the same in both.
func WordIn(lang phrase.Lang, words []string) string {
	if lang == phrase.En && len(words) > 1 {
		return words[1]
	}
	return words[0]
}

// provinceWords open a line of $H, folded; manaWord another.
var provinceWords = []string{"provinz", "province"}

const manaWord = "mana"

// TacticWords are the words of each tactic, the first of which is printed.
var TacticWords = [...][]string{
	rows.Charge:  {"Sturmangriff", "Frontalangriff", "Charge"},
	rows.Advance: {"Vorruecken", "Advance"},
	rows.Hold:    {"Halten", "Position_halten", "Hold"},
	rows.Flee:    {"Flucht", "Flee"},
}

// TacticWord is a tactic's word in a language: the English one is the last.
func TacticWord(lang phrase.Lang, t rows.Tactic) string {
	words := TacticWords[t]
	if lang == phrase.En {
		return words[len(words)-1]
	}
	return words[0]
}

// TacticOf finds the tactic a word names.
func TacticOf(word string) (rows.Tactic, bool) {
	for _, t := range rows.Tactics {
		if orders.Among(word, TacticWords[t]) {
			return t, true
		}
	}
	return rows.Hold, false
}

// Examples of the sections; each is also a seed of the tests of the parser.
var (
	armyExamples = []string{
		"Nordheer 3 8", "Nordheer bleibe", "Nordheer gemeinsam Suedheer", "Nordheer joint 7.Suedheer",
		"Nordheer angriff 5.Garde",
		"Nordheer attack 5", "Nordheer kein 5.Garde", "Nordheer none", "Nordheer erobere", "Nordheer plündere",
		"Nordheer teile 5 Ritter Neu",
		"Nordheer merge Suedheer",
	}
	formationExamples = []string{"Nordheer Ritter 1 Sturmangriff", "Nordheer Archer 3 advance", "Nordheer Soldat kein"}
	recruitExamples   = []string{"Ritter 20 Nordheer", "Soldiers 1.000 Suedheer", "Miliz 30 Wacht 12"}
	buildExamples     = []string{"3 Mauer", "12 palisade", "7 Burg"}
	homeExamples      = []string{"Provinz 12", "province 3", "Mana Nordheer 15"}
	settingExamples   = []string{"Deutsch", "english", "UTF8", "PC", "Amiga", "zip", "unzip"}
)

// Language is the table of the sections. The words of units and walls are the
// same in all worlds.
func Language(t *tables.Tables) *orders.Language {
	words := NewVocabulary(t)
	section := func(letter byte, names []string, examples []string, read func(*Reading) orders.Order) orders.Section {
		return orders.Section{
			Letter: letter, Names: names, Kind: orders.Lines, Examples: examples, Key: about,
			Line: func(text string) (orders.Order, []orders.Problem) {
				return readLine(words, text, examples[0],
					read)
			},
		}
	}
	making := func(s orders.Section, makes func(string) []string) orders.Section {
		s.Makes = makes
		return s
	}
	return (&orders.Language{Missing: map[string]string{"no-such-army": "army"}, Sections: []orders.Section{
		making(section('A', []string{"Armee", "Army"}, armyExamples, readArmy), splitsOff),
		section('K', []string{"Kampf", "Formation"}, formationExamples, readFormation),
		making(section('R', []string{"Rüsten", "Recruit"}, recruitExamples, readRecruit), recruits),
		section('B', []string{"Bauen", "Build"}, buildExamples, readBuild),
		section('H', []string{"Hierophant", "Home"}, homeExamples, readHome),
		section('S', []string{"Sonstiges", "Settings"}, settingExamples, readSetting),
		{
			Letter: 'N', Names: []string{"Nachrichten", "Notes"}, Kind: orders.Messages,
			Examples: []string{"#2", "Frieden an der Grenze?", "#A", "Hört alle her.", "#M"},
		},
	}}).Shaped(shapes)
}

// splitsOff is the army that a line makes of a part of another: `Nordheer teile 5 Ritter Neu`.
func splitsOff(text string) []string {
	words := strings.Fields(text)
	if len(words) > 2 && slices.Contains(splitWords, orders.Fold(words[1])) {
		return words[len(words)-1:]
	}
	return nil
}

// recruits is the army that a line raises: `Miliz 30 Wacht 12`.
func recruits(text string) []string {
	if words := strings.Fields(text); len(words) > 2 {
		return words[2:3]
	}
	return nil
}

// maxProvince is the greatest number of a province an order may name.
const maxProvince = 9999

// readArmy reads a line of $A: an army, and provinces or what it does.
func readArmy(r *Reading) orders.Order {
	army := r.name("army")
	if r.More() && orders.IsNumber(r.Tokens[0]) {
		return r.march(army)
	}
	t, ok := r.Next("action")
	if !ok {
		return nil
	}
	word := orders.Fold(t.Value)
	switch word {
	case "bleibe", "stay":
		return MarchOrder{Army: army}
	case "erobere", "conquer":
		return ConquestOrder{Army: army}
	case "pluendere", "plunder":
		return ConquestOrder{Army: army, Plunder: true}
	case "teile", "split":
		return SplitOrder{Army: army, Number: r.Number("number", 1, realm.Most), Unit: r.Unit(),
			New: r.name("new-army")}
	case "vereine", "merge":
		return MergeOrder{Army: army, Other: r.name("other-army")}
	}
	for _, s := range []realm.Stance{realm.Joint, realm.Hostile, realm.NoStance} {
		if !slices.Contains(StanceWords[s], word) {
			continue
		}
		o := StatusOrder{Army: army, Stance: s, Target: realm.Target{Realm: realm.Own}}
		if s != realm.NoStance || r.More() {
			o.Target = r.target()
		}
		return o
	}
	r.Bad(t, orders.Guessed("order.action", orders.Meant(t.Value, actionWords, otherWords),
		phrase.Str("got", orders.Clip(t.Value))))
	return nil
}

// farthest is the most provinces a march may have.
const farthest = 40

func (r *Reading) march(army string) orders.Order {
	o := MarchOrder{Army: army}
	for r.More() {
		t := r.Tokens[0]
		o.Path = append(o.Path, int(r.Number("province", 1, maxProvince)))
		if len(o.Path) > farthest {
			r.Bad(t, phrase.P("order.march-long", phrase.Num("most", farthest)))
		}
	}
	return o
}

// readFormation reads a line of $K: army, unit, row and tactic, or `kein`.
func readFormation(r *Reading) orders.Order {
	o := FormationOrder{Army: r.name("army"), Unit: r.Unit()}
	if r.More() && slices.Contains(StanceWords[realm.NoStance], orders.Fold(r.Tokens[0].Value)) {
		r.Skip()
		return o
	}
	o.Row = int(r.Number("row", 1, realm.LastRow))
	o.Tactic = r.Tactic()
	return o
}

// readRecruit reads a line of $R.
func readRecruit(r *Reading) orders.Order {
	o := RecruitOrder{Unit: r.Unit(), Number: r.Number("number", 1, realm.Most), Army: r.name("army")}
	if r.More() {
		o.Province = int(r.Number("province", 1, maxProvince))
	}
	return o
}

// readBuild reads a line of $B.
func readBuild(r *Reading) orders.Order {
	return BuildOrder{Province: int(r.Number("province", 1, maxProvince)), Wall: r.wall()}
}

// readHome reads a line of $H: `Provinz 12`, `Mana Nordheer 15`.
func readHome(r *Reading) orders.Order {
	t, ok := r.Next("home")
	if !ok {
		return nil
	}
	if orders.Fold(t.Value) == manaWord {
		return ManaOrder{Army: r.name("army"), Points: r.Number("mana", 1, realm.Most)}
	}
	if !slices.Contains(provinceWords, orders.Fold(t.Value)) {
		r.Bad(t, orders.Guessed("order.home", orders.Nearest(t.Value, append(slices.Clone(provinceWords), manaWord)),
			phrase.Str("got", orders.Clip(t.Value))))
		return nil
	}
	return HomeOrder{Province: int(r.Number("province", 1, maxProvince))}
}

// settingWords are the words of $S: in each row those that mean the same, the
// first of which is printed.
var settingWords = [][]string{
	{"Deutsch", "German"}, {"Englisch", "English"}, {"UTF8"}, {"PC"}, {"Amiga"}, {"zip"}, {"unzip"},
}

// readSetting reads a line of $S: a whole word, or three letters that tell it apart.
func readSetting(r *Reading) orders.Order {
	t, ok := r.Next("setting")
	if !ok {
		return nil
	}
	if said := frame.Setting(r.Reading, t.Value); said != "" {
		return SettingOrder{Word: said}
	}
	word := orders.Fold(t.Value)
	// UTF-8, as it is spelt elsewhere
	if word == "utf" && len(r.Tokens) > 1 && r.Tokens[0].Value == "-" && r.Tokens[1].Value == "8" {
		r.Skip()
		r.Skip()
		word = "utf8"
	}
	var all []string
	for _, row := range settingWords {
		for _, w := range row {
			if f := orders.Fold(w); f == word || len(word) >= 3 && strings.HasPrefix(f, word) {
				return SettingOrder{Word: row[0]}
			}
		}
		all = append(all, row...)
	}
	if frame.SettingElsewhere(r.Reading, t) {
		return nil
	}
	r.Bad(t, orders.Guessed("order.setting", orders.Nearest(t.Value, all), phrase.Str("got", orders.Clip(t.Value))))
	return nil
}

// Lines of a battle file that are good, shown with problems.
const (
	SeedExample  = "Seed 7"
	FieldExample = "Ritter 20 2 Sturmangriff"
)
