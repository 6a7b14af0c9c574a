package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
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
	money := p.money()
	p.Line("  ", money)
	if p.Facts != nil {
		p.Facts.Realm.Values, p.Facts.Realm.Words = p.Figures(money)
		p.FactSum("treasury", "ducats", p.realm.Ducats)
	}
	p.holdings()
	p.orders()
}

// holdings writes leaders, fleets and colonies.
func (p *page) holdings() {
	s := p.at.State
	for _, l := range p.realm.Leaders {
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
	for _, at := range s.Owned(p.realm.Number) {
		p.colony(at, s.Areas[at-1].Colony)
	}
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

// commands are the standing orders of a leader or a fleet, by topic. Those that say nothing are empty.
type commands struct {
	who    string
	topics map[order.Topic]string
}

// line is a line of $K with those of some topics that say something.
func (c commands) line(topics []order.Topic) string {
	var said []string
	for _, t := range topics {
		if c.topics[t] != "" {
			said = append(said, c.topics[t])
		}
	}
	return strings.Join(said, "; ")
}

// all are the topics, in order.
func (c commands) all() []order.Topic { return slices.Sorted(maps.Keys(c.topics)) }

// fact is what a report says of a topic.
func (c commands) fact(t order.Topic) game.Fact {
	return game.Fact{Subject: "orders of " + c.who, Attribute: strconv.Itoa(int(t)), Value: c.topics[t]}
}

// commanders lists the standing orders of each leader and fleet.
func (p *page) commanders() (out []commands) {
	for _, o := range order.Standing(p.realm) {
		who := cmp.Or(o.Leader, strconv.Itoa(o.Fleet))
		if len(out) == 0 || out[len(out)-1].who != who {
			out = append(out, commands{who, map[order.Topic]string{}})
		}
		c := out[len(out)-1]
		c.topics[o.Topic] = ""
		if o.Topic != order.TopicLosses || !o.None {
			c.topics[o.Topic] = string(o.Print(nil, p.Book.Lang))
		}
	}
	return out
}

// orders writes all standing orders.
func (p *page) orders() {
	all := p.commanders()
	if len(all) == 0 {
		return
	}
	p.Say("  ", "own-orders")
	titled := p.Said(phrase.P("own-orders"))
	part := game.FactPart{Name: "orders", Title: frame.Label(p.Book.T("own-orders")), Titled: titled}
	for _, c := range all {
		p.newTopics(c)
		line := c.line(c.all())
		p.Text("    ", line)
		part.Said = append(part.Said, game.Said{Code: "own-orders", Text: line})
	}
	if p.Facts != nil {
		p.Facts.Parts = append(p.Facts.Parts, part)
	}
}

// newTopics are the topics of which the orders are news: all, if there is one of which nothing is said any more.
func (p *page) newTopics(c commands) (news []order.Topic) {
	whole := false
	for _, t := range c.all() {
		if p.News(c.fact(t)) {
			news, whole = append(news, t), whole || c.topics[t] == ""
		}
	}
	if whole {
		return c.all()
	}
	return news
}

// newOrders writes the standing orders that are news. before is the page of the year's beginning.
func (p *page) newOrders(before *page) {
	all := p.commanders()
	for _, c := range before.commanders() {
		if !slices.ContainsFunc(all, func(now commands) bool { return now.who == c.who }) {
			for t := range c.topics { // who comes by this name is somebody else
				p.News(game.Fact{Subject: c.fact(t).Subject, Attribute: c.fact(t).Attribute})
			}
		}
	}
	kept, lines := false, []string{}
	for _, c := range all {
		news := p.newTopics(c)
		if kept = kept || len(news) < len(c.topics); len(news) > 0 {
			lines = append(lines, c.line(news))
		}
	}
	switch {
	case len(all) == 0:
	case len(lines) == 0:
		p.Say("  ", "short.orders-kept")
	case kept:
		p.Say("  ", "short.orders-changed")
	default:
		p.Say("  ", "own-orders")
	}
	for _, line := range lines {
		p.Text("    ", line)
	}
}

// sightings writes the people that the realm sees in its own areas and beside them.
func (p *page) sightings() {
	p.Title("report-seen")
	spots := p.spots()
	for _, s := range spots {
		p.News(s.fact(p))
		p.Line("  ", s.row)
		p.factCorps(s.corps, s.row)
	}
	if len(spots) == 0 {
		p.Say("  ", "seen-none")
	}
}

// spot is people in sight: what they are, and the sentence about them.
type spot struct {
	corps
	key string // tells them apart, and is the same each year
	row phrase.Phrase
}

// fact is what the report says of people in sight.
func (s *spot) fact(p *page) game.Fact { return game.Fact{Subject: s.key, Value: p.Book.Say(s.row)} }

// spots lists the people in sight by area.
func (p *page) spots() (out []spot) {
	times := map[string]int{}
	add := func(code string, s corps, id string, more ...phrase.Arg) {
		key := fmt.Sprint(s.kind, " ", s.realm, " ", id)
		if times[key]++; times[key] > 1 {
			key += fmt.Sprint(" ", times[key]) // several are alike in all but their units
		}
		out = append(out, spot{s, key, phrase.P(code, append(s.args(), more...)...)})
	}
	for at := 1; at <= len(p.at.State.Areas); at++ {
		if sight.Sees(p.at.State, p.realm.Number, at) {
			p.locals(at, add)
			p.visitors(at, add)
		}
	}
	return out
}

// locals adds those who live in an area: natives, pirates, the garrison and the royal regiments of a foreign colony.
func (p *page) locals(at int, add func(code string, s corps, id string, more ...phrase.Arg)) {
	s, here := p.at.State, strconv.Itoa(at)
	a := &s.Areas[at-1]
	if n := a.Natives; n != nil {
		people, location := corps{kind: "natives", at: at, troops: n.Troops}, phrase.Key("location",
			p.at.Tables.LocationKey(n.Location))
		if n.Leader > 0 {
			add("seen-natives-chief", people, here, location, phrase.Num("value", n.Leader))
		} else {
			add("seen-natives", people, here, location)
		}
	}
	if h := a.Haven; h != nil {
		add("seen-haven", corps{kind: "haven", at: at, troops: h.Troops}, here)
	}
	for i := range s.Areas {
		if h := s.Areas[i].Haven; h != nil && h.Ships.Count() > 0 && cmp.Or(h.Away, i+1) == at {
			add("seen-pirates", corps{kind: "pirates", at: at, ships: h.Ships}, here)
		}
	}
	c := a.Colony
	if c == nil || c.Owner == p.realm.Number {
		return
	}
	if c.Garrison.Count() > 0 {
		add("seen-garrison", corps{realm: c.Owner, kind: "garrison", at: at, troops: c.Garrison}, here)
	}
	for i := range c.Regiments {
		add("seen-regiment", corps{realm: c.Owner, kind: "regiment", at: at, troops: c.Regiments[i]}, here)
	}
}

// visitors adds the leaders and fleets of other realms in an area.
func (p *page) visitors(at int, add func(code string, s corps, id string, more ...phrase.Arg)) {
	s := p.at.State
	for i := range s.Realms {
		if i+1 == p.realm.Number {
			continue
		}
		for _, l := range s.Realms[i].Leaders {
			if l.Ashore(at) {
				add("seen-leader", corps{realm: i + 1, kind: "leader", name: "who", at: at, troops: l.Troops}, l.Name,
					phrase.Str("who", l.Name), phrase.Num("value", l.Value))
			}
		}
		for _, f := range s.Realms[i].Fleets {
			if f.At == at {
				add("seen-fleet", corps{realm: i + 1, kind: "fleet", name: "fleet", at: at, ships: f.Ships},
					strconv.Itoa(f.Number), order.FleetArg("fleet", f.Number))
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
// other. A short report says how the glory has changed since before, and not where homes are.
func (p *page) nations(before *realm.State) {
	p.Title("report-nations")
	s := p.at.State
	for i, r := range s.Realms {
		colonies, levels := s.Settled(i + 1)
		stance := "stance.self"
		if i+1 != p.realm.Number {
			stance = s.Relation(p.realm.Number, i+1).Key()
		}
		code, more := "nation", ""
		if before != nil {
			code = "short.nation"
			if n := r.Glory - before.Realms[i].Glory; n != 0 {
				more = fmt.Sprintf(" (%+d)", n)
			}
		}
		row := phrase.P(code, phrase.Str("more", more), phrase.Num("realm", i+1), phrase.Str("name", r.Name), phrase.Num("glory", r.Glory),
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
	standings, me := Standings(p.at), int64(p.realm.Number)
	for _, row := range standings.Notes {
		if row.Arg("realm").N != me && row.Arg("realm2").N != me {
			p.Line("  ", row)
			p.FactPart("relations", "report-nations", row)
		}
	}
	p.FactStandings(standings)
}

// money says what the realm has and earns, and its glory.
func (p *page) money() phrase.Phrase {
	return phrase.P("own-money", phrase.Num("ducats", p.realm.Ducats),
		phrase.Num("income", realm.Income(p.at, p.realm.Number)), phrase.Num("glory", p.realm.Glory))
}
