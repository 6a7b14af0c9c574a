package terramagica

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// page is a report being written for one realm.
type page struct {
	frame.Page
	w     *World
	s     *State
	realm int
	r     *Realm
	sees  []bool
	here  [][]*Army // by province: who stands there; nil: not asked yet
}

func newPage(w *World, realm int) *page {
	r := &w.state.Realms[realm]
	return &page{
		Page: frame.Page{Book: w.rules.Words(r.Lang)}, w: w, s: w.state, realm: realm, r: r, sees: w.state.sees(realm),
	}
}

func num[T ~int | ~int64](name string, n T) phrase.Arg { return phrase.Num(name, n) }

// purse is the week in gold.
func (p *page) purse(b purse) {
	p.Title("report.purse")
	p.Say("", "report.purse-line", num("tax", b.tax), num("booty", b.booty), num("built", b.built),
		num("recruited", b.recruited),
		num("upkeep", b.upkeep), num("gold", p.r.Gold), num("mana", p.r.Mana))
}

// standing is how things stand after the week: provinces, armies, the map.
func (p *page) standing() {
	p.realms()
	p.provinces()
	p.neighbours()
	p.fortified()
	p.armies()
	p.others()
	p.chart()
}

func (p *page) realms() {
	p.Title("report.realms")
	for _, r := range p.s.Realms[1:] {
		code := "report.realm"
		if r.Fallen {
			code = "report.realm-fallen"
		}
		p.Say("", code, num("realm", r.Number), phrase.Str("name", r.Name), phrase.Str("player", r.Player),
			num("provinces", p.s.owned(r.Number)))
	}
	if enough, land := p.w.enough(); !p.s.Over {
		p.Say("", "report.enough", num("provinces", enough), num("land", land))
	}
}

// provinces lists what the realm sees whole: its own, and where its armies stand.
func (p *page) provinces() {
	p.Title("report.provinces")
	n := &p.w.tables.Rules
	for i := range p.s.Provinces {
		if !p.sees[i] {
			continue
		}
		q := &p.s.Provinces[i]
		args := append(p.place(i+1), num("people", q.People), num("most", q.Most), num("tax", q.People/n.Tax),
			num("points", q.People/n.Production))
		switch {
		case q.Terrain == Sea:
			p.Say("", "report.sea", args...)
		case q.Owner == p.realm && p.r.Home == i+1:
			p.Say("", "report.home", args...)
		case q.Owner == p.realm:
			p.Say("", "report.own", args...)
		case q.Owner > 0 && p.s.Realms[q.Owner].Home == i+1:
			p.Say("", "report.other-home", args...)
		default:
			p.Say("", "report.other", args...)
		}
	}
}

// place are the arguments that tell of a province what its neighbours know.
func (p *page) place(number int) []phrase.Arg {
	q := p.s.province(number)
	owner := phrase.Key("owner", "report.nobody")
	if q.Owner > 0 {
		owner = phrase.Key("owner", "report.owner")
	}
	return []phrase.Arg{num("province", number), phrase.Key("terrain", q.Terrain.key()), owner, num("realm", q.Owner),
		phrase.Str("walls", p.walls(q)), phrase.Str("ways", pathText(q.Ways))}
}

// walls tells of fortifications and the rows between which they stand.
func (p *page) walls(q *Province) string {
	if len(q.Walls) == 0 {
		return p.Book.T("report.no-walls")
	}
	var out []string
	for i, w := range q.Walls {
		out = append(out, p.Book.Say(phrase.P("report.wall", phrase.Key("wall", "wall."+w), num("near", i),
			num("far", i+1),
			num("hp", p.w.tables.wall(w).HP))))
	}
	return strings.Join(out, ", ")
}

// neighbours lists provinces that touch one the realm sees: owner and walls.
func (p *page) neighbours() {
	p.Title("report.neighbours")
	for i := range p.s.Provinces {
		if !p.sees[i] && p.s.borders(p.sees, i+1) {
			code := "report.neighbour"
			if p.s.Provinces[i].Terrain == Sea {
				code = "report.neighbour-sea"
			}
			p.Say("", code, p.place(i+1)...)
		}
	}
}

// fortified lists the fortifications of all other provinces: where they lie
// everybody can look up (§5.2).
func (p *page) fortified() {
	titled := false
	for i := range p.s.Provinces {
		if len(p.s.Provinces[i].Walls) == 0 || p.sees[i] || p.s.borders(p.sees, i+1) {
			continue
		}
		if !titled {
			p.Title("report.fortified")
			titled = true
		}
		p.Say("", "report.fortified-line", p.place(i+1)...)
	}
}

// armies lists the realm's own, with formation, march and statuses.
func (p *page) armies() {
	p.Title("report.armies")
	t := startTurn(p.w, p.s, game.Seed{})
	for _, a := range p.s.Armies[p.realm] {
		p.Say("", "report.army", phrase.Str("army", a.Name), num("province", a.At), num("upkeep", t.upkeep(a)))
		for _, s := range a.Stacks {
			args := []phrase.Arg{num("number", s.Number), men(s.Unit), num("row", p.w.tables.row(&s)),
				phrase.Key("tactic", s.Tactic.Key()),
				num("experience", s.Experience), num("default", p.w.tables.row(&s))}
			code := "report.stack"
			if s.Row == 0 {
				code = "report.stack-default"
			}
			p.Say("", code, args...)
		}
		switch {
		case a.Routed:
			p.Say("", "report.routed")
		case a.Drowns:
			p.Say("", "report.drowns")
		case a.Takes && len(a.March) == 0:
			p.Say("", "report.takes")
		case a.Takes:
			p.Say("", "report.marches-takes", phrase.Str("path", pathText(a.March)))
		case len(a.March) > 0:
			p.Say("", "report.marches", phrase.Str("path", pathText(a.March)))
		}
		for _, s := range a.Statuses {
			p.Say("", "report.status", phrase.Key("stance", s.Stance.key()), t.shown(p.realm, s.Target))
		}
		p.towards(a)
	}
}

// towards tells what others in the province have said of an own army: by law of
// the game everybody sees what is set towards himself.
func (p *page) towards(a *Army) {
	for _, b := range p.in(a.At) {
		if b.Realm == p.realm {
			continue
		}
		if s := b.towards(a); s != NoStance {
			p.Say("", "report.towards", phrase.Str("army", b.called()), phrase.Key("stance", s.key()))
		}
	}
}

// others lists the foreign armies the realm sees, by province.
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
			var parts []string
			for _, s := range a.Stacks {
				parts = append(parts, p.Book.Say(phrase.P("men."+s.Unit, num("number", s.Number))))
			}
			p.Say("", "report.foreign", phrase.Str("army", a.called()), num("province", i+1),
				phrase.Str("men", strings.Join(parts, ", ")))
		}
	}
}

// chart is the map: each province in the place where it lies, with the sign of
// its terrain and, where that is known, its owner.
func (p *page) chart() {
	p.Title("report.map")
	g := p.s.Grid
	for row := range g.Height {
		line := ""
		if (g.Height-1-row)%2 == 1 {
			line = "   "
		}
		for column := range g.Width {
			line += p.cell(row*g.Width + column + 1)
		}
		p.Drawn(line)
	}
	p.Blank()
	p.Say("", "report.legend")
}

// cell is a province on the map, six characters wide: its number, the sign of its
// terrain, its owner, and `+` where an own army stands.
func (p *page) cell(number int) string {
	q := p.s.province(number)
	out := strconv.Itoa(number)
	out = strings.Repeat(" ", max(0, 3-len(out))) + out + signs[q.Terrain]
	switch {
	case slices.ContainsFunc(p.s.Armies[p.realm], func(a *Army) bool { return a.At == number }):
		out += "+"
	case q.Owner > 0 && (p.sees[number-1] || p.s.borders(p.sees, number)):
		out += strconv.Itoa(q.Owner)
	}
	return out + strings.Repeat(" ", max(0, 6-len(out)))
}

var signs = map[Terrain]string{Land: ".", Hard: "^", Coast: ":", Sea: "~"}

var _ game.Charter = (*World)(nil)

// grounds are the colours of the terrains, rim and middle; the game has none of its own.
var grounds = map[Terrain][2]string{
	Land: {"#2f9a2f", "#a8e88c"}, Hard: {"#5a3414", "#a0703c"}, Coast: {"#87cefa", "#a8e88c"},
	Sea: {"#87cefa", "#1e4fc8"},
}

// Chart is the map as a realm knows it: where provinces lie, their terrain and walls is public; owners
// and armies are known where it sees them.
func (w *World) Chart(realm int, lang phrase.Lang) game.Chart {
	s := w.state
	if realm != 0 {
		if s.realm(realm) == nil {
			return game.Chart{}
		}
		s = w.known(realm).state
	}
	sees, here := s.sees(realm), s.places()
	c := frame.NewChart(realm, w.rules.Words(lang))
	for i := range s.Provinces {
		q := &s.Provinces[i]
		cell := game.ChartCell{Label: strconv.Itoa(i + 1), Owner: q.Owner, Y: s.Grid.Height - 1 - i/s.Grid.Width}
		cell.H = 2*(i%s.Grid.Width) + cell.Y&1
		ground := grounds[q.Terrain]
		cell.Terrain = c.Ground(game.ChartTerrain{Code: signs[q.Terrain], Name: q.Terrain.key(), Rim: ground[0],
			Fill: ground[1]})
		for _, a := range here[i] {
			c.Stands(&cell, a.Realm)
		}
		if n := len(q.Walls); n > 0 {
			cell.Sign = c.Sign(q.Walls[n-1][:1], c.Book.T("wall."+q.Walls[n-1]))
		}
		if realm != 0 && !sees[i] && !s.borders(sees, i+1) {
			cell.Age = game.AgeUnknown
		}
		c.Field(cell)
	}
	return c.Done(w.Realms())
}

// stamps are above letters.
var stamps = frame.Stamps{
	Title: "report.letters", Rumour: "report.rumour", All: "report.announcement", From: "report.letter",
}

// Welcome is report 0: what a realm begins with.
func (w *World) Welcome(realm int) game.Report {
	p, greeting := newPage(w, realm), newPage(w, realm)
	greeting.Broad = true
	n := &w.tables.Rules
	for _, to := range []*page{p, greeting} {
		to.Head(&p.r.Person)
		to.Blank()
		to.Say("", "welcome", phrase.Str("name", p.r.Name), num("province", p.r.Home), num("gold", p.r.Gold),
			num("mana", p.r.Mana), num("turns", n.Turns))
	}
	p.standing()
	p.Title("legend.title")
	p.legend()
	return p.Welcome(realm, greeting.Out, "report.end")
}
