package report

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/turn"
)

// parts are the parts of a report that whole and short ones write alike.
type parts struct{ page }

// yields writes the cells of all own fields, and returns how many it had room for.
func (p parts) yields() int {
	n := p.cells(p.a.lots)
	if n > 0 {
		p.Blank()
	}
	return n
}

// cells writes four cells a line, `[  3/  1 tla 100%]`, and returns how many. If one of them is blessed,
// `[  3/  1 tla 100%^]`, the others leave room for its sign, so that cells are aligned.
func (p parts) cells(lots []lot) (n int) {
	plain := "] "
	if slices.ContainsFunc(lots, func(l lot) bool { return l.owned && p.a.t.State.Fields[l.place].Blessed > 0 }) {
		plain = "]  "
	}
	for i := range lots {
		l := &lots[i]
		if !l.owned {
			continue
		}
		if p.full() {
			break
		}
		f := &p.a.t.State.Fields[l.place]
		p.Out = append(rulekit.AppendRight(append(p.Out, '['), int64(l.x), 3), '/')
		p.Out = append(append(rulekit.AppendRight(p.Out, int64(l.y), 3), ' '), p.a.t.Tables.Terrain[f.Terrain].Code...)
		p.Out = append(rulekit.AppendRight(append(p.Out, ' '), int64(f.Yield), 3), '%')
		if f.Blessed > 0 {
			p.Out = append(p.Out, "^] "...)
		} else {
			p.Out = append(p.Out, plain...)
		}
		if n++; n%4 == 0 {
			p.Out = append(rulekit.TrimBlanks(p.Out), '\n')
		}
	}
	if n%4 != 0 {
		p.Out = append(rulekit.TrimBlanks(p.Out), '\n')
	}
	return n
}

// statistics writes a line for each terrain, if wanted, then the sum: the yearly income of the land at full yield,
// without buildings and blessings.
func (p parts) statistics(terrains bool) {
	counts := make([]int64, len(p.a.t.Tables.Terrain))
	var fields, gold int64
	for _, at := range p.a.owned() {
		counts[p.a.t.State.Fields[at].Terrain]++
	}
	for i, n := range counts {
		if n == 0 {
			continue
		}
		worth := n * p.a.t.Tables.TerrainOf(p.a.realm, uint8(i)).Income
		if terrains {
			p.worth("report.fields-of", n, p.Book.T(p.a.t.Tables.Terrain[i].Key()), worth)
		}
		fields, gold = fields+n, gold+worth
	}
	p.worth("report.fields-all", fields, "", gold)
	p.Out = append(p.Out, '\n')
}

// worth writes `36 Felder Tiefland                     108000 GS jeden Herbst`. The gold ends at column 45, as in the
// manual.
func (p parts) worth(code string, n int64, terrain string, gold int64) {
	start := len(p.Out)
	p.put(code, phrase.Str("fields", string(rulekit.AppendRight(nil, n, 2))), phrase.Num("n", n),
		phrase.Str("terrain", terrain))
	p.Out = rulekit.FillTo(p.Out, start, 38)
	p.Out = rulekit.AppendRight(p.Out, gold, 7)
	p.put("report.each-autumn")
	p.Out = append(p.Out, '\n')
}

// capacityName is the column of names in the table of capacities.
const capacityName = 20

// capacities lists the buildings that recruit, in the order of the yields: what is left of this year, and the state in
// words. With the longest state a line ends at column 79. It returns how many it had room for.
func (p parts) capacities() (n int) {
	for i := range p.a.lots {
		l := &p.a.lots[i]
		b := p.a.recruiting(l)
		if b == nil {
			continue
		}
		if p.full() {
			break
		}
		row := p.a.t.Tables.BuildingOf(p.a.realm, b.Kind)
		n++
		p.Out = rulekit.AppendLeft(p.Out, phrase.Capital(p.Book.T(row.Key())), 17)
		p.Out = append(p.Out, ' ')
		if utf8.RuneCountInString(b.Name) > capacityName {
			// a longer name has a line of its own: if it were cut, two places could look alike
			p.Out = append(append(p.Out, b.Name...), '\n')
			p.Out = append(p.Out, rulekit.Blanks[:18+capacityName]...)
		} else {
			p.Out = rulekit.AppendLeft(p.Out, b.Name, capacityName)
		}
		p.Out = fmt.Appendf(p.Out, ": %3d/%3d%9d", l.x, l.y, turn.CapacityLeft(p.a.t.Turn, &p.a.t.State.Fields[l.place]))
		p.put("report.gold")
		p.Out = append(p.Out, ' ')
		state := stateRow(b)
		p.put(state.Code, state.Args...)
		p.Out = append(p.Out, '\n')
	}
	if n > 0 {
		p.Out = append(p.Out, '\n')
	}
	return n
}

// treaties lists the treaties in force, a line each.
func (p parts) treaties() {
	for _, t := range p.a.r.Treaties {
		p.Line("", treatyRow(p.a, t))
	}
	if len(p.a.r.Treaties) > 0 {
		p.Out = append(p.Out, '\n')
	}
}

// money writes the money of this turn: income with a line for each source, outlay (if any) with a line for each
// purpose, the treasury, and the player's account where there are fees.
func (p parts) money() {
	p.sums("report.income", "income", sumsOf(p.a.t.Income[p.a.realm]))
	if purposes := sumsOf(p.a.t.Outlay[p.a.realm]); len(purposes) > 0 {
		p.sums("report.outlay", "outlay", purposes)
	}
	p.put("report.treasury")
	p.gold(p.a.r.Gold)
	p.Out = append(p.Out, '\n')
	if rows := accountRows(p.Book, p.a); len(rows) > 0 {
		p.Lines("", rows)
		p.Out = append(p.Out, '\n')
	}
}

// moneyColumn is where sums begin, after `Reichsschatz: `.
const moneyColumn = 14

// gold writes a sum in the column of money, and the line end.
func (p parts) gold(n int64) {
	p.Out = rulekit.AppendRight(p.Out, n, 9)
	p.put("report.gold")
	p.Out = append(p.Out, '\n')
}

// sums writes a sum of income or outlay, then a line for each of its parts.
func (p parts) sums(title, kind string, parts []source) {
	var sum int64
	for _, s := range parts {
		sum += s.gold
	}
	p.put(title)
	p.gold(sum)
	for _, s := range parts {
		start := len(p.Out)
		p.Out = append(p.Out, "  "...)
		p.put(kind + "." + s.name)
		p.Out = rulekit.FillTo(p.Out, start, moneyColumn)
		p.gold(s.gold)
	}
}

// armies writes the army table: `Armee Anzahl +KK Gel X / Y Bew Spezial`.
func (p parts) armies() {
	p.put("report.armies")
	p.Out = append(p.Out, '\n')
	var specials []phrase.Phrase
	for a := range sight.Muster(p.a.t.State.Armies[p.a.realm]) {
		fit := "---"
		if a.Fit >= 0 {
			fit = p.a.t.Tables.Terrain[a.Fit].Code
		}
		x, y := p.a.xy(a.At)
		p.Out = rulekit.AppendRight(append(appendName(p.Out, a.Name), ' '), a.Men, 7)
		p.Out = append(append(rulekit.AppendRight(append(p.Out, ' '), int64(a.KK), 3), ' '), fit...)
		p.Out = append(rulekit.AppendRight(append(p.Out, ' '), int64(x), 3), " /"...)
		p.Out = rulekit.AppendRight(append(p.Out, ' '), int64(y), 3)
		p.Out = rulekit.AppendRight(append(p.Out, ' '), int64(a.Points), 3)
		specials = specialRows(specials[:0], p.a, a)
		for i, s := range specials {
			if i > 0 {
				p.Out = append(p.Out, ',')
			}
			p.Out = append(p.Out, ' ')
			p.Out = p.Book.Append(p.Out, s, p.Places)
		}
		p.Out = append(p.Out, '\n')
	}
	p.Out = append(p.Out, '\n')
}

// letters writes the messages, rumours first and the rest in the order of realms. Texts are indented, so that none can
// pass for a part of the report. It returns how many it had room for.
func (p parts) letters() int { return p.Post("", p.a.t.Letters) }

const indent = "  "

// strengths are a part of the facts.
const (
	strengthPart  = "strengths"
	strengthTitle = "report.strengths"
)

// strengths lists the fighting strength of each kind of army that can be raised, seven a line, and the terrains in
// which the realm's men are spared. A short list has one strength if all are alike.
func (p parts) strengths(short bool) {
	p.Say("", strengthTitle)
	list, alike, percent := p.a.strengths(), true, int64(0)
	for _, s := range list {
		alike, percent = alike && (percent == 0 || percent == s.percent), s.percent
	}
	if alike && short {
		p.Say(indent, "short.strengths-alike", phrase.Num("percent", percent))
		list = nil
	}
	for i, s := range list {
		p.Out = append(append(p.Out, indent...), s.unit...)
		p.Out = append(rulekit.AppendRight(p.Out, s.percent, 4), '%')
		if i%7 == 6 || i == len(list)-1 {
			p.Out = append(p.Out, '\n')
		}
	}
	p.Line("", sparedRow(p.a))
	p.Lines("", ownRows(p.Book, p.a))
	p.Out = append(p.Out, '\n')
}
