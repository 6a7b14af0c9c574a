package thoramar

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/worlds/thoramar/tables"
)

// unitTable is a table with a row for each unit that has something to say.
func (w *bookWriter) unitTable(title, head string, cells func(*tables.UnitRow) []string) string {
	out := w.Title(title) + head
	for i := range w.t.Unit {
		u := &w.t.Unit[i]
		if c := cells(u); slices.ContainsFunc(c, func(s string) bool { return s != "–" }) {
			out += w.Row(append([]string{u.Unit, w.book.T(u.Key())}, c...)...)
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
	return w.unitTable("T01", w.Head("army", "name", "#move"), func(u *tables.UnitRow) []string {
		return []string{w.Some(int64(u.Move))}
	}) + w.unitTable("T02", w.Head("army", "name", "#size", "#fixed", "#hold"), func(u *tables.UnitRow) []string {
		size := w.Some(u.Size)
		if u.SizeFlat {
			return []string{"–", size, "–"}
		}
		return []string{size, w.Some(u.SizeFixed), w.Some(u.Hold)}
	}) + w.unitTable("T03", w.Head("army", "name", "#recruit_min", "#min", "#conquer", "#plunder", "#destroy", "#spy",
		"#max"), func(u *tables.UnitRow) []string {
		return []string{w.Some(u.RecruitMin), w.Some(u.Min), w.Some(u.Conquer), w.Some(u.Plunder), w.Some(u.Destroy),
			w.Some(u.Spy), w.Some(u.Max)}
	}) + w.unitTable("T04", w.Head("army", "name", "#upkeep", "#upkeep_fixed", "#cost", "#fit", "#cost_fixed", "at",
		"reinforce"), func(u *tables.UnitRow) []string {
		each, fixed, fit := w.Some(u.Upkeep), "–", "–"
		switch {
		case u.Letters().Type == 'V':
			each, fixed = "–", w.Some(u.Upkeep)
		case u.Upkeep > 0:
			fixed = w.Num(n.UnitUpkeep)
		}
		if u.Cost > 0 && u.Letters().Suffers() {
			fit = w.Part(u.Cost*(1000+n.FitSurcharge), 1000)
		}
		return []string{each, fixed, w.Some(u.Cost), fit, w.Some(u.CostFixed), list(u.At), list(u.Reinforce)}
	}) + w.buildings() + w.terrains() +
		w.unitTable("strength", w.Head("army", "name", "#strength", "#shot", "#tame"),
			func(u *tables.UnitRow) []string {
				var out []string
				for _, tenths := range []int64{u.Strength, u.Shot, u.Tame} {
					if tenths == 0 {
						out = append(out, "–")
					} else {
						out = append(out, w.Part(tenths, 10))
					}
				}
				return out
			}) + w.traders() + w.monsters() + w.cultures()
}

func (w *bookWriter) buildings() string {
	out := w.Title("T05") + w.Head("code", "name", "#building_cost", "#time", "#capacity", "#income",
		"#building_upkeep", "#defence")
	var worked []string
	for i := range w.t.Building {
		b := &w.t.Building[i]
		defence := "–"
		if b.Defence > 0 {
			defence = "+" + w.Part(b.Defence, 10) + " %"
		}
		out += w.Row(b.Code, w.book.T(b.Key()), w.Num(b.Cost), w.Num(int64(b.Time)), w.Some(b.Capacity),
			w.Some(b.Income), w.Some(b.Upkeep), defence)
		if !b.Edge {
			worked = append(worked, b.Code)
		}
	}
	return out + w.Title("T06") + w.works(worked)
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
			if c := w.t.ConversionOf(0, from, to); c != nil {
				cell, any = fmt.Sprintf("%s/%d", w.Num(c.Cost), c.Time), true
			}
			cells = append(cells, cell)
		}
		if any {
			out += w.Row(cells...)
		}
	}
	for _, damage := range []string{"light", "heavy", "ruin", "exhausted", "new"} {
		cells := []string{w.Say("damage", damage)}
		for _, code := range codes {
			cell := "–"
			if r := w.t.RepairOf(0, code, damage); r != nil {
				cell = fmt.Sprintf("%s/%d", w.Num(r.Cost), r.Time)
			} else if b := w.t.FindBuilding(code); damage == "new" && !b.Found {
				cell = fmt.Sprintf("%s/%d", w.Num(b.Cost), b.Time)
			}
			cells = append(cells, cell)
		}
		out += w.Row(cells...)
	}
	return out
}

func (w *bookWriter) terrains() string {
	out := w.Title("T07") + w.Head("code", "name", "#loss", "#move", "#height", "#income", "horse", "rough", "build",
		"#spare")
	_, spared := cultureWorth()
	for i := range w.t.Terrain {
		f := &w.t.Terrain[i]
		loss, height := "–", "–"
		if f.Loss {
			loss = w.Part(f.LossMin, 10) + "–" + w.Part(f.LossMax, 10) + " %"
		}
		if f.Height >= 0 {
			height = w.Num(int64(f.Height))
		}
		out += w.Row(f.Code, w.book.T(f.Key()), loss, w.Some(int64(f.Points)), height, w.Some(f.Income),
			w.Tick(f.Horse), w.Tick(f.Rough), w.Tick(!f.NoBuild), w.Some(spared[f.Code]))
	}
	return out
}

func (w *bookWriter) traders() string {
	limit := func(n int64, own int64) string {
		if own > 0 {
			n = own
		}
		return w.Num(n)
	}
	return w.unitTable("limits", w.Head("army", "name", "#normal", "#nomad", "#pirate", "#gain", "#sells", "#loot"),
		func(u *tables.UnitRow) []string {
			if u.Limit == 0 {
				return []string{"–"}
			}
			sells := "–"
			if u.Sells > 0 {
				sells = w.Part(u.Sells, 10) + " %"
			}
			return []string{w.Num(u.Limit), limit(u.Limit, u.LimitNomad), limit(u.Limit, u.LimitPirate), w.Num(u.Gain),
				sells, w.Num(u.Loot)}
		})
}

func (w *bookWriter) monsters() string {
	out := w.Title("monsters") + w.Head("army", "name", "where", "#latitude", "command", "#herd", "#cap")
	for i := range w.t.Monster {
		m := &w.t.Monster[i]
		var heights []string
		for _, h := range m.Heights {
			heights = append(heights, fmt.Sprint(h))
		}
		out += w.Row(m.Unit, w.book.T("unit."+m.Unit), strings.Join(heights, ", "),
			fmt.Sprintf("%d–%d", m.LatMin, m.LatMax), m.Command, w.Num(m.Herd), w.Num(m.Cap))
	}
	return out
}

// cultures lists the presets, and the sum that makes each worth as much as the
// others.
func (w *bookWriter) cultures() string {
	out := w.Title("cultures") + w.Head("culture", "name", "spared", "differs", "sum")
	percent, worth := cultureWorth()
	for i := range w.t.Culture {
		c := &w.t.Culture[i]
		var spared, differs, sum []string
		total := int64(0)
		for k := range w.t.Terrain {
			if c.Bears(k) {
				spared = append(spared, w.t.Terrain[k].Code)
				sum = append(sum, "+ "+w.Num(worth[w.t.Terrain[k].Code]))
				total += worth[w.t.Terrain[k].Code]
			}
		}
		for k := range w.t.Unit {
			u := &w.t.Unit[k]
			if s := c.Percent(k); s != 100 {
				differs = append(differs, fmt.Sprintf("%s %d %%", u.Unit, s))
				sign, d := "+", s-100
				total += d * percent[u.Unit[0]]
				if d < 0 {
					sign, d = "−", -d
				}
				sum = append(sum, fmt.Sprintf("%s %d·%d", sign, d, percent[u.Unit[0]]))
			}
		}
		reckoned := w.Num(total)
		if len(sum) > 0 {
			reckoned = strings.TrimPrefix(strings.Join(sum, " "), "+ ") + " = " + reckoned
		}
		out += w.Row("`"+c.Name+"`", w.book.T("culture."+c.Name), list(spared), strings.Join(orDash(differs), ", "),
			reckoned)
	}
	return out
}

func orDash(list []string) []string {
	if len(list) == 0 {
		return []string{"–"}
	}
	return list
}

// cultureWorth is what a percent of strength is worth by type of army, and what
// being spared of a terrain is worth.
func cultureWorth() (percent map[byte]int64, spared map[string]int64) {
	percent = map[byte]int64{'K': 2, 'R': 2, 'F': 1, 'S': 1}
	spared = map[string]int64{}
	for list, worth := range map[string]int64{"tew tws tds": 120, "tsu": 80, "hew hws hds eis tse": 60,
		"bew bws bds hsu": 40, "bsu vul str rif": 20} {
		for code := range strings.FieldsSeq(list) {
			spared[code] = worth
		}
	}
	return percent, spared
}

// Every preset's advantages and drawbacks weigh the same (docs/rules/thoramar.md).
func TestCulturesOfEqualWorth(t *testing.T) {
	s := tables.StandardTables()
	if len(s.Culture) < 5 {
		t.Fatalf("%d cultures", len(s.Culture))
	}
	percent, spared := cultureWorth()
	for i := range s.Culture {
		c, worth := &s.Culture[i], int64(0)
		for u := range s.Unit {
			worth += (c.Percent(u) - 100) * percent[s.Unit[u].Unit[0]]
		}
		for k := range s.Terrain {
			if row := &s.Terrain[k]; c.Bears(k) {
				if spared[row.Code] == 0 {
					t.Errorf("culture %s is spared in %s, which has no losses", c.Name, row.Code)
				}
				worth += spared[row.Code]
			}
		}
		if worth != 0 {
			t.Errorf("culture %s is worth %d, want 0", c.Name, worth)
		}
	}
}
