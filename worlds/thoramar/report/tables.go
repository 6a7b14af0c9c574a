package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/turn"
)

// treaties lists the treaties in force, a line each.
func (p *page) treaties() {
	for _, t := range p.r.Treaties {
		p.row("treaties", "report.treaties", "report.treaty-with", phrase.Num("realm", t.Realm), t.Treaty.Arg(),
			phrase.Str("name", p.t.State.Realms[t.Realm].Name))
		if p.Notes != nil {
			p.Notes.named[t.Realm] = t.Treaty
		}
	}
	if len(p.r.Treaties) > 0 {
		p.Out = append(p.Out, '\n')
	}
}

// capacityName is the column of names in the table of capacities.
const capacityName = 20

// capacities lists the buildings that recruit, in the order of the yields: what is left of this year, and the state in
// words. With the longest state a line ends at column 79.
func (p *page) capacities() {
	none := len(p.Out)
	for i := range p.lot {
		f := &p.t.State.Fields[p.lot[i].place]
		b := f.Building
		if !p.lot[i].owned || b == nil {
			continue
		}
		if p.Over(len(p.Out)) {
			break
		}
		row := p.t.Tables.BuildingOf(p.realm, b.Kind)
		if row.Capacity == 0 {
			continue
		}
		p.Out = frame.AppendLeft(p.Out, phrase.Capital(p.Book.T(row.Key())), 17)
		p.Out = append(p.Out, ' ')
		if utf8.RuneCountInString(b.Name) > capacityName {
			// a longer name has a line of its own: if it were cut, two places could look alike
			p.Out = append(append(p.Out, b.Name...), '\n')
			p.Out = append(p.Out, frame.Blanks[:18+capacityName]...)
		} else {
			p.Out = frame.AppendLeft(p.Out, b.Name, capacityName)
		}
		left := turn.CapacityLeft(p.t.Turn, f)
		p.Out = fmt.Appendf(p.Out, ": %3d/%3d%9d", p.lot[i].x, p.lot[i].y, left)
		p.put("report.gold")
		p.Out = append(p.Out, ' ')
		state := phrase.Num("turn", b.Ready)
		p.put(stateCode(b), state)
		if p.Notes != nil {
			p.Notes.capacity(p.lot[i].place, b, left, phrase.P(stateCode(b), state))
		}
		p.Out = append(p.Out, '\n')
	}
	if len(p.Out) > none {
		p.Out = append(p.Out, '\n')
	}
}

// stateCode is the key of a building's state. Work that changes what it is comes before damage.
func stateCode(b *realm.Building) string {
	switch {
	case b.New:
		return "report.state.building"
	case b.Into != "":
		return "report.state.conversion"
	}
	return "report.state." + turn.DamageWord(b.Damage)
}

// money writes the money of this turn: income with a line for each source, outlay (if any) with a line for each
// purpose, the treasury, and the player's account where there are fees.
func (p *page) money() {
	p.sums("report.income", "income", sumsOf(p.t.Income[p.realm]))
	if purposes := sumsOf(p.t.Outlay[p.realm]); len(purposes) > 0 {
		p.sums("report.outlay", "outlay", purposes)
	}
	p.put("report.treasury")
	p.gold(p.r.Gold)
	p.Out = append(p.Out, '\n')
	rules := &p.t.Tables.Rules
	if p.Notes != nil {
		p.Notes.money("treasury", "gold", p.r.Gold, phrase.P("report.treasury"))
	}
	if rules.Fee == 0 && p.r.Account == 0 {
		return // a world without fees
	}
	if p.Notes != nil {
		p.Notes.money("account", rules.Currency, p.r.Account, phrase.P("report.account"))
	}
	p.row("account", "report.account", "report.account", phrase.Str("balance", p.coins(p.r.Account)),
		phrase.Str("fee", p.coins(rules.Fee)), phrase.Str("currency", rules.Currency))
	if p.r.Account < 0 {
		p.row("account", "report.account", "report.account-short")
	}
	p.Out = append(p.Out, '\n')
}

// moneyColumn is where sums begin, after `Reichsschatz: `.
const moneyColumn = 14

// gold writes a sum in the column of money, and the line end.
func (p *page) gold(n int64) {
	p.Out = frame.AppendRight(p.Out, n, 9)
	p.put("report.gold")
	p.Out = append(p.Out, '\n')
}

// source is a source of a treasury's income, or a purpose of its outlay.
type source struct {
	name string
	gold int64
}

// sums writes a sum of income or outlay, then a line for each of its parts.
func (p *page) sums(title, kind string, parts []source) {
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
		if p.Notes != nil {
			sign := map[string]int64{"income": 1, "outlay": -1}[kind]
			p.Notes.money(kind, s.name, sign*s.gold, phrase.P(kind+"."+s.name))
		}
	}
}

// money notes an amount.
func (n *notes) money(kind, code string, amount int64, text phrase.Phrase) {
	n.p.Facts.Money = append(n.p.Facts.Money, game.FactMoney{Kind: kind, Code: code, Amount: amount,
		Text: frame.Label(n.p.Term("money."+kind, text))})
}

// sumsOf lists sums of money by their names.
func sumsOf(sums map[string]int64) []source {
	out := make([]source, 0, len(sums))
	for name, gold := range sums {
		out = append(out, source{name, gold})
	}
	slices.SortFunc(out, func(a, b source) int { return strings.Compare(a.name, b.name) })
	return out
}

// coins writes an amount of the world's currency as the manual does: `15,--`.
func (p *page) coins(n int64) string {
	var b []byte
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = frame.AppendRight(b, n/100, 0)
	b = append(b, p.Book.T("report.decimals")...)
	if n%100 == 0 {
		return string(append(b, p.Book.T("report.whole")...))
	}
	return string(b) + realm.TwoDigits(int(n%100))
}

// armies writes the army table: `Armee Anzahl +KK Gel X / Y Bew Spezial`.
func (p *page) armies() {
	p.put("report.armies")
	p.Out = append(p.Out, '\n')
	for _, a := range sight.AppendMuster(nil, p.t.State.Armies[p.realm]) {
		fit := "---"
		if a.Fit >= 0 {
			fit = p.t.Tables.Terrain[a.Fit].Code
		}
		x, y := p.view.Grid.Relative(p.view.Origin, a.At)
		p.Out = fmt.Appendf(appendName(p.Out, a.Name), " %7d %3d %s %3d / %3d %3d", a.Men, a.KK, fit, x, y, a.Points)
		special := p.special(a)
		for i, s := range special {
			if i > 0 {
				p.Out = append(p.Out, ',')
			}
			p.Out = append(p.Out, ' ')
			p.Out = p.Book.Append(p.Out, s, p.view)
		}
		p.Out = append(p.Out, '\n')
		if p.Notes != nil {
			p.Notes.muster(a, special)
		}
	}
	p.Out = append(p.Out, '\n')
}

// special is the last column of the army table: the fleet or formation it is in, a demon's sorcerer, a caravan's
// trade, the points of priests and sorcerers.
func (p *page) special(a *realm.Army) (parts []phrase.Phrase) {
	if a.Aboard.ID != 0 {
		code := "report.aboard"
		if a.Aboard.Type == 'V' {
			code = "report.member"
		}
		parts = append(parts, phrase.P(code, phrase.Str("army", a.Aboard.String())))
	}
	if a.Formation() {
		if factor := p.t.Mixed(a); factor > 1000 {
			parts = append(parts, phrase.P("formation-mixed", phrase.Num("percent", (factor-1000)/10)))
		}
	}
	if a.Master.ID != 0 {
		parts = append(parts, phrase.P("report.demon-of", phrase.Str("army", a.Master.String())))
	}
	if a.Name.Type == 'H' && a.Start >= 0 {
		parts = append(parts, phrase.P("report.trade", phrase.At("field", a.Start), phrase.Num("gold", a.Gain)))
	}
	if a.Name.Type == 'P' || a.Name.Type == 'Z' {
		parts = append(parts, phrase.P("report.points", phrase.Num("n", a.Men)))
	}
	return parts
}

// muster notes a line of the army table.
func (n *notes) muster(a *realm.Army, special []phrase.Phrase) {
	army := game.FactArmy{Realm: n.p.realm, Name: a.Name.String(), At: n.p.Place(int64(a.At)), Men: a.Men,
		Values: map[string]int64{"movement": int64(a.Points), "experience": int64(a.KK)}}
	if a.Fit >= 0 || len(special) > 0 {
		army.Words = map[string]string{}
	}
	if a.Fit >= 0 {
		army.Words["fit"] = n.p.t.Tables.Terrain[a.Fit].Code
	}
	var said []string
	for _, what := range special {
		said = append(said, n.p.Term("special", what))
		switch what.Code {
		case "report.aboard":
			army.Words["aboard"] = what.Arg("army").S
		case "report.member":
			army.Words["member"] = what.Arg("army").S
		case "report.demon-of":
			army.Words["master"] = what.Arg("army").S
		case "report.trade":
			army.Words["start"], army.Values["gain"] = n.p.Place(what.Arg("field").N), what.Arg("gold").N
		case "formation-mixed":
			army.Values["mixed"] = what.Arg("percent").N
		}
	}
	if len(said) > 0 {
		army.Words["special"] = strings.Join(said, ", ")
	}
	n.p.Facts.Armies = append(n.p.Facts.Armies, army)
}
