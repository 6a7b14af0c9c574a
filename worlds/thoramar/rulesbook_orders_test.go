package thoramar

import (
	"reflect"
	"strings"

	"weltentor/orders"
)

// sectionLines are the lines of the sections as the grammar reads them.
var sectionLines = map[byte]reflect.Type{
	'B': reflect.TypeFor[buildLine](),
	'R': reflect.TypeFor[recruitLine](),
	'A': reflect.TypeFor[armyLine](),
	'G': reflect.TypeFor[transferLine](),
	'L': reflect.TypeFor[cessionLine](),
	'V': reflect.TypeFor[treatyLine](),
	'T': reflect.TypeFor[tacticLine](),
}

// orders is the appendix of all orders: each section with the parts of its line
// and the grammar's examples.
func (w *bookWriter) orders() string {
	out := "\n" + w.Say("section", "I") + "\n"
	for _, s := range language().Sections {
		out += w.Section(s)
		if line, ok := sectionLines[s.Letter]; ok {
			out += "\n`" + w.form(line) + "`\n"
		}
		if len(s.Examples) > 0 {
			out += "\n" + w.Examples(s, func(example string) string { return w.meaning(s.Letter, example) })
		}
	}
	return out
}

// form names the parts of a line in their order.
func (w *bookWriter) form(line reflect.Type) string {
	var parts []string
	for i := range line.NumField() {
		switch name := line.Field(i).Name; name {
		case "First", "Second": // belong to the special
		case "Back": // is the game master's
		default:
			parts = append(parts, w.Say("part", name))
		}
	}
	form := strings.Join(parts, " ")
	form = strings.ReplaceAll(form, "[+] ", "[+]")   // stands at the army without a blank
	return strings.ReplaceAll(form, " [+ o", "[+ o") // and the flag at the command
}

var specialMeans = map[SpecialKind]string{
	NoMeaning: "march", Split: "split", Merge: "merge", Embark: "embark", Join: "join", Summon: "summon", FreeDemons: "free",
	Accelerate: "accelerate", Tame: "tame", Demolish: "demolish", Gate: "gate", Bless: "bless", Trade: "trade",
}

// meaning is the key of the words that say what an example does.
func (w *bookWriter) meaning(section byte, example string) string {
	f := language().Parse("$" + string(rune(section)) + "\n" + example + "\n")
	if len(f.Lines) != 1 {
		w.Test.Fatalf("%q: %v", example, f.Problems)
	}
	switch o := orders.Order(f.Lines[0].Order).(type) {
	case BuildOrder:
		return "building"
	case EdgeOrder:
		return "edge-" + string(rune(o.Edge))
	case RecruitOrder:
		switch {
		case o.Army.ship():
			return "recruit-ships"
		case o.Fit:
			return "recruit-fit"
		}
		return "recruit"
	case ArmyOrder:
		if o.Special.Form == AnEdge {
			return "demolish-edge"
		}
		return specialMeans[o.SpecialKind()]
	case TransferOrder:
		return "transfer"
	case PaybackOrder:
		return "payback"
	case CedeOrder:
		return "cede"
	case TreatyOrder:
		letter := byte(o.Treaty)
		if o.Treaty == NoTreaty {
			letter = 'K'
		}
		return "treaty-" + string(rune(letter))
	case TacticOrder:
		return "tactic"
	case SettingOrder:
		return "setting-" + string(rune(o.Setting))
	}
	w.Test.Fatalf("%q: no words for a %T", example, f.Lines[0].Order)
	return ""
}
