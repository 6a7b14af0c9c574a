package report

import (
	"fmt"

	"weltentor/worlds/frame"
	"weltentor/worlds/thoramar/sight"
)

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
		for _, row := range rows {
			p.Line("", row)
		}
		p.Out = append(p.Out, '\n')
	}
}

// moneyColumn is where sums begin, after `Reichsschatz: `.
const moneyColumn = 14

// gold writes a sum in the column of money, and the line end.
func (p parts) gold(n int64) {
	p.Out = frame.AppendRight(p.Out, n, 9)
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
		p.Out = frame.FillTo(p.Out, start, moneyColumn)
		p.gold(s.gold)
	}
}

// armies writes the army table: `Armee Anzahl +KK Gel X / Y Bew Spezial`.
func (p parts) armies() {
	p.put("report.armies")
	p.Out = append(p.Out, '\n')
	for _, a := range sight.AppendMuster(nil, p.a.t.State.Armies[p.a.realm]) {
		fit := "---"
		if a.Fit >= 0 {
			fit = p.a.t.Tables.Terrain[a.Fit].Code
		}
		x, y := p.a.xy(a.At)
		p.Out = fmt.Appendf(appendName(p.Out, a.Name), " %7d %3d %s %3d / %3d %3d", a.Men, a.KK, fit, x, y, a.Points)
		for i, s := range specialRows(p.a, a) {
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
