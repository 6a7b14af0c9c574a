package kolonien

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// foe is whom a leader meets in an area.
type foe struct {
	realm   int // 0: natives or pirates
	natives bool
	haven   bool
}

// foe gives the next enemy of a realm in an area: first who defends an enemy's
// colony, then natives, then pirates, then other enemies' armies by number.
// Pirates whose haven lies in a colony are attacked only by who stands there already.
func (t *board) foe(whose, area int, inPlace bool) *foe {
	a := &t.state.Areas[area-1]
	if c := a.Colony; c != nil && c.Owner != whose && t.state.Relation(whose, c.Owner) == realm.War &&
		t.defended(whose, area, c.Owner) {
		return &foe{realm: c.Owner}
	}
	if a.Natives != nil && a.Natives.Units() > 0 {
		return &foe{natives: true}
	}
	if a.Haven != nil && a.Haven.Troops.Count() > 0 && (a.Colony == nil || inPlace) {
		return &foe{haven: true}
	}
	for i := range t.state.Realms {
		if i+1 == whose || t.state.Relation(whose, i+1) != realm.War {
			continue
		}
		for k := range t.state.Realms[i].Leaders {
			if t.state.Realms[i].Leaders[k].Ashore(area) {
				return &foe{realm: i + 1}
			}
		}
	}
	return nil
}

// defended tells whether anybody would defend a colony.
func (t *board) defended(against, area, owner int) bool {
	if !t.state.Areas[area-1].Colony.Empty() {
		return true
	}
	for _, realm := range t.allies(owner, against) {
		for k := range t.state.Realms[realm-1].Leaders {
			if t.state.Realms[realm-1].Leaders[k].Ashore(area) {
				return true
			}
		}
	}
	return false
}

// allies are a realm and those allied with it that are at war with whom it
// fights; against natives and pirates (0) all its allies.
func (t *board) allies(whose, against int) []int {
	out := []int{whose}
	for i := range t.state.Realms {
		if i+1 != whose && t.state.Relation(whose, i+1) == realm.Allied &&
			(against == 0 || i+1 != against && t.state.Relation(i+1, against) == realm.War) {
			out = append(out, i+1)
		}
	}
	return out
}

// origin is where a host of a side came from, to write back what is left of it.
type origin struct {
	realm    int
	leader   string // "": garrison or regiment, natives or pirates
	regiment int    // 1 + index
	native   int    // area of the natives or the haven
	haven    bool
}

// party is a side with the origins of its hosts, force by force.
type party struct {
	side    fight.Side
	origins [][]origin
	realm   int   // whose attack or whose area it is; 0: natives or pirates
	realms  []int // who has somebody in it; that need not be the realm whose area is defended
	lead    int   // the realm whose leader's orders hold
	places  []realm.Place
}

// key is the side's number in a fightKey.
func (p *party) key() int {
	switch o := p.origins[0][0]; {
	case p.realm > 0:
		return p.realm
	case o.haven:
		return havenKey + o.native
	default:
		return nativesKey + o.native
	}
}

// has tells whether a realm's leader fights on the side.
func (p *party) has(realm int, leader string) bool {
	return slices.ContainsFunc(p.origins, func(from []origin) bool {
		return slices.ContainsFunc(from, func(o origin) bool { return o.realm == realm && o.leader == leader })
	})
}

// army makes a side of one leader's army.
func (t *board) army(whose int, l *realm.Leader, area int) party {
	p := party{realm: whose, realms: []int{whose}, lead: whose}
	p.side = fight.Side{Nature: fight.European, Charge: l.Orders.Charge, Siege: l.Orders.Siege,
		Withdraw: l.Orders.Withdraw, Landed: l.Aboard > 0}
	p.side.Forces = []fight.Force{{Realm: whose, Hosts: []fight.Host{hostOf(l)},
		Losses: fight.LossesOf(t.tables, l.Orders.Losses)}}
	p.origins = [][]origin{{{realm: whose, leader: l.Name}}}
	t.ground(&p, area)
	p.places = l.Orders.Withdraw.To
	return p
}

func hostOf(l *realm.Leader) fight.Host {
	return fight.Host{Troops: l.Troops, Name: l.Name, Leader: l.Value, Medic: l.Medic}
}

// ground adds what the land gives a side: only who owns the colony has its
// fortification and its port, attacking or defending (seed).
func (t *board) ground(p *party, area int) {
	if c := t.state.Areas[area-1].Colony; c != nil && c.Owner == p.realm {
		p.side.Fort, p.side.Port = t.tables.Fortified(c.Fort), c.Port
	}
}

// defence makes the side that defends an area for a realm: its leaders there
// with the garrison and a royal regiment of its colony, and its allies' leaders.
func (t *board) defence(whose, area, against int) party {
	p := party{realm: whose}
	p.side.Nature = fight.European
	var lead *realm.Leader
	for _, member := range t.allies(whose, against) {
		f := fight.Force{Realm: member}
		var from []origin
		r := &t.state.Realms[member-1]
		var best *realm.Leader
		for i := range r.Leaders {
			l := &r.Leaders[i]
			if !l.Ashore(area) {
				continue
			}
			f.Hosts, from = append(f.Hosts, hostOf(l)), append(from, origin{realm: member, leader: l.Name})
			if best == nil || l.Value > best.Value {
				best = l
			}
		}
		if member == whose || len(f.Hosts) > 0 {
			f.Losses = fight.LossesOf(t.tables, nil)
			if best != nil {
				f.Losses = fight.LossesOf(t.tables, best.Orders.Losses)
			}
			p.side.Forces, p.origins = append(p.side.Forces, f), append(p.origins, from)
		}
		if lead == nil && best != nil {
			lead, p.lead = best, member
		}
	}
	regiment := true
	if lead != nil {
		p.side.Charge, p.side.Withdraw, p.places = lead.Orders.Charge, lead.Orders.Withdraw, lead.Orders.Withdraw.To
		regiment = lead.Orders.Regiment
	}
	p.side.Abandoned = lead == nil
	t.man(&p, area, regiment)
	t.ground(&p, area)
	if len(p.origins[0]) == 0 { // allies alone defend what is the realm's
		p.side.Forces, p.origins = p.side.Forces[1:], p.origins[1:]
	}
	for i := range p.side.Forces {
		p.realms = append(p.realms, p.side.Forces[i].Realm)
	}
	return p
}

// man adds the garrison of the realm's colony, and of its royal regiments the
// strongest in defence, before its armies: they fall first.
func (t *board) man(p *party, area int, regiment bool) {
	c := t.state.Areas[area-1].Colony
	if c == nil || c.Owner != p.realm {
		return
	}
	var hosts []fight.Host
	var from []origin
	if c.Garrison.Count() > 0 {
		hosts, from = append(hosts, fight.Host{Role: fight.Garrison, Troops: c.Garrison}), append(from,
			origin{realm: c.Owner})
	}
	best, most := -1, 0
	for i := range c.Regiments {
		strength := 0
		for k, n := range c.Regiments[i] {
			strength += n * t.tables.Unit[k].Defence
		}
		if strength > most {
			best, most = i, strength
		}
	}
	if best >= 0 && regiment {
		hosts, from = append(hosts, fight.Host{Role: fight.Regiment, Troops: c.Regiments[best]}), append(from,
			origin{realm: c.Owner, regiment: best + 1})
	}
	p.side.Forces[0].Hosts = append(hosts, p.side.Forces[0].Hosts...)
	p.origins[0] = append(from, p.origins[0]...)
}

// people makes a side of the natives of an area; home tells that they fight in
// their own location.
func (t *board) people(from int, home bool) party {
	n := t.state.Areas[from-1].Natives
	p := party{origins: [][]origin{{{native: from}}}}
	p.side = fight.Side{Nature: fight.Native,
		Forces: []fight.Force{{Hosts: []fight.Host{{Role: fight.People, Troops: n.Troops, Leader: n.Leader}},
			Losses: fight.NativeLosses}}}
	if home && n.Location > 0 {
		p.side.Location = t.tables.Location[n.Location-1].Bonus
	}
	if t.tables.Rules.Period(t.state.Turn) >= t.tables.Rules.FirearmsFrom {
		p.side.Firearms = t.tables.Rules.Firearms
	}
	return p
}

// crew makes a side of the pirates of a haven; home tells that they fight there.
func (t *board) crew(from int, home bool) party {
	h := t.state.Areas[from-1].Haven
	p := party{origins: [][]origin{{{native: from, haven: true}}}}
	p.side = fight.Side{Nature: fight.Raider,
		Forces: []fight.Force{{Hosts: []fight.Host{{Role: fight.People, Troops: h.Troops}},
			Losses: fight.Weakest(t.tables)}}}
	if home {
		p.side.Nature, p.side.Location, p.side.Port = fight.Lair, t.tables.Rules.HavenBonus, true
	}
	return p
}

// attack fights one combat of a realm's leader in an area, and tells whether
// he has won.
func (t *turn) attack(realm int, name string, area int, f *foe) bool {
	l := t.state.Realms[realm-1].Leader(name)
	us := t.army(realm, l, area)
	them := t.against(realm, area, f)
	aboard := l.Aboard
	end := t.fight(area, &us, &them)
	if l := t.state.Realms[realm-1].Leader(name); l != nil && aboard > 0 && end.Winner == fight.Defender {
		t.giveWay(mover{realm: realm, leader: name}) // beaten on the shore, he is aboard again
	}
	if c := t.state.Areas[area-1].Colony; end.Winner == fight.Attacker && c != nil && c.Owner == f.realm {
		t.disband(area, f.realm)
	}
	if n := t.state.Areas[area-1].Natives; end.Winner == fight.Attacker && f.natives {
		t.state.Areas[area-1].Natives = nil // who wins burns the location
		if n != nil && n.Location > 0 {
			t.Tell(phrase.P("location-burnt",
				append(t.realmArgs(realm), phrase.Num("area", area),
					phrase.Key("location", t.world.locationKey(n.Location)))...), t.all()...)
		}
	}
	if end.Winner == fight.Attacker && f.haven {
		t.state.Areas[area-1].Haven = nil
		t.Tell(phrase.P("haven-destroyed", append(t.realmArgs(realm), phrase.Num("area", area))...), t.all()...)
	}
	return end.Winner == fight.Attacker
}

// disband ends what is left in a colony that has fallen, the regiment that did not
// fight (rules §6.8).
func (t *playing) disband(area, owner int) {
	c := t.state.Areas[area-1].Colony
	left := c.Garrison
	for _, r := range c.Regiments {
		left.Add(r)
	}
	c.Garrison, c.Regiments = tables.Troops{}, nil
	if left.Count() > 0 {
		t.Tell(phrase.P("fallen-disbanded",
			append(t.realmArgs(owner), phrase.Num("area", area), phrase.Str("units", left.String()))...),
			t.watchers(area, owner)...)
	}
}

// against makes the side a foe is.
func (t *board) against(realm, area int, f *foe) party {
	switch {
	case f.natives:
		return t.people(area, true)
	case f.haven:
		return t.crew(area, true)
	}
	return t.defence(f.realm, area, realm)
}

// names tells who a side is, for the head of a protocol.
func (t *board) names(p *party, which string) []phrase.Arg {
	key, realm, name := "party.natives", 0, ""
	switch {
	case p.realm > 0:
		key, realm, name = "party.realm", p.realm, t.state.Realms[p.realm-1].Name
	case p.origins[0][0].haven:
		key = "party.pirates"
	}
	return []phrase.Arg{phrase.Key(which, key+"-"+which), phrase.Num("realm-"+which, realm),
		phrase.Str("name-"+which, name)}
}
