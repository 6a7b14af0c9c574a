package kolonien

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// foe is whom a leader meets in an area.
type Foe struct {
	Realm   int // 0: natives or pirates
	Natives bool
	Haven   bool
}

// foe gives the next enemy of a realm in an area: first who defends an enemy's
// colony, then natives, then pirates, then other enemies' armies by number.
// Pirates whose haven lies in a colony are attacked only by who stands there already.
func Enemy(at realm.Position, whose, area int, inPlace bool) *Foe {
	a := &at.State.Areas[area-1]
	if c := a.Colony; c != nil && c.Owner != whose && at.State.Relation(whose, c.Owner) == realm.War &&
		Defended(at, whose, area, c.Owner) {
		return &Foe{Realm: c.Owner}
	}
	if a.Natives != nil && a.Natives.Units() > 0 {
		return &Foe{Natives: true}
	}
	if a.Haven != nil && a.Haven.Troops.Count() > 0 && (a.Colony == nil || inPlace) {
		return &Foe{Haven: true}
	}
	for i := range at.State.Realms {
		if i+1 == whose || at.State.Relation(whose, i+1) != realm.War {
			continue
		}
		for k := range at.State.Realms[i].Leaders {
			if at.State.Realms[i].Leaders[k].Ashore(area) {
				return &Foe{Realm: i + 1}
			}
		}
	}
	return nil
}

// defended tells whether anybody would defend a colony.
func Defended(at realm.Position, against, area, owner int) bool {
	if !at.State.Areas[area-1].Colony.Empty() {
		return true
	}
	for _, realm := range Allies(at, owner, against) {
		for k := range at.State.Realms[realm-1].Leaders {
			if at.State.Realms[realm-1].Leaders[k].Ashore(area) {
				return true
			}
		}
	}
	return false
}

// allies are a realm and those allied with it that are at war with whom it
// fights; against natives and pirates (0) all its allies.
func Allies(at realm.Position, whose, against int) []int {
	out := []int{whose}
	for i := range at.State.Realms {
		if i+1 != whose && at.State.Relation(whose, i+1) == realm.Allied &&
			(against == 0 || i+1 != against && at.State.Relation(i+1, against) == realm.War) {
			out = append(out, i+1)
		}
	}
	return out
}

// origin is where a host of a side came from, to write back what is left of it.
type Origin struct {
	Realm    int
	Leader   string // "": garrison or regiment, natives or pirates
	Regiment int    // 1 + index
	Native   int    // area of the natives or the haven
	Haven    bool
}

// party is a side with the origins of its hosts, force by force.
type Party struct {
	Side    fight.Side
	Origins [][]Origin
	Realm   int   // whose attack or whose area it is; 0: natives or pirates
	Realms  []int // who has somebody in it; that need not be the realm whose area is defended
	Lead    int   // the realm whose leader's orders hold
	Places  []realm.Place
}

// key is the side's number in a fightKey.
func (p *Party) Key() int {
	switch o := p.Origins[0][0]; {
	case p.Realm > 0:
		return p.Realm
	case o.Haven:
		return havenKey + o.Native
	default:
		return nativesKey + o.Native
	}
}

// has tells whether a realm's leader fights on the side.
func (p *Party) Has(realm int, leader string) bool {
	return slices.ContainsFunc(p.Origins, func(from []Origin) bool {
		return slices.ContainsFunc(from, func(o Origin) bool { return o.Realm == realm && o.Leader == leader })
	})
}

// army makes a side of one leader's army.
func ArmyOf(at realm.Position, whose int, l *realm.Leader, area int) Party {
	p := Party{Realm: whose, Realms: []int{whose}, Lead: whose}
	p.Side = fight.Side{Nature: fight.European, Charge: l.Orders.Charge, Siege: l.Orders.Siege,
		Withdraw: l.Orders.Withdraw, Landed: l.Aboard > 0}
	p.Side.Forces = []fight.Force{{Realm: whose, Hosts: []fight.Host{hostOf(l)},
		Losses: fight.LossesOf(at.Tables, l.Orders.Losses)}}
	p.Origins = [][]Origin{{{Realm: whose, Leader: l.Name}}}
	onGround(at, &p, area)
	p.Places = l.Orders.Withdraw.To
	return p
}

func hostOf(l *realm.Leader) fight.Host {
	return fight.Host{Troops: l.Troops, Name: l.Name, Leader: l.Value, Medic: l.Medic}
}

// ground adds what the land gives a side: only who owns the colony has its
// fortification and its port, attacking or defending (seed).
func onGround(at realm.Position, p *Party, area int) {
	if c := at.State.Areas[area-1].Colony; c != nil && c.Owner == p.Realm {
		p.Side.Fort, p.Side.Port = at.Tables.Fortified(c.Fort), c.Port
	}
}

// defence makes the side that defends an area for a realm: its leaders there
// with the garrison and a royal regiment of its colony, and its allies' leaders.
func DefenceOf(at realm.Position, whose, area, against int) Party {
	p := Party{Realm: whose}
	p.Side.Nature = fight.European
	var lead *realm.Leader
	for _, member := range Allies(at, whose, against) {
		f := fight.Force{Realm: member}
		var from []Origin
		r := &at.State.Realms[member-1]
		var best *realm.Leader
		for i := range r.Leaders {
			l := &r.Leaders[i]
			if !l.Ashore(area) {
				continue
			}
			f.Hosts, from = append(f.Hosts, hostOf(l)), append(from, Origin{Realm: member, Leader: l.Name})
			if best == nil || l.Value > best.Value {
				best = l
			}
		}
		if member == whose || len(f.Hosts) > 0 {
			f.Losses = fight.LossesOf(at.Tables, nil)
			if best != nil {
				f.Losses = fight.LossesOf(at.Tables, best.Orders.Losses)
			}
			p.Side.Forces, p.Origins = append(p.Side.Forces, f), append(p.Origins, from)
		}
		if lead == nil && best != nil {
			lead, p.Lead = best, member
		}
	}
	regiment := true
	if lead != nil {
		p.Side.Charge, p.Side.Withdraw, p.Places = lead.Orders.Charge, lead.Orders.Withdraw, lead.Orders.Withdraw.To
		regiment = lead.Orders.Regiment
	}
	p.Side.Abandoned = lead == nil
	manned(at, &p, area, regiment)
	onGround(at, &p, area)
	if len(p.Origins[0]) == 0 { // allies alone defend what is the realm's
		p.Side.Forces, p.Origins = p.Side.Forces[1:], p.Origins[1:]
	}
	for i := range p.Side.Forces {
		p.Realms = append(p.Realms, p.Side.Forces[i].Realm)
	}
	return p
}

// man adds the garrison of the realm's colony, and of its royal regiments the
// strongest in defence, before its armies: they fall first.
func manned(at realm.Position, p *Party, area int, regiment bool) {
	c := at.State.Areas[area-1].Colony
	if c == nil || c.Owner != p.Realm {
		return
	}
	var hosts []fight.Host
	var from []Origin
	if c.Garrison.Count() > 0 {
		hosts, from = append(hosts, fight.Host{Role: fight.Garrison, Troops: c.Garrison}), append(from,
			Origin{Realm: c.Owner})
	}
	best, most := -1, 0
	for i := range c.Regiments {
		strength := 0
		for k, n := range c.Regiments[i] {
			strength += n * at.Tables.Unit[k].Defence
		}
		if strength > most {
			best, most = i, strength
		}
	}
	if best >= 0 && regiment {
		hosts, from = append(hosts, fight.Host{Role: fight.Regiment, Troops: c.Regiments[best]}), append(from,
			Origin{Realm: c.Owner, Regiment: best + 1})
	}
	p.Side.Forces[0].Hosts = append(hosts, p.Side.Forces[0].Hosts...)
	p.Origins[0] = append(from, p.Origins[0]...)
}

// people makes a side of the natives of an area; home tells that they fight in
// their own location.
func PeopleOf(at realm.Position, from int, home bool) Party {
	n := at.State.Areas[from-1].Natives
	p := Party{Origins: [][]Origin{{{Native: from}}}}
	p.Side = fight.Side{Nature: fight.Native,
		Forces: []fight.Force{{Hosts: []fight.Host{{Role: fight.People, Troops: n.Troops, Leader: n.Leader}},
			Losses: fight.NativeLosses}}}
	if home && n.Location > 0 {
		p.Side.Location = at.Tables.Location[n.Location-1].Bonus
	}
	if at.Tables.Rules.Period(at.State.Turn) >= at.Tables.Rules.FirearmsFrom {
		p.Side.Firearms = at.Tables.Rules.Firearms
	}
	return p
}

// crew makes a side of the pirates of a haven; home tells that they fight there.
func CrewOf(at realm.Position, from int, home bool) Party {
	h := at.State.Areas[from-1].Haven
	p := Party{Origins: [][]Origin{{{Native: from, Haven: true}}}}
	p.Side = fight.Side{Nature: fight.Raider,
		Forces: []fight.Force{{Hosts: []fight.Host{{Role: fight.People, Troops: h.Troops}},
			Losses: fight.Weakest(at.Tables)}}}
	if home {
		p.Side.Nature, p.Side.Location, p.Side.Port = fight.Lair, at.Tables.Rules.HavenBonus, true
	}
	return p
}

// attack fights one combat of a realm's leader in an area, and tells whether
// he has won.
func (t *turn) attack(realm int, name string, area int, f *Foe) bool {
	l := t.State.Realms[realm-1].Leader(name)
	us := ArmyOf(t.Position, realm, l, area)
	them := Against(t.Position, realm, area, f)
	aboard := l.Aboard
	end := t.fight(area, &us, &them)
	if l := t.State.Realms[realm-1].Leader(name); l != nil && aboard > 0 && end.Winner == fight.Defender {
		t.giveWay(mover{realm: realm, leader: name}) // beaten on the shore, he is aboard again
	}
	if c := t.State.Areas[area-1].Colony; end.Winner == fight.Attacker && c != nil && c.Owner == f.Realm {
		t.disband(area, f.Realm)
	}
	if n := t.State.Areas[area-1].Natives; end.Winner == fight.Attacker && f.Natives {
		t.State.Areas[area-1].Natives = nil // who wins burns the location
		if n != nil && n.Location > 0 {
			t.Tell(phrase.P("location-burnt",
				append(t.realmArgs(realm), phrase.Num("area", area),
					phrase.Key("location", t.Tables.LocationKey(n.Location)))...), t.all()...)
		}
	}
	if end.Winner == fight.Attacker && f.Haven {
		t.State.Areas[area-1].Haven = nil
		t.Tell(phrase.P("haven-destroyed", append(t.realmArgs(realm), phrase.Num("area", area))...), t.all()...)
	}
	return end.Winner == fight.Attacker
}

// disband ends what is left in a colony that has fallen, the regiment that did not
// fight (rules §6.8).
func (t *turn) disband(area, owner int) {
	c := t.State.Areas[area-1].Colony
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
func Against(at realm.Position, realm, area int, f *Foe) Party {
	switch {
	case f.Natives:
		return PeopleOf(at, area, true)
	case f.Haven:
		return CrewOf(at, area, true)
	}
	return DefenceOf(at, f.Realm, area, realm)
}

// names tells who a side is, for the head of a protocol.
func Names(at realm.Position, p *Party, which string) []phrase.Arg {
	key, realm, name := "party.natives", 0, ""
	switch {
	case p.Realm > 0:
		key, realm, name = "party.realm", p.Realm, at.State.Realms[p.Realm-1].Name
	case p.Origins[0][0].Haven:
		key = "party.pirates"
	}
	return []phrase.Arg{phrase.Key(which, key+"-"+which), phrase.Num("realm-"+which, realm),
		phrase.Str("name-"+which, name)}
}
