package terramagica

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/rows"
)

// num writes a whole number with its thousands apart.
func (w *bookWriter) num(n int64) string {
	s, mark := strconv.FormatInt(n, 10), ","
	if w.lang == phrase.De {
		mark = "."
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + mark + s[i:]
	}
	return s
}

// part writes n of so many as a decimal fraction.
func (w *bookWriter) part(n, of int64) string {
	s := w.num(n / of)
	if rest := n % of; rest != 0 {
		mark := "."
		if w.lang == phrase.De {
			mark = ","
		}
		s += mark + strings.TrimRight(strconv.FormatInt(of+rest, 10)[1:], "0")
	}
	return s
}

// some is a number that is not there if it is 0.
func (w *bookWriter) some(n int64) string {
	if n == 0 {
		return "–"
	}
	return w.num(n)
}

// value writes a number by what it is counted in.
func (w *bookWriter) value(as string, v reflect.Value) string {
	switch as {
	case "share":
		return w.part(v.Int(), 10) + " %"
	case "text":
		return v.String()
	case "plain":
		return w.num(v.Int())
	}
	w.test.Fatalf("testdata/rulesbook.toml: no number is counted in %q", as)
	return ""
}

// tables is the appendix of units, fortifications and the avatar.
func (w *bookWriter) tables() string {
	out := w.title("unit") + w.head("unit", "words", "#a", "#v", "#damage", "#hp", "#speed", "#range", "bow", "#walls", "moves", "#cost", "#weight", "#carries", "#row")
	for _, u := range w.t.Unit {
		bow := "–"
		if u.Bow {
			bow = w.say(w.words.Head, "yes")
		}
		out += row(w.book.T(u.key()), "`"+strings.Join(u.Words, "` `")+"`", w.num(u.A), w.num(u.V), w.num(u.Damage), w.num(u.HP), w.num(u.Speed), w.num(u.Range), bow,
			w.part(u.Walls, 1000), w.say(w.words.Head, u.Moves), w.num(u.Cost), w.some(u.Weight), w.some(u.Carries), w.num(u.Row))
	}
	out += w.title("wall") + w.head("wall", "words", "#hp", "#cost")
	for _, f := range w.t.Wall {
		out += row(w.book.T(f.key()), "`"+strings.Join(f.Words, "` `")+"`", w.num(f.HP), w.num(f.Cost))
	}
	v := w.t.Avatar
	out += w.title("avatar") + w.head("#a", "#v", "#damage", "#hp", "#speed", "#range", "#walls", "#row")
	return out + row(w.num(v.A), w.num(v.V), w.num(v.Damage), w.num(v.HP), w.num(v.Speed), w.num(v.Range), w.part(v.Walls, 1000), w.num(v.Row))
}

// orders is the appendix of all orders: each section with the grammar's examples,
// and what they mean.
func (w *bookWriter) orders() string {
	out := "\n" + w.say(w.words.Section, "I") + "\n"
	said := map[string]bool{}
	for _, s := range language(w.t).Sections {
		out += fmt.Sprintf("\n### $%c (%s): %s\n", s.Letter, strings.Join(s.Names, ", "), w.say(w.words.Section, string(rune(s.Letter))))
		if s.Kind != orders.Lines {
			continue
		}
		out += "\n" + w.head("line", "means")
		for _, example := range s.Examples {
			means := w.meaning(s, example)
			said[means] = true
			out += row("`"+example+"`", w.say(w.words.Means, means))
		}
	}
	for means := range w.words.Means {
		if !said[means] {
			w.test.Errorf("the grammar has no example of %s", means)
		}
	}
	return out
}

// meaning is the key of the words that say what an example does.
func (w *bookWriter) meaning(s orders.Section, example string) string {
	order, problems := s.Line(example)
	switch o := order.(type) {
	case MarchOrder:
		if len(o.Path) == 0 {
			return "stay"
		}
		return "march"
	case StatusOrder:
		switch {
		case o.Stance == Joint:
			return "joint"
		case o.Stance == NoStance && o.Target.Army == "" && o.Target.Realm == Own:
			return "none-all"
		case o.Stance == NoStance:
			return "none"
		case o.Target.Army == "":
			return "attack-all"
		}
		return "attack"
	case ConquestOrder:
		if o.Plunder {
			return "plunder"
		}
		return "conquer"
	case SplitOrder:
		return "split"
	case MergeOrder:
		return "merge"
	case FormationOrder:
		if o.Row == 0 && o.Tactic == rows.Hold {
			return "formation-none"
		}
		return "formation"
	case RecruitOrder:
		if o.Province > 0 {
			return "recruit-new"
		}
		return "recruit"
	case BuildOrder:
		return "build"
	case HomeOrder:
		return "home"
	case SettingOrder:
		return "setting"
	}
	w.test.Fatalf("%q: no words for a %T, %v", example, order, problems)
	return ""
}
