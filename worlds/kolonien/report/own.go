package report

import (
	"maps"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/sight"
	"weltentor/worlds/kolonien/tables"
)

// standing writes what the realm has: treasury, leaders, fleets, colonies, and its standing orders.
func (p *page) standing() {
	p.Title("report-own")
	s := p.at.State
	money := p.money()
	p.Line("  ", money)
	if p.Facts != nil {
		p.Facts.Realm.Values, p.Facts.Realm.Words = p.Figures(money)
		p.FactSum("treasury", "ducats", p.realm.Ducats)
	}
	for i := range p.realm.Leaders {
		l := &p.realm.Leaders[i]
		args := []phrase.Arg{phrase.Str("who", l.Name), phrase.Num("value", l.Value),
			phrase.Key("medic", realm.YesNo("own-medic", l.Medic))}
		own := corps{realm: p.realm.Number, kind: "leader", name: "who", at: l.At, troops: l.Troops}
		if l.Aboard > 0 {
			p.corps("  ", "own-leader-aboard", own, append(args, order.FleetArg("fleet", l.Aboard))...)
		} else {
			p.corps("  ", "own-leader", own, args...)
		}
	}
	for i := range p.realm.Fleets {
		f := &p.realm.Fleets[i]
		p.corps("  ", "own-fleet", corps{realm: p.realm.Number, kind: "fleet", name: "who", at: f.At, ships: f.Ships},
			order.FleetArg("who", f.Number), phrase.Num("cargo", p.realm.Cargo(f.Number)),
			phrase.Num("hold", p.at.Tables.Hold(&f.Ships)))
	}
	for i := range s.Areas {
		if c := s.Areas[i].Colony; c != nil && c.Owner == p.realm.Number {
			p.colony(i+1, c)
		}
	}
	p.orders()
}

// colony writes one own colony, or the home.
func (p *page) colony(at int, c *realm.Colony) {
	code := "own-colony"
	if p.at.State.Areas[at-1].Ground == realm.Home {
		code = "own-home"
	}
	own := corps{realm: c.Owner, kind: "garrison", at: at, troops: c.Garrison}
	row := phrase.P(code, append(own.args(), phrase.Num("level", c.Level),
		phrase.Key("fort", p.at.Tables.FortKey(c.Fort)), phrase.Key("port", realm.YesNo("own-port", c.Port)))...)
	p.Line("  ", row)
	p.field(at, row)
	if c.Garrison.Count() > 0 {
		p.factCorps(own, phrase.P("own-regiment", own.args()...)) // its own sentence is about the colony otherwise
	}
	for i := range c.Regiments {
		p.corps("    ", "own-regiment", corps{realm: c.Owner, kind: "regiment", at: at, troops: c.Regiments[i]})
	}
}

// corps is an army, a fleet or a garrison in the report.
type corps struct {
	realm  int    // 0: natives or pirates
	kind   string // what it is
	name   string // the argument that names it; "" if none does
	at     int
	troops tables.Troops
	ships  tables.Ships
}

// args are the arguments that say whose it is, where it is, and what it has.
func (s *corps) args() []phrase.Arg {
	return []phrase.Arg{phrase.Num("area", s.at), phrase.Num("realm", s.realm),
		phrase.Str("units", realm.OrDash(s.troops.String())), phrase.Str("ships", s.ships.String())}
}

// corps writes a sentence about a corps; code is that of the sentence.
func (p *page) corps(indent, code string, s corps, more ...phrase.Arg) {
	row := phrase.P(code, append(s.args(), more...)...)
	p.Line(indent, row)
	p.factCorps(s, row)
}

// factCorps puts a corps into the facts, with the other figures of its sentence.
func (p *page) factCorps(s corps, row phrase.Phrase) {
	if p.Facts == nil {
		return
	}
	a := game.FactArmy{Realm: s.realm, Kind: s.kind, At: strconv.Itoa(s.at), Men: int64(s.troops.Count())}
	a.Values, a.Words = p.Figures(row, "area", "realm", "units", "ships", s.name)
	if s.name != "" {
		if named := row.Arg(s.name); named.Kind == phrase.Term {
			a.Name = p.Term("name", phrase.P(named.S))
		} else {
			a.Name = named.S
		}
	}
	for k, n := range s.troops {
		if n > 0 {
			a.Parts = append(a.Parts, game.FactArmy{Realm: s.realm, Name: tables.Kind(k).Code(), Men: int64(n)})
		}
	}
	for c, n := range s.ships {
		if n > 0 {
			a.Parts = append(a.Parts, game.FactArmy{Realm: s.realm, Name: tables.Class(c).Code(),
				Values: map[string]int64{"ships": int64(n)}})
		}
	}
	p.Facts.Armies = append(p.Facts.Armies, a)
}

// field puts a sentence about one of the reader's areas into the facts.
func (p *page) field(at int, row phrase.Phrase) {
	if p.Facts == nil {
		return
	}
	f := p.public(at).field(p, at)
	f.Values, f.Words = p.Figures(row, "area", "units")
	p.Facts.Fields = append(p.Facts.Fields, f)
}

// orders writes the standing orders as lines of $K.
func (p *page) orders() {
	if len(p.realm.Leaders)+len(p.realm.Fleets) == 0 {
		return
	}
	p.Say("  ", "own-orders")
	titled := p.Said(phrase.P("own-orders"))
	part := game.FactPart{Name: "orders", Title: frame.Label(p.Book.T("own-orders")), Titled: titled}
	write := func(list []order.CombatOrder) {
		var parts []string
		for _, o := range list {
			if o.Topic == order.TopicLosses && o.None {
				continue
			}
			parts = append(parts, string(o.Speak(nil, p.Book.Lang)))
		}
		line := strings.Join(parts, "; ")
		p.Text("    ", line)
		part.Said = append(part.Said, game.Said{Code: "own-orders", Text: line})
	}
	for i := range p.realm.Leaders {
		write(order.Standing(&p.realm.Leaders[i].Orders, p.realm.Leaders[i].Name, 0))
	}
	for i := range p.realm.Fleets {
		write(order.Standing(&p.realm.Fleets[i].Orders, "", p.realm.Fleets[i].Number))
	}
	if p.Facts != nil {
		p.Facts.Parts = append(p.Facts.Parts, part)
	}
}

// sightings writes the people that the realm sees in its own areas and beside them.
func (p *page) sightings() {
	p.Title("report-seen")
	before := len(p.Out)
	for at := 1; at <= len(p.at.State.Areas); at++ {
		if sight.Sees(p.at.State, p.realm.Number, at) {
			p.sighting(at)
		}
	}
	if len(p.Out) == before {
		p.Say("  ", "seen-none")
	}
}

func (p *page) sighting(at int) {
	s := p.at.State
	a := &s.Areas[at-1]
	if n := a.Natives; n != nil {
		here, location := corps{kind: "natives", at: at, troops: n.Troops}, phrase.Key("location",
			p.at.Tables.LocationKey(n.Location))
		if n.Leader > 0 {
			p.corps("  ", "seen-natives-chief", here, location, phrase.Num("value", n.Leader))
		} else {
			p.corps("  ", "seen-natives", here, location)
		}
	}
	if h := a.Haven; h != nil {
		p.corps("  ", "seen-haven", corps{kind: "haven", at: at, troops: h.Troops})
	}
	for i := range s.Areas {
		if h := s.Areas[i].Haven; h != nil && h.Ships.Count() > 0 && h.Harbour(i+1) == at {
			p.corps("  ", "seen-pirates", corps{kind: "pirates", at: at, ships: h.Ships})
		}
	}
	if c := a.Colony; c != nil && c.Owner != p.realm.Number && c.Garrison.Count() > 0 {
		p.corps("  ", "seen-garrison", corps{realm: c.Owner, kind: "garrison", at: at, troops: c.Garrison})
	}
	if c := a.Colony; c != nil && c.Owner != p.realm.Number {
		for i := range c.Regiments {
			p.corps("  ", "seen-regiment", corps{realm: c.Owner, kind: "regiment", at: at, troops: c.Regiments[i]})
		}
	}
	for i := range s.Realms {
		if i+1 == p.realm.Number {
			continue
		}
		for _, l := range s.Realms[i].Leaders {
			if l.Ashore(at) {
				p.corps("  ", "seen-leader", corps{realm: i + 1, kind: "leader", name: "who", at: at, troops: l.Troops},
					phrase.Str("who", l.Name), phrase.Num("value", l.Value))
			}
		}
		for _, f := range s.Realms[i].Fleets {
			if f.At == at {
				p.corps("  ", "seen-fleet", corps{realm: i + 1, kind: "fleet", name: "fleet", at: at, ships: f.Ships},
					order.FleetArg("fleet", f.Number))
			}
		}
	}
}

// wishes writes what the reader and another realm want to be to each other. It does so if they are at war, or if one
// of them wants something else than they are.
func (p *page) wishes(other int) {
	s, me := p.at.State, p.realm.Number
	now, own, theirs := s.Relation(me, other), p.realm.Stances[other-1], s.Realms[other-1].Stances[me-1]
	if other != me && (now == realm.War || own != now || theirs != now) {
		row := phrase.P("nation-wishes", phrase.Key("own", own.Key()), phrase.Key("theirs", theirs.Key()))
		p.Line("    ", row)
		if p.Facts != nil {
			_, wishes := p.Figures(row)
			maps.Copy(p.Facts.Realms[len(p.Facts.Realms)-1].Words, wishes)
		}
	}
}

// nations writes what everybody knows about all realms: glory, colonies, and their relations to the reader and to each
// other.
func (p *page) nations() {
	p.Title("report-nations")
	s := p.at.State
	for i := range s.Realms {
		r := &s.Realms[i]
		colonies, levels := s.Settled(i + 1)
		stance := "stance.self"
		if i+1 != p.realm.Number {
			stance = s.Relation(p.realm.Number, i+1).Key()
		}
		row := phrase.P("nation", phrase.Num("realm", i+1), phrase.Str("name", r.Name), phrase.Num("glory", r.Glory),
			phrase.Num("colonies", colonies),
			phrase.Num("levels", levels), phrase.Num("home", r.Home), phrase.Key("stance", stance))
		p.Line("  ", row)
		if p.Facts != nil {
			f := game.FactRealm{Number: i + 1, Name: r.Name}
			f.Values, f.Words = p.Figures(row, "realm", "name")
			p.Facts.Realms = append(p.Facts.Realms, f)
		}
		p.wishes(i + 1)
	}
	for a := 1; a <= len(s.Realms); a++ {
		for b := a + 1; b <= len(s.Realms); b++ {
			if rel := s.Relation(a, b); rel != realm.Peace && a != p.realm.Number && b != p.realm.Number {
				row := phrase.P("nations-relation", phrase.Num("realm", a), phrase.Num("realm2", b),
					phrase.Key("stance", rel.Key()))
				p.Line("  ", row)
				p.FactPart("relations", "report-nations", row)
			}
		}
	}
	p.FactStandings(Standings(p.at))
}

// money says what the realm has and earns, and its glory.
func (p *page) money() phrase.Phrase {
	return phrase.P("own-money", phrase.Num("ducats", p.realm.Ducats),
		phrase.Num("income", realm.Income(p.at, p.realm.Number)), phrase.Num("glory", p.realm.Glory))
}
