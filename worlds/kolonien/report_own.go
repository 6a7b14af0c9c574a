package kolonien

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
)

// standing writes what the realm has: treasury, leaders, fleets, colonies, and
// its standing orders.
func (p *page) standing() {
	p.Title("report-own")
	s := p.w.state
	t := board{tables: p.w.tables, state: s}
	p.Say("  ", "own-money", phrase.Num("ducats", p.realm.Ducats), phrase.Num("income", t.income(p.realm.Number)),
		phrase.Num("glory", p.realm.Glory))
	for i := range p.realm.Leaders {
		l := &p.realm.Leaders[i]
		args := []phrase.Arg{phrase.Str("who", l.Name), phrase.Num("value", l.Value), phrase.Num("area", l.At),
			phrase.Str("units", orDash(l.Troops.String())), phrase.Key("medic", yesNo("own-medic", l.Medic))}
		if l.Aboard > 0 {
			p.Say("  ", "own-leader-aboard", append(args, fleetArg("fleet", l.Aboard))...)
		} else {
			p.Say("  ", "own-leader", args...)
		}
	}
	for i := range p.realm.Fleets {
		f := &p.realm.Fleets[i]
		p.Say("  ", "own-fleet", fleetArg("who", f.Number), phrase.Num("area", f.At),
			phrase.Str("ships", f.Ships.String()),
			phrase.Num("cargo", p.realm.Cargo(f.Number)), phrase.Num("hold", p.w.tables.Hold(&f.Ships)))
	}
	for i := range s.Areas {
		if c := s.Areas[i].Colony; c != nil && c.Owner == p.realm.Number {
			p.colony(i+1, c)
		}
	}
	p.orders()
}

func yesNo(key string, yes bool) string {
	if yes {
		return key + "-yes"
	}
	return key + "-no"
}

// colony writes one own colony, or the home.
func (p *page) colony(at int, c *realm.Colony) {
	code := "own-colony"
	if p.w.state.Areas[at-1].Ground == realm.Home {
		code = "own-home"
	}
	p.Say("  ", code, phrase.Num("area", at), phrase.Num("level", c.Level), phrase.Key("fort", p.w.fortKey(c.Fort)),
		phrase.Key("port", yesNo("own-port", c.Port)),
		phrase.Str("units", orDash(c.Garrison.String())))
	for i := range c.Regiments {
		p.Say("    ", "own-regiment", phrase.Str("units", c.Regiments[i].String()))
	}
}

// fortKey names the fortification of a level.
func (w *World) fortKey(level int) string {
	if level == 0 {
		return "fort.none"
	}
	return "fort." + w.tables.Fortification[level-1].Code
}

// orders writes the standing orders as they would stand in $K.
func (p *page) orders() {
	if len(p.realm.Leaders)+len(p.realm.Fleets) == 0 {
		return
	}
	p.Say("  ", "own-orders")
	write := func(list []order.CombatOrder) {
		var parts []string
		for _, o := range list {
			if o.Topic == order.TopicLosses && o.None {
				continue
			}
			parts = append(parts, string(o.Speak(nil, p.Book.Lang)))
		}
		p.Text("    ", strings.Join(parts, "; "))
	}
	for i := range p.realm.Leaders {
		write(lines(&p.realm.Leaders[i].Orders, p.realm.Leaders[i].Name, 0))
	}
	for i := range p.realm.Fleets {
		write(lines(&p.realm.Fleets[i].Orders, "", p.realm.Fleets[i].Number))
	}
}

// sightings writes whom the realm sees in its own areas and beside them.
func (p *page) sightings() {
	p.Title("report-seen")
	before := len(p.Out)
	for at := 1; at <= len(p.w.state.Areas); at++ {
		if sees(p.w.state, p.realm.Number, at) {
			p.sighting(at)
		}
	}
	if len(p.Out) == before {
		p.Say("  ", "seen-none")
	}
}

func (p *page) sighting(at int) {
	s := p.w.state
	where := phrase.Num("area", at)
	a := &s.Areas[at-1]
	if n := a.Natives; n != nil {
		args := []phrase.Arg{where, phrase.Key("location", p.w.locationKey(n.Location)),
			phrase.Str("units", orDash(n.Troops.String()))}
		if n.Leader > 0 {
			p.Say("  ", "seen-natives-chief", append(args, phrase.Num("value", n.Leader))...)
		} else {
			p.Say("  ", "seen-natives", args...)
		}
	}
	if h := a.Haven; h != nil {
		p.Say("  ", "seen-haven", where, phrase.Str("units", orDash(h.Troops.String())))
	}
	for i := range s.Areas {
		if h := s.Areas[i].Haven; h != nil && h.Ships.Count() > 0 && harbour(h, i+1) == at {
			p.Say("  ", "seen-pirates", where, phrase.Str("ships", h.Ships.String()))
		}
	}
	if c := a.Colony; c != nil && c.Owner != p.realm.Number && c.Garrison.Count() > 0 {
		p.Say("  ", "seen-garrison", where, phrase.Num("realm", c.Owner), phrase.Str("units", c.Garrison.String()))
	}
	if c := a.Colony; c != nil && c.Owner != p.realm.Number {
		for i := range c.Regiments {
			p.Say("  ", "seen-regiment", where, phrase.Num("realm", c.Owner),
				phrase.Str("units", c.Regiments[i].String()))
		}
	}
	for i := range s.Realms {
		if i+1 == p.realm.Number {
			continue
		}
		for _, l := range s.Realms[i].Leaders {
			if l.Ashore(at) {
				p.Say("  ", "seen-leader", where, phrase.Num("realm", i+1), phrase.Str("who", l.Name),
					phrase.Num("value", l.Value), phrase.Str("units", orDash(l.Troops.String())))
			}
		}
		for _, f := range s.Realms[i].Fleets {
			if f.At == at {
				p.Say("  ", "seen-fleet", where, phrase.Num("realm", i+1), fleetArg("fleet", f.Number),
					phrase.Str("ships", f.Ships.String()))
			}
		}
	}
}

// locationKey names a kind of native location.
func (w *World) locationKey(n int) string {
	if n == 0 {
		return "location.none"
	}
	return "location." + w.tables.Location[n-1].Code
}

// wishes writes what the reader and another realm want to be to each other, where it
// is not what they are, and in war.
func (p *page) wishes(other int) {
	s, me := p.w.state, p.realm.Number
	now, own, theirs := s.Relation(me, other), p.realm.Stances[other-1], s.Realms[other-1].Stances[me-1]
	if other != me && (now == realm.War || own != now || theirs != now) {
		p.Say("    ", "nation-wishes", phrase.Key("own", stanceKeys[own]), phrase.Key("theirs", stanceKeys[theirs]))
	}
}

// nations writes what all know of all: glory, colonies, and how they stand to
// the reader and to each other.
func (p *page) nations() {
	p.Title("report-nations")
	s := p.w.state
	for i := range s.Realms {
		r := &s.Realms[i]
		colonies, levels := s.Settled(i + 1)
		stance := "stance.self"
		if i+1 != p.realm.Number {
			stance = stanceKeys[s.Relation(p.realm.Number, i+1)]
		}
		p.Say("  ", "nation", phrase.Num("realm", i+1), phrase.Str("name", r.Name), phrase.Num("glory", r.Glory),
			phrase.Num("colonies", colonies),
			phrase.Num("levels", levels), phrase.Num("home", r.Home), phrase.Key("stance", stance))
		p.wishes(i + 1)
	}
	for a := 1; a <= len(s.Realms); a++ {
		for b := a + 1; b <= len(s.Realms); b++ {
			if rel := s.Relation(a, b); rel != realm.Peace && a != p.realm.Number && b != p.realm.Number {
				p.Say("  ", "nations-relation", phrase.Num("realm", a), phrase.Num("realm2", b),
					phrase.Key("stance", stanceKeys[rel]))
			}
		}
	}
}
