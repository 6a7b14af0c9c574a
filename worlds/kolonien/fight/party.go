package fight

import (
	"cmp"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// Party is a side in a world.
type Party struct {
	Side   Side
	Realm  int   // the realm that attacks or owns the area; 0: natives or pirates
	Realms []int // those with somebody on the side; Realm need not be one of them
	Lead   int   // the realm whose leader's orders apply
	Places []realm.Place
}

// The numbers that natives and pirates' havens have in the keys of dice: these plus their area's.
const (
	nativesKey = 1 << 16
	HavenKey   = 1 << 17
)

// People is where natives or pirates came from.
func (p *Party) People() Origin { return p.Side.Forces[0].Hosts[0].From }

// Key is the side's number in the keys of dice.
func (p *Party) Key() int {
	switch o := p.People(); {
	case p.Realm > 0:
		return p.Realm
	case o.Haven:
		return HavenKey + o.Native
	default:
		return nativesKey + o.Native
	}
}

// Has reports whether a realm's leader fights on the side.
func (p *Party) Has(realm int, leader string) bool {
	return slices.ContainsFunc(p.Side.Forces, func(f Force) bool {
		return f.Realm == realm && slices.ContainsFunc(f.Hosts, func(h Host) bool { return h.Name == leader })
	})
}

// ArmyOf makes a side of one leader's army.
func ArmyOf(at realm.Position, whose int, l *realm.Leader, area int) Party {
	p := Party{Realm: whose, Realms: []int{whose}, Lead: whose}
	p.Side = Side{Nature: European, Charge: l.Orders.Charge, Siege: l.Orders.Siege,
		Withdraw: l.Orders.Withdraw, Landed: l.Aboard > 0}
	p.Side.Forces = []Force{{Realm: whose, Hosts: []Host{hostOf(l)},
		Losses: LossesOf(at.Tables, l.Orders.Losses)}}
	onGround(at, &p, area)
	p.Places = l.Orders.Withdraw.To
	return p
}

func hostOf(l *realm.Leader) Host {
	return Host{Troops: l.Troops, Name: l.Name, Leader: l.Value, Medic: l.Medic}
}

// onGround adds what the land gives a side. The colony's owner, attacking or defending, has its fortification and its
// port; nobody else has (seed).
func onGround(at realm.Position, p *Party, area int) {
	if c := at.State.Areas[area-1].Colony; c != nil && c.Owner == p.Realm {
		p.Side.Fort, p.Side.Port = at.Tables.Fortified(c.Fort), c.Port
	}
}

// DefenceOf makes the side that defends an area for a realm: its leaders there, its colony's garrison and a royal
// regiment, and its allies' leaders.
func DefenceOf(at realm.Position, whose, area, against int) Party {
	p := Party{Realm: whose}
	p.Side.Nature = European
	var lead *realm.Leader
	for _, member := range Allies(at, whose, against) {
		f := Force{Realm: member}
		r := &at.State.Realms[member-1]
		var best *realm.Leader
		for i := range r.Leaders {
			l := &r.Leaders[i]
			if !l.Ashore(area) {
				continue
			}
			f.Hosts = append(f.Hosts, hostOf(l))
			if best == nil || l.Value > best.Value {
				best = l
			}
		}
		if member == whose || len(f.Hosts) > 0 {
			f.Losses = LossesOf(at.Tables, nil)
			if best != nil {
				f.Losses = LossesOf(at.Tables, best.Orders.Losses)
			}
			p.Side.Forces = append(p.Side.Forces, f)
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
	if len(p.Side.Forces[0].Hosts) == 0 { // only allies defend what is the realm's
		p.Side.Forces = p.Side.Forces[1:]
	}
	for i := range p.Side.Forces {
		p.Realms = append(p.Realms, p.Side.Forces[i].Realm)
	}
	return p
}

// manned adds the garrison of the realm's colony, and the royal regiment with the best defence. They come before the
// armies, since they fall first.
func manned(at realm.Position, p *Party, area int, regiment bool) {
	c := at.State.Areas[area-1].Colony
	if c == nil || c.Owner != p.Realm {
		return
	}
	var hosts []Host
	if c.Garrison.Count() > 0 {
		hosts = append(hosts, Host{Role: Garrison, Troops: c.Garrison})
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
		hosts = append(hosts, Host{Role: Regiment, Troops: c.Regiments[best], From: Origin{Regiment: best + 1}})
	}
	p.Side.Forces[0].Hosts = append(hosts, p.Side.Forces[0].Hosts...)
}

// PeopleOf makes a side of the natives of an area. home says that they fight in their own location.
func PeopleOf(at realm.Position, from int, home bool) Party {
	n := at.State.Areas[from-1].Natives
	host := Host{Role: People, Troops: n.Troops, Leader: n.Leader, From: Origin{Native: from}}
	p := Party{Side: Side{Nature: Native, Forces: []Force{{Hosts: []Host{host}, Losses: NativeLosses}}}}
	if home && n.Location > 0 {
		p.Side.Location = at.Tables.Location[n.Location-1].Bonus
	}
	if at.Tables.Rules.Period(at.State.Turn) >= at.Tables.Rules.FirearmsFrom {
		p.Side.Firearms = at.Tables.Rules.Firearms
	}
	return p
}

// CrewOf makes a side of the pirates of a haven. home says that they fight there.
func CrewOf(at realm.Position, from int, home bool) Party {
	h := at.State.Areas[from-1].Haven
	host := Host{Role: People, Troops: h.Troops, From: Origin{Native: from, Haven: true}}
	p := Party{Side: Side{Nature: Raider, Forces: []Force{{Hosts: []Host{host}, Losses: LossesOf(at.Tables, nil)}}}}
	if home {
		p.Side.Nature, p.Side.Location, p.Side.Port = Lair, at.Tables.Rules.HavenBonus, true
	}
	return p
}

// Names names a side, for the head of a protocol.
func Names(at realm.Position, p *Party, which string) []phrase.Arg {
	key, realm, name := "party.natives", 0, ""
	switch {
	case p.Realm > 0:
		key, realm, name = "party.realm", p.Realm, at.State.Realms[p.Realm-1].Name
	case p.People().Haven:
		key = "party.pirates"
	}
	return []phrase.Arg{phrase.Key(which, key+"-"+which), phrase.Num("realm-"+which, realm),
		phrase.Str("name-"+which, name)}
}

// Roster says what a host brings to a side.
func Roster(side, number int, h Host) phrase.Phrase {
	args := []phrase.Arg{phrase.Key("side", SideKeys[side]), phrase.Str("units", realm.OrDash(h.Troops.String()))}
	switch {
	case h.Role == Garrison:
		return phrase.P("roster-garrison", args...)
	case h.Role == Regiment:
		return phrase.P("roster-regiment", args...)
	case h.Name == "" && h.Leader > 0:
		return phrase.P("roster-chief", append(args, phrase.Num("value", h.Leader))...)
	case h.Name == "":
		return phrase.P("roster", args...)
	}
	return phrase.P("roster-leader", append(args, phrase.Str("who", h.Name), phrase.Num("value", h.Leader),
		phrase.Key("medic", realm.YesNo("own-medic", h.Medic)), phrase.Num("realm", number))...)
}

// Against makes the side of a foe.
func Against(at realm.Position, realm, area int, f *Foe) Party {
	switch {
	case f.Natives:
		return PeopleOf(at, area, true)
	case f.Haven:
		return CrewOf(at, area, true)
	}
	return DefenceOf(at, f.Realm, area, realm)
}

// Prepare gives both sides what the area offers them: ships that support them, and places to withdraw to.
func Prepare(at realm.Position, area int, us, them *Party) {
	us.Side.Guns, them.Side.Guns = gunsOf(at, area, Attacker, us, them), gunsOf(at, area, Defender, them, us)
	for _, p := range [2]*Party{us, them} {
		p.Side.Refuge = func(left []int) int { return refugeOf(at, area, p, left) }
	}
}

// gunsOf are the combat factors of the ships that may support a side.
func gunsOf(at realm.Position, area, side int, p, other *Party) int {
	ships := Supporting(at, area, p, other)
	return at.Tables.Force(&ships, side == Attacker)
}

// Supporting are the ships that may support a side in a coastal area: its own, and those of allies that are not allied
// with the other side.
func Supporting(at realm.Position, area int, p, other *Party) (all tables.Ships) {
	if !at.State.Coastal(area) {
		return all
	}
	if p.Realm == 0 {
		if o := p.People(); o.Haven && cmp.Or(at.State.Areas[o.Native-1].Haven.Away, o.Native) == area {
			all = at.State.Areas[o.Native-1].Haven.Ships
		}
		return all
	}
	for i := range at.State.Realms {
		own := i+1 == p.Realm || slices.Contains(p.Realms, i+1)
		if !own && (at.State.Relation(p.Realm, i+1) != realm.Allied ||
			slices.ContainsFunc(other.Realms, func(o int) bool { return at.State.Relation(o, i+1) == realm.Allied })) {
			continue
		}
		for k := range at.State.Realms[i].Fleets {
			if f := &at.State.Realms[i].Fleets[k]; f.At == area {
				all.Add(f.Ships)
			}
		}
	}
	return all
}
