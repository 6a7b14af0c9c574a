// Package report writes what a realm is told. A position, or a week that was played, goes in; letters, maps and their
// data come out. The rulebook calls it.
package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/sight"
	"weltentor/worlds/terramagica/tables"
	"weltentor/worlds/terramagica/turn"
)

// page is a report being written for one realm.
type page struct {
	frame.Page
	at    realm.Position
	s     *realm.State
	realm int
	r     *realm.Realm
	sees  []bool
	here  [][]*realm.Army // by province: the armies there; nil: not looked up yet

	alone     string     // the only own army in the battle being written
	fought    phrase.Arg // the province of the last battle
	mustering int        // the side of the last battle whose stacks come
	mustered  [2]int     // how many stacks of each have come after its end
}

// newPage is the empty page of a realm; nil: there is none.
func newPage(at realm.Position, whose int) *page {
	r := at.State.Realm(whose)
	if r == nil || whose == 0 {
		return nil
	}
	p := &page{Page: at.Rules.Page(&r.Person), at: at, s: at.State, realm: whose, r: r, sees: sight.Sees(at.State, whose)}
	p.Weigh, p.Meanings, p.Teller = p.weigh, meanings, p.teller
	return p
}

func num[T ~int | ~int64](name string, n T) phrase.Arg { return phrase.Num(name, n) }

// purse writes the week's gold.
func (p *page) purse(b turn.Purse) {
	p.Title("report.purse")
	lines := append([]game.FactMoney{
		{Kind: "income", Code: "tax", Amount: b.Tax}, {Kind: "income", Code: "booty", Amount: b.Booty},
		{Kind: "outlay", Code: "built", Amount: -b.Built}, {Kind: "outlay", Code: "recruited", Amount: -b.Recruited},
		{Kind: "outlay", Code: "upkeep", Amount: -b.Upkeep},
	}, p.treasury()...)
	p.Say("", "report.purse-line", frame.Map(lines, func(m game.FactMoney) phrase.Arg {
		return num(m.Code, max(m.Amount, -m.Amount))
	})...)
	p.FactMoney(lines...)
}

// treasury is what the realm has.
func (p *page) treasury() []game.FactMoney {
	return []game.FactMoney{
		{Kind: "treasury", Code: "gold", Amount: p.r.Gold}, {Kind: "treasury", Code: "mana", Amount: p.r.Mana},
	}
}

// standing writes how things are after the week: provinces, armies, the map.
func (p *page) standing() {
	p.factMap()
	p.realms()
	p.provinces()
	p.neighbours()
	p.fortified()
	p.armies()
	p.others()
	p.chart("report.legend")
}

func (p *page) realms() {
	p.Title("report.realms")
	for i := range p.s.Realms[1:] {
		p.factRealm(&p.s.Realms[i+1], p.row(&p.s.Realms[i+1]))
	}
	p.FactStandings(Standings(p.at))
	if row, running := p.enough(); running {
		p.Line("", row)
		p.FactPart("ending", "report.realms", row)
	}
}

// row says how a realm stands.
func (p *page) row(r *realm.Realm) phrase.Phrase {
	code := "report.realm"
	if r.Fallen {
		code = "report.realm-fallen"
	}
	return phrase.P(code, num("realm", r.Number), phrase.Str("name", r.Name), phrase.Str("player", r.Player),
		num("provinces", p.s.Owned(r.Number)))
}

// enough says how many provinces end the game, as long as it runs.
func (p *page) enough() (row phrase.Phrase, running bool) {
	enough, land := realm.Enough(p.at)
	return phrase.P("report.enough", num("provinces", enough), num("land", land)), !p.s.Over
}

// provinces lists the provinces that the realm sees in full: its own, and those its armies are in.
func (p *page) provinces() {
	p.Title("report.provinces")
	for i := range p.s.Provinces {
		if p.sees[i] {
			p.seen(i + 1)
		}
	}
}

// seen writes the row of a province that the realm sees in full.
func (p *page) seen(number int) {
	q, code := p.s.Province(number), "report.other"
	switch {
	case q.Terrain == tables.Sea:
		code = "report.sea"
	case q.Owner == p.realm && p.r.Home == number:
		code = "report.home"
	case q.Owner == p.realm:
		code = "report.own"
	case q.Owner > 0 && p.s.Realms[q.Owner].Home == number:
		code = "report.other-home"
	}
	p.province(number, code, p.view(number))
}

// view are the arguments with what is known of a province that the realm sees in full.
func (p *page) view(number int) []phrase.Arg {
	n, q := &p.at.Tables.Rules, p.s.Province(number)
	return append(p.place(number), num("people", q.People), num("most", q.Most), num("tax", q.People/n.Tax),
		num("points", q.People/n.Production))
}

// place are the arguments with what the neighbours of a province know about it.
func (p *page) place(number int) []phrase.Arg {
	q := p.s.Province(number)
	owner := phrase.Key("owner", "report.nobody")
	if q.Owner > 0 {
		owner = phrase.Key("owner", "report.owner")
	}
	return []phrase.Arg{num("province", number), phrase.Key("terrain", q.Terrain.Key()), owner, num("realm", q.Owner),
		phrase.Str("walls", p.walls(q)), phrase.Str("ways", realm.PathText(q.Ways))}
}

// walls lists fortifications, with the rows between which they are.
func (p *page) walls(q *realm.Province) string {
	if len(q.Walls) == 0 {
		return p.Term("walls", phrase.P("report.no-walls"))
	}
	var out []string
	for i, w := range q.Walls {
		out = append(out, p.Term("walls", phrase.P("report.wall", phrase.Key("wall", "wall."+w), num("near", i),
			num("far", i+1),
			num("hp", p.at.Tables.WallOf(w).HP))))
	}
	return strings.Join(out, ", ")
}

// neighbours lists the provinces beside those that the realm sees, with owner and walls.
func (p *page) neighbours() {
	p.Title("report.neighbours")
	for i := range p.s.Provinces {
		if !p.sees[i] && sight.Borders(p.s, p.sees, i+1) {
			code := "report.neighbour"
			if p.s.Provinces[i].Terrain == tables.Sea {
				code = "report.neighbour-sea"
			}
			p.province(i+1, code, p.place(i+1))
		}
	}
}

// fortified lists the fortifications of all other provinces, since everybody can look up where they are (§5.2).
func (p *page) fortified() {
	titled := false
	for i := range p.s.Provinces {
		if len(p.s.Provinces[i].Walls) == 0 || p.sees[i] || sight.Borders(p.s, p.sees, i+1) {
			continue
		}
		if !titled {
			p.Title("report.fortified")
			titled = true
		}
		p.province(i+1, "report.fortified-line", p.place(i+1))
	}
}

// armies lists the realm's own armies, with formation, march and statuses.
func (p *page) armies() {
	p.Title("report.armies")
	for _, a := range p.s.Armies[p.realm] {
		row := phrase.P("report.army", a.Arg(), num("province", a.At), num("upkeep", a.Upkeep(p.at.Tables)))
		p.Line("", row)
		fact := p.factArmy(a)
		if fact != nil {
			fact.Values, fact.Words = p.Figures(row, "army", "province")
		}
		for i := range a.Stacks {
			p.stack(&a.Stacks[i], fact)
		}
		p.busy(a, fact)
		for _, s := range a.Statuses {
			towards := s.Target.Shown(p.realm)
			p.Say("", "report.status", phrase.Key("stance", s.Stance.Key()), towards)
			name := "status." + p.Book.Named(towards.S)
			fact.Word(name, p.Term(name, phrase.P(s.Stance.Key())))
		}
		p.towards(a, fact)
		p.FactArmy(fact)
	}
}

// stack writes the men of one unit in an own army.
func (p *page) stack(s *realm.Stack, fact *frame.FactArmy) {
	code := "report.stack"
	if s.Row == 0 {
		code = "report.stack-default"
	}
	row := phrase.P(code, num("number", s.Number), tables.Men(s.Unit), num("row", s.Stands(p.at.Tables)),
		phrase.Key("tactic", s.Tactic.Key()), num("experience", s.Experience))
	p.Line("", row)
	p.factStack(fact, s, row)
}

// busy says what keeps an own army from doing what it wants, or where it is going.
func (p *page) busy(a *realm.Army, fact *frame.FactArmy) {
	code := ""
	switch {
	case a.Routed:
		code = "report.routed"
	case a.Drowns:
		code = "report.drowns"
	case a.Takes && len(a.March) == 0:
		code = "report.takes"
	case a.Takes:
		code = "report.marches-takes"
	case len(a.March) > 0:
		code = "report.marches"
	default:
		return
	}
	row := phrase.P(code, phrase.Str("path", realm.PathText(a.March)))
	p.Line("", row)
	if fact != nil {
		p.AddFigures(&fact.Values, &fact.Words, row)
		fact.Word("state", strings.TrimSpace(p.Term("state", row)))
	}
}

// towards writes the statuses of others in the province towards an own army. By the game's rules everybody sees the
// statuses towards themselves.
func (p *page) towards(a *realm.Army, fact *frame.FactArmy) {
	for _, b := range p.in(a.At) {
		if b.Realm == p.realm {
			continue
		}
		if s := b.Towards(a); s != realm.NoStance {
			p.Say("", "report.towards", phrase.Str("army", b.Called()), phrase.Key("stance", s.Key()))
			name := "towards." + p.Book.Named(b.Called())
			fact.Word(name, p.Term(name, phrase.P(s.Key())))
		}
	}
}

// others lists the foreign armies that the realm sees, by province.
func (p *page) others() {
	p.Title("report.others")
	for i := range p.s.Provinces {
		if !p.sees[i] {
			continue
		}
		for _, a := range p.in(i + 1) {
			if a.Realm == p.realm {
				continue
			}
			fact := p.factArmy(a)
			for k := range a.Stacks {
				p.factStack(fact, &a.Stacks[k], menRow(a.Stacks[k]))
			}
			p.Say("", "report.foreign", phrase.Str("army", a.Called()), num("province", i+1), phrase.Str("men", p.men(a)))
			p.FactArmy(fact)
		}
	}
}

// men are the men of an army, unit by unit.
func (p *page) men(a *realm.Army) string {
	return strings.Join(frame.Map(a.Stacks, func(s realm.Stack) string { return p.Book.Say(menRow(s)) }), ", ")
}

func menRow(s realm.Stack) phrase.Phrase { return phrase.P("men."+s.Unit, num("number", s.Number)) }

// in lists the armies in a province, by realm and name.
func (p *page) in(province int) []*realm.Army {
	if p.here == nil {
		p.here = p.s.Places()
	}
	return p.here[province-1]
}

// Welcome is report 0: what a realm begins with. As data it is without the legend, whose numbers are in the world's tables.
func Welcome(at realm.Position) frame.Reporter {
	return frame.Telling[*page]{Turn: at.State.Turn - 1, Title: Title(at), Write: (*page).welcome,
		Page: func(n int) *page { return newPage(at, n) }, Brief: (*page).recorded, Body: (*page).greet}
}

// recorded is report 0 as a short one, which notes what it shows.
func (p *page) recorded() {
	p.record()
	p.welcome()
}

// welcome writes report 0 on the page.
func (p *page) welcome() {
	p.greet()
	p.standing()
	p.Title("legend.title")
	p.legend()
	p.EndWelcome("report.end")
}

// greet writes the greeting.
func (p *page) greet() {
	p.Head()
	p.Blank()
	row := phrase.P("welcome", phrase.Str("name", p.r.Name), num("province", p.r.Home), num("gold", p.r.Gold),
		num("mana", p.r.Mana), num("turns", p.at.Tables.Rules.Turns))
	p.Line("", row)
	p.FactPart("welcome", "game", row)
	p.FactMoney(p.treasury()...)
}
