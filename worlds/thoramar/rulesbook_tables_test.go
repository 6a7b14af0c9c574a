package thoramar

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
)

// num writes a whole number with its thousands apart.
func (w *bookWriter) num(n int64) string {
	s, mark := strconv.FormatInt(n, 10), ","
	if w.lang == phrase.De {
		mark = "."
	}
	sign := ""
	if n < 0 {
		sign, s = "−", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + mark + s[i:]
	}
	return sign + s
}

// part writes n of so many as a decimal fraction.
func (w *bookWriter) part(n, of int64) string {
	s := w.num(n / of)
	if rest := n % of; rest != 0 {
		digits := strconv.FormatInt(of+rest, 10)[1:]
		mark := "."
		if w.lang == phrase.De {
			mark = ","
		}
		s += mark + strings.TrimRight(digits, "0")
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

func (w *bookWriter) tick(yes bool) string {
	if !yes {
		return "–"
	}
	return w.say(w.words.Head, "yes")
}

// value writes one of Numbers by what it is counted in.
func (w *bookWriter) value(as string, v reflect.Value) string {
	switch as {
	case "gold":
		return w.num(v.Int()) + " GS"
	case "share":
		return w.part(v.Int(), 10) + " %"
	case "shares":
		var out []string
		for i := range v.Len() {
			out = append(out, w.part(v.Index(i).Int(), 10)+" %")
		}
		return strings.Join(out, ", ")
	case "percent":
		return w.num(v.Int()) + " %"
	case "factor":
		return "× " + w.part(v.Int(), 1000)
	case "ratio":
		return w.part(v.Int(), 1000)
	case "million":
		return w.part(v.Int(), 10000) + " %"
	case "text":
		return v.String()
	case "plain":
		return w.num(v.Int())
	}
	w.test.Fatalf("testdata/rulesbook.toml: no number is counted in %q", as)
	return ""
}

// unitTable is a table with a row for each unit that has something to say.
func (w *bookWriter) unitTable(title, head string, cells func(*UnitRow) []string) string {
	out := w.title(title) + head
	for i := range w.t.Unit {
		u := &w.t.Unit[i]
		if c := cells(u); slices.ContainsFunc(c, func(s string) bool { return s != "–" }) {
			out += row(append([]string{u.Unit, w.book.T(u.key())}, c...)...)
		}
	}
	return out
}

func list(codes []string) string {
	if len(codes) == 0 {
		return "–"
	}
	return strings.Join(codes, " ")
}

// tables is the appendix of tables T01 to T07 and those of the decisions.
func (w *bookWriter) tables() string {
	n := &w.t.Rules
	return w.unitTable("T01", w.head("army", "name", "#move"), func(u *UnitRow) []string {
		return []string{w.some(int64(u.Move))}
	}) + w.unitTable("T02", w.head("army", "name", "#size", "#fixed", "#hold"), func(u *UnitRow) []string {
		size := w.some(u.Size)
		if u.SizeFlat {
			return []string{"–", size, "–"}
		}
		return []string{size, w.some(u.SizeFixed), w.some(u.Hold)}
	}) + w.unitTable("T03", w.head("army", "name", "#recruit_min", "#min", "#conquer", "#plunder", "#destroy", "#spy", "#max"), func(u *UnitRow) []string {
		return []string{w.some(u.RecruitMin), w.some(u.Min), w.some(u.Conquer), w.some(u.Plunder), w.some(u.Destroy), w.some(u.Spy), w.some(u.Max)}
	}) + w.unitTable("T04", w.head("army", "name", "#upkeep", "#upkeep_fixed", "#cost", "#fit", "#cost_fixed", "at", "reinforce"), func(u *UnitRow) []string {
		each, fixed, fit := w.some(u.Upkeep), "–", "–"
		switch {
		case u.unit().Type == 'V':
			each, fixed = "–", w.some(u.Upkeep)
		case u.Upkeep > 0:
			fixed = w.num(n.UnitUpkeep)
		}
		if u.Cost > 0 && u.unit().suffers() {
			fit = w.part(u.Cost*(1000+n.FitSurcharge), 1000)
		}
		return []string{each, fixed, w.some(u.Cost), fit, w.some(u.CostFixed), list(u.At), list(u.Reinforce)}
	}) + w.buildings() + w.terrains() + w.unitTable("strength", w.head("army", "name", "#strength", "#shot", "#tame"), func(u *UnitRow) []string {
		var out []string
		for _, tenths := range []int64{u.Strength, u.Shot, u.Tame} {
			if tenths == 0 {
				out = append(out, "–")
			} else {
				out = append(out, w.part(tenths, 10))
			}
		}
		return out
	}) + w.traders() + w.monsters() + w.cultures()
}

func (w *bookWriter) buildings() string {
	out := w.title("T05") + w.head("code", "name", "#building_cost", "#time", "#capacity", "#income", "#building_upkeep", "#defence")
	var worked []string
	for i := range w.t.Building {
		b := &w.t.Building[i]
		defence := "–"
		if b.Defence > 0 {
			defence = "+" + w.part(b.Defence, 10) + " %"
		}
		out += row(b.Code, w.book.T(b.key()), w.num(b.Cost), w.num(int64(b.Time)), w.some(b.Capacity), w.some(b.Income), w.some(b.Upkeep), defence)
		if !b.Edge {
			worked = append(worked, b.Code)
		}
	}
	return out + w.title("T06") + w.works(worked)
}

// works is T06: what is built up to what, and mended, each `price/turns`.
func (w *bookWriter) works(codes []string) string {
	out, rule := "| |", "|---|"
	for _, c := range codes {
		out, rule = out+" "+c+" |", rule+"---:|"
	}
	out += "\n" + rule + "\n"
	for _, from := range codes {
		cells, any := []string{from}, false
		for _, to := range codes {
			cell := "–"
			if c := conversionIn(w.t.Convert, from, to); c != nil {
				cell, any = fmt.Sprintf("%s/%d", w.num(c.Cost), c.Time), true
			}
			cells = append(cells, cell)
		}
		if any {
			out += row(cells...)
		}
	}
	for _, damage := range []string{"light", "heavy", "ruin", "exhausted", "new"} {
		cells := []string{w.say(w.words.Damage, damage)}
		for _, code := range codes {
			cell := "–"
			if r := repairIn(w.t.Repair, code, damage); r != nil {
				cell = fmt.Sprintf("%s/%d", w.num(r.Cost), r.Time)
			} else if b := w.t.building(code); damage == "new" && !b.Found {
				cell = fmt.Sprintf("%s/%d", w.num(b.Cost), b.Time)
			}
			cells = append(cells, cell)
		}
		out += row(cells...)
	}
	return out
}

func (w *bookWriter) terrains() string {
	out := w.title("T07") + w.head("code", "name", "#loss", "#move", "#height", "#income", "horse", "rough", "build", "#spare")
	_, spared := cultureWorth()
	for i := range w.t.Terrain {
		f := &w.t.Terrain[i]
		loss, height := "–", "–"
		if f.Loss {
			loss = w.part(f.LossMin, 10) + "–" + w.part(f.LossMax, 10) + " %"
		}
		if f.Height >= 0 {
			height = w.num(int64(f.Height))
		}
		out += row(f.Code, w.book.T(f.key()), loss, w.some(int64(f.Points)), height, w.some(f.Income),
			w.tick(f.Horse), w.tick(f.Rough), w.tick(!f.NoBuild), w.some(spared[f.Code]))
	}
	return out
}

func (w *bookWriter) traders() string {
	limit := func(n int64, own int64) string {
		if own > 0 {
			n = own
		}
		return w.num(n)
	}
	return w.unitTable("limits", w.head("army", "name", "#normal", "#nomad", "#pirate", "#gain", "#sells", "#loot"), func(u *UnitRow) []string {
		if u.Limit == 0 {
			return []string{"–"}
		}
		sells := "–"
		if u.Sells > 0 {
			sells = w.part(u.Sells, 10) + " %"
		}
		return []string{w.num(u.Limit), limit(u.Limit, u.LimitNomad), limit(u.Limit, u.LimitPirate), w.num(u.Gain), sells, w.num(u.Loot)}
	})
}

func (w *bookWriter) monsters() string {
	out := w.title("monsters") + w.head("army", "name", "where", "#latitude", "command", "#herd", "#cap")
	for i := range w.t.Monster {
		m := &w.t.Monster[i]
		var heights []string
		for _, h := range m.Heights {
			heights = append(heights, fmt.Sprint(h))
		}
		out += row(m.Unit, w.book.T("unit."+m.Unit), strings.Join(heights, ", "), fmt.Sprintf("%d–%d", m.LatMin, m.LatMax), m.Command, w.num(m.Herd), w.num(m.Cap))
	}
	return out
}

// cultures lists the presets, and the sum that makes each worth as much as the
// others.
func (w *bookWriter) cultures() string {
	out := w.title("cultures") + w.head("culture", "name", "spared", "differs", "sum")
	percent, worth := cultureWorth()
	for i := range w.t.Culture {
		c := &w.t.Culture[i]
		var spared, differs, sum []string
		total := int64(0)
		for k := range w.t.Terrain {
			if c.spared[k] {
				spared = append(spared, w.t.Terrain[k].Code)
				sum = append(sum, "+ "+w.num(worth[w.t.Terrain[k].Code]))
				total += worth[w.t.Terrain[k].Code]
			}
		}
		for k := range w.t.Unit {
			u := &w.t.Unit[k]
			if s := c.strength[k]; s != 100 {
				differs = append(differs, fmt.Sprintf("%s %d %%", u.Unit, s))
				sign, d := "+", s-100
				total += d * percent[u.Unit[0]]
				if d < 0 {
					sign, d = "−", -d
				}
				sum = append(sum, fmt.Sprintf("%s %d·%d", sign, d, percent[u.Unit[0]]))
			}
		}
		reckoned := w.num(total)
		if len(sum) > 0 {
			reckoned = strings.TrimPrefix(strings.Join(sum, " "), "+ ") + " = " + reckoned
		}
		out += row("`"+c.Name+"`", w.book.T("culture."+c.Name), list(spared), strings.Join(orDash(differs), ", "), reckoned)
	}
	return out
}

func orDash(list []string) []string {
	if len(list) == 0 {
		return []string{"–"}
	}
	return list
}
