package fight

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// Flotilla is one fleet in a combat at sea. The rule that a colony's owner loses first does not apply: fleets lose
// ships in their own order.
type Flotilla struct {
	Realm, Number int // 0: pirates
	Ships         tables.Ships
	Losses        []tables.Class // all classes
}

// SeaSide is a side of a combat at sea.
type SeaSide struct {
	Fleets   []Flotilla
	Pirates  bool // never withdraws of its own will
	Withdraw realm.Withdrawal
	Refuge   bool // there is a sea area to withdraw to

	began   int
	damaged int // 1 + the class of which one ship has taken a hit; 0: none
}

// SeaCombat is a combat at sea. It uses the results table of land combats and their bonus for CF, but no leaders and
// none of the other modifiers on land.
type SeaCombat struct {
	Encounter
	Sides [2]SeaSide
}

// Ships counts a side's ships.
func (s *SeaSide) Ships() int {
	n := 0
	for i := range s.Fleets {
		n += s.Fleets[i].Ships.Count()
	}
	return n
}

func (c *SeaCombat) factors(i int) int {
	n := 0
	for f := range c.Sides[i].Fleets {
		n += c.Tables.Force(&c.Sides[i].Fleets[f].Ships, i == Attacker)
	}
	return n
}

// Fight fights the combat to its end.
func (c *SeaCombat) Fight() Ending {
	for i := range c.Sides {
		c.Sides[i].began, c.Sides[i].damaged = c.Sides[i].Ships(), 0
	}
	end := Ending{Fled: Nobody}
	for end.Fled == Nobody && c.Sides[Attacker].Ships() > 0 && c.Sides[Defender].Ships() > 0 {
		end.Rounds++
		end.Fled = c.round(end.Rounds)
	}
	c.finish()
	switch {
	case c.Sides[Attacker].Ships() == 0:
		end.Winner = Defender
	case c.Sides[Defender].Ships() == 0:
		end.Winner = Attacker
	default:
		end.Winner = 1 - end.Fled
	}
	if end.Fled == end.Winner {
		end.Fled = Nobody
	}
	if f := end.Fled; f != Nobody && !c.Sides[f].Refuge {
		c.tell("sea.no-refuge", phrase.Key("side", SideKeys[f]), phrase.Num("ships", c.Sides[f].Ships()))
		for i := range c.Sides[f].Fleets {
			c.Sides[f].Fleets[i].Ships = tables.Ships{}
		}
	}
	c.tell("combat.won", phrase.Key("side", SideKeys[end.Winner]))
	return end
}

// round fights one round and returns the side that withdraws, or Nobody.
func (c *SeaCombat) round(number int) int {
	n := &c.Tables.Rules
	c.tell("combat.round", phrase.Num("round", number))
	cf := [2]int{c.factors(Attacker), c.factors(Defender)}
	var totals [2]int
	for i := range c.Sides {
		one, two := c.throw(), c.throw()
		bonus := superior(n, cf[i], cf[1-i])
		totals[i] = max(c.Period, one+two+bonus)
		side := phrase.Key("side", SideKeys[i])
		c.tell("sea.factors", side, phrase.Num("cf", cf[i]), phrase.Num("ships", c.Sides[i].Ships()),
			phrase.Num("one", one), phrase.Num("two", two))
		if bonus > 0 {
			c.tell("combat.bonus", side, phrase.Key("what", "bonus.superior"), phrase.Num("bonus", bonus))
		}
		c.tell("combat.total", side, phrase.Num("total", totals[i]))
	}
	verdict, low := c.judge(totals)
	for i := range c.Sides {
		base, extra := hits(n, verdict, low == i), cf[1-i]/n.HitEvery
		c.tell("sea.hits", phrase.Key("side", SideKeys[i]), phrase.Num("hits", base+extra), phrase.Num("base", base),
			phrase.Num("extra", extra))
		c.lose(i, base+extra)
	}
	if c.Sides[Attacker].Ships() == 0 || c.Sides[Defender].Ships() == 0 {
		return Nobody
	}
	return c.leaving(number, verdict, low, false, c.withdraws)
}

// lose carries out hits on a side, one after the other, in the order of losses. If a class can take two hits, at most
// one of its ships carries a single hit into later rounds.
func (c *SeaCombat) lose(i, hits int) {
	s := &c.Sides[i]
	sunk := make([]tables.Ships, len(s.Fleets))
	_, hit := strike(hits, &s.damaged, s.next, func(class tables.Class) int { return c.Tables.Ship[class].Hits },
		func(class tables.Class) { sunk[s.sink(class)][class]++ })
	for f := range sunk {
		if f+1 < len(sunk) && s.Fleets[f].Realm == s.Fleets[f+1].Realm { // a realm's fleets are next to each other
			sunk[f+1].Add(sunk[f])
			continue
		}
		if sunk[f].Count() > 0 {
			c.lost("sea.lost", i, f, phrase.Str("ships", sunk[f].String()))
		}
	}
	if hit {
		class := tables.Class(s.damaged - 1)
		c.lost("sea.damaged", i, s.bearer(class), phrase.Str("kind", class.Code()))
	}
}

// finish sinks ships that are still damaged when the combat ends, the attacker's first. If a side has no enemy afloat,
// its damaged ship stays afloat: a side that sinks every enemy has won.
func (c *SeaCombat) finish() {
	alone := [2]bool{c.Sides[Defender].Ships() == 0, c.Sides[Attacker].Ships() == 0}
	for i := range c.Sides {
		s := &c.Sides[i]
		if s.damaged == 0 {
			continue
		}
		class := tables.Class(s.damaged - 1)
		s.damaged = 0
		if alone[i] {
			c.lost("sea.damaged-floats", i, s.bearer(class), phrase.Str("kind", class.Code()))
			continue
		}
		c.lost("sea.damaged-sinks", i, s.sink(class), phrase.Str("kind", class.Code()))
	}
}

// next is the class of the ship to be hit next: the first class in the order of the first fleet with ships left.
func (s *SeaSide) next() (tables.Class, bool) {
	for i := range s.Fleets {
		for _, class := range s.Fleets[i].Losses {
			if s.Fleets[i].Ships[class] > 0 {
				return class, true
			}
		}
	}
	return 0, false
}

// sink takes one ship of a class from the first fleet that has one, and returns the fleet.
func (s *SeaSide) sink(class tables.Class) int {
	f := s.bearer(class)
	s.Fleets[f].Ships[class]--
	return f
}

// bearer is the first fleet with a ship of a class. There must be one.
func (s *SeaSide) bearer(class tables.Class) int {
	return slices.IndexFunc(s.Fleets, func(f Flotilla) bool { return f.Ships[class] > 0 })
}

// lost tells of the loss of ships, and of which realm they are if a side has ships of several.
func (c *SeaCombat) lost(code string, i, fleet int, what phrase.Arg) {
	fleets, key := c.Sides[i].Fleets, "whose.alone"
	realm := fleets[fleet].Realm
	if slices.ContainsFunc(fleets, func(f Flotilla) bool { return f.Realm != realm }) {
		key = "whose.realm"
	}
	c.tell(code, phrase.Key("side", SideKeys[i]), what, phrase.Key("whose", key), phrase.Num("realm", realm))
}

// withdraws reports whether a side that may withdraw does.
func (c *SeaCombat) withdraws(i int) bool {
	s := &c.Sides[i]
	return !s.Pirates && s.Refuge && s.Withdraw.Now(s.began, s.Ships(), c.factors(i))
}

// Navy is a side of a combat at sea, with the realms and fleets that it is made of.
type Navy struct {
	Side   SeaSide
	Realms []int
	Haven  int
	Places []realm.Place
}

// NavyOf makes the side that defends at sea: a haven's ships, or all fleets there of the realm and of those allies
// that are at war with the attacker.
func NavyOf(at realm.Position, realm, area int, f *Foe) Navy {
	var n Navy
	if f.Haven {
		n.Haven = Raiders(at, area)
		n.Side.Pirates = true
		n.Side.Fleets = []Flotilla{{Ships: at.State.Areas[n.Haven-1].Haven.Ships,
			Losses: Sinking(at.Tables, nil)}}
		return n
	}
	for _, member := range Allies(at, f.Realm, realm) {
		if at.State.Realms[member-1].Anchors(area) {
			n.Realms = append(n.Realms, member)
		}
		for k := range at.State.Realms[member-1].Fleets {
			fl := &at.State.Realms[member-1].Fleets[k]
			if fl.At != area {
				continue
			}
			if len(n.Side.Fleets) == 0 {
				n.Side.Withdraw, n.Places = fl.Orders.Withdraw, fl.Orders.Withdraw.To
			}
			n.Side.Fleets = append(n.Side.Fleets,
				Flotilla{Realm: member, Number: fl.Number, Ships: fl.Ships,
					Losses: Sinking(at.Tables, fl.Orders.Sinking)})
		}
	}
	return n
}

// NavyNames names a side at sea, for the head of a protocol.
func NavyNames(at realm.Position, n *Navy, which string) []phrase.Arg {
	key, realm, name := "party.pirates", 0, ""
	if len(n.Realms) > 0 {
		key, realm, name = "party.realm", n.Realms[0], at.State.Realms[n.Realms[0]-1].Name
	}
	var all tables.Ships
	for _, f := range n.Side.Fleets {
		all.Add(f.Ships)
	}
	return []phrase.Arg{phrase.Key(which, key+"-"+which), phrase.Num("realm-"+which, realm),
		phrase.Str("name-"+which, name), phrase.Str("ships-"+which, all.String())}
}

// Seas lists the neighbouring sea areas, where a beaten fleet goes.
func Seas(at realm.Position, area int) []int {
	return slices.DeleteFunc(slices.Clone(at.State.Areas[area-1].Beside),
		func(b int) bool { return at.State.Areas[b-1].Ground != realm.Sea })
}
