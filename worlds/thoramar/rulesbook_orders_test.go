package thoramar

import (
	"reflect"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
)

// sectionLines are the orders whose lines the sections have.
var sectionLines = map[byte]reflect.Type{
	'B': reflect.TypeFor[order.BuildOrder](),
	'R': reflect.TypeFor[order.RecruitOrder](),
	'A': reflect.TypeFor[order.ArmyOrder](),
	'G': reflect.TypeFor[order.TransferOrder](),
	'L': reflect.TypeFor[order.CedeOrder](),
	'V': reflect.TypeFor[order.TreatyOrder](),
	'T': reflect.TypeFor[realm.TacticOrder](),
}

// partWords are the keys of the words for the tokens of a part, where they are not named as its field is.
var partWords = map[string][]string{
	"army": {"Unit", "ID"}, "field": {"X", "Y"}, "building": {"What"}, "name": {"Rest"}, "special": {"Word"},
}

// orders is the appendix of all orders: each section with the parts of its line and
// the grammar's examples in the words of the book's language, and then those that differ
// in both languages.
func (w *bookWriter) orders() string {
	out := "\n" + w.Say("section", "I") + "\n"
	for _, s := range order.Language().Sections {
		out += w.Section(s)
		if line, ok := sectionLines[s.Letter]; ok {
			out += "\n`" + w.form(line) + "`\n"
		}
		if len(s.Examples) > 0 {
			out += "\n" + w.Spoken(s, w.told)
		}
	}
	return out + w.Title("both") + w.Both(order.Language().Sections, w.told)
}

// told is the key of the words that say what an example does.
func (w *bookWriter) told(example string) string {
	for _, s := range order.Language().Sections {
		if slices.Contains(s.Examples, example) {
			return w.meaning(s.Letter, example)
		}
	}
	w.Test.Fatalf("%q is no example", example)
	return ""
}

// form names the parts of a line in their order.
func (w *bookWriter) form(line reflect.Type) string {
	var parts []string
	for i := range line.NumField() {
		names := partWords[line.Field(i).Tag.Get("part")]
		if names == nil {
			names = []string{line.Field(i).Name}
		}
		for _, name := range names {
			parts = append(parts, w.Say("part", name))
		}
	}
	form := strings.Join(parts, " ")
	form = strings.ReplaceAll(form, "[+] ", "[+]")   // stands at the army without a blank
	return strings.ReplaceAll(form, " [+ o", "[+ o") // and the flag at the command
}

var specialMeans = map[realm.SpecialKind]string{
	realm.NoMeaning: "march", realm.Split: "split", realm.Merge: "merge", realm.Embark: "embark", realm.Join: "join",
	realm.Summon: "summon", realm.FreeDemons: "free",
	realm.Accelerate: "accelerate", realm.Tame: "tame", realm.Demolish: "demolish", realm.Gate: "gate",
	realm.Bless: "bless", realm.Trade: "trade",
}

// meaning is the key of the words that say what an example does.
func (w *bookWriter) meaning(section byte, example string) string {
	f := order.Language().Parse("$" + string(rune(section)) + "\n" + example + "\n")
	if len(f.Lines) != 1 {
		w.Test.Fatalf("%q: %v", example, f.Problems)
	}
	switch o := orders.Order(f.Lines[0].Order).(type) {
	case order.BuildOrder:
		return "building"
	case order.EdgeOrder:
		return "edge-" + string(rune(o.Edge))
	case order.RecruitOrder:
		switch {
		case o.Army.Ship():
			return "recruit-ships"
		case o.Fit:
			return "recruit-fit"
		}
		return "recruit"
	case order.ArmyOrder:
		if o.Special.Form == realm.AnEdge {
			return "demolish-edge"
		}
		return specialMeans[o.SpecialKind()]
	case order.TransferOrder:
		return "transfer"
	case order.PaybackOrder:
		return "payback"
	case order.CedeOrder:
		return "cede"
	case order.TreatyOrder:
		letter := byte(o.Treaty)
		if o.Treaty == realm.NoTreaty {
			letter = 'K'
		}
		return "treaty-" + string(rune(letter))
	case realm.TacticOrder:
		return "tactic"
	case order.SettingOrder:
		return "setting-" + string(rune(o.Setting))
	}
	w.Test.Fatalf("%q: no words for a %T", example, f.Lines[0].Order)
	return ""
}
