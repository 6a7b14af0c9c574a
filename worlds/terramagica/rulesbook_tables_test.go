package terramagica

import (
	"reflect"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/conformance/rulesbook"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// bookWriter writes the generated parts in one language.
type bookWriter struct {
	*rulesbook.Writer
	book *phrase.Book
	t    *tables.Tables
}

// numbers is the appendix of all single numbers: the rules', then the battle's.
func (w *bookWriter) numbers() string {
	return w.Numbers(w.Value, reflect.ValueOf(w.t.Rules), reflect.ValueOf(w.t.Battle))
}

// tables is the appendix of units, fortifications and the avatar.
func (w *bookWriter) tables() string {
	out := w.Title("unit") + w.Head("unit", "words", "#a", "#v", "#damage", "#hp", "#speed", "#range", "bow", "#walls",
		"moves", "#cost", "#weight", "#carries", "#row")
	for _, u := range w.t.Unit {
		out += w.Row(w.book.T(u.Key()), "`"+strings.Join(u.Words, "` `")+"`", w.Num(u.A), w.Num(u.V), w.Num(u.Damage),
			w.Num(u.HP), w.Num(u.Speed), w.Num(u.Range), w.Tick(u.Bow),
			w.Part(u.Walls, 1000), w.Say("head", u.Moves), w.Num(u.Cost), w.Some(u.Weight), w.Some(u.Carries),
			w.Num(u.Row))
	}
	out += w.Title("wall") + w.Head("wall", "words", "#hp", "#cost")
	for _, f := range w.t.Wall {
		out += w.Row(w.book.T(f.Key()), "`"+strings.Join(f.Words, "` `")+"`", w.Num(f.HP), w.Num(f.Cost))
	}
	v := w.t.Avatar
	out += w.Title("avatar") + w.Head("#a", "#v", "#damage", "#hp", "#speed", "#range", "#walls", "#row")
	return out + w.Row(w.Num(v.A), w.Num(v.V), w.Num(v.Damage), w.Num(v.HP), w.Num(v.Speed), w.Num(v.Range),
		w.Part(v.Walls, 1000), w.Num(v.Row))
}

// orders is the appendix of all orders: each section with the grammar's examples in the words
// of the book's language, and what they mean; then those that differ in both languages.
func (w *bookWriter) orders() string {
	out := "\n" + w.Say("section", "I") + "\n"
	sections, keys := order.Language().Sections, map[string]string{}
	means := func(example string) string { return keys[example] }
	for _, s := range sections {
		out += w.Section(s)
		if s.Kind != orders.Lines {
			continue
		}
		for _, example := range s.Examples {
			keys[example] = w.meaning(s, example)
		}
		out += "\n" + w.Spoken(s, means)
	}
	return out + w.Title("both") + w.Both(sections, means)
}

// meaning is the key of the words that say what an example does.
func (w *bookWriter) meaning(s orders.Section, example string) string {
	read, problems := s.Line(example)
	switch o := read.(type) {
	case order.MarchOrder:
		if len(o.Path) == 0 {
			return "stay"
		}
		return "march"
	case order.StatusOrder:
		switch {
		case o.Stance == realm.Joint:
			return "joint"
		case o.Stance == realm.NoStance && o.Target.Army == "" && o.Target.Realm == realm.Own:
			return "none-all"
		case o.Stance == realm.NoStance:
			return "none"
		case o.Target.Army == "":
			return "attack-all"
		}
		return "attack"
	case order.ConquestOrder:
		if o.Plunder {
			return "plunder"
		}
		return "conquer"
	case order.SplitOrder:
		return "split"
	case order.MergeOrder:
		return "merge"
	case order.FormationOrder:
		if o.Row == 0 && o.Tactic == battlelines.Hold {
			return "formation-none"
		}
		return "formation"
	case order.RecruitOrder:
		if o.Province > 0 {
			return "recruit-new"
		}
		return "recruit"
	case order.BuildOrder:
		return "build"
	case order.HomeOrder:
		return "home"
	case order.ManaOrder:
		return "mana"
	case rulekit.BareOrder:
		return "setting"
	}
	w.Test.Fatalf("%q: no words for a %T, %v", example, read, problems)
	return ""
}
