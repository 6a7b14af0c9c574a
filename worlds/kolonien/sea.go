package kolonien

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/fight"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// prey is whom a realm's fleet fights in an area: an enemy's fleets, or the
// ships of a haven.
func Prey(at realm.Position, whose, area int) *Foe {
	for i := range at.State.Realms {
		if i+1 == whose || at.State.Relation(whose, i+1) != realm.War {
			continue
		}
		for k := range at.State.Realms[i].Fleets {
			if at.State.Realms[i].Fleets[k].At == area {
				return &Foe{Realm: i + 1}
			}
		}
	}
	if Raiders(at, area) > 0 {
		return &Foe{Haven: true}
	}
	return nil
}

// raiders gives the area of the haven whose ships lie in an area; 0 none.
func Raiders(at realm.Position, area int) int {
	for i := range at.State.Areas {
		h := at.State.Areas[i].Haven
		if h != nil && h.Ships.Count() > 0 && (h.Away == area || h.Away == 0 && i+1 == area) {
			return i + 1
		}
	}
	return 0
}

// navy is a side of a combat at sea with where its fleets came from.
type Navy struct {
	Side   fight.SeaSide
	Realms []int
	Haven  int
	Places []realm.Place
}

// battle fights a combat at sea of a realm's fleet and tells whether it has won
// and is still there.
func (t *turn) battle(realm, number, area int, f *Foe) bool {
	r := &t.State.Realms[realm-1]
	own := r.Fleet(number)
	us := Navy{Realms: []int{realm}, Places: own.Orders.Withdraw.To}
	us.Side.Withdraw = own.Orders.Withdraw
	us.Side.Fleets = []fight.Flotilla{{Realm: realm, Number: number, Ships: own.Ships,
		Losses: fight.Sinking(t.Tables, own.Orders.Sinking)}}
	them := NavyOf(t.Position, realm, area, f)
	us.Side.Refuge, them.Side.Refuge = len(Seas(t.Position, area)) > 0, len(Seas(t.Position, area)) > 0
	listeners := t.watchers(area, append(slices.Clone(us.Realms), them.Realms...)...)
	t.Tell(phrase.P("sea-combat",
		append(append(NavyNames(t.Position, &us, "us"), NavyNames(t.Position, &them, "them")...), phrase.Num("area", area))...),
		listeners...)
	foes := f.Realm
	if f.Haven {
		foes = havenKey + them.Haven
	}
	c := fight.SeaCombat{
		Tables: t.Tables, Period: t.Tables.Rules.Period(t.State.Turn), Sides: [2]fight.SeaSide{us.Side, them.Side},
		Dice: t.throws(fightKey{area, realm, foes}),
		Tell: t.telling(listeners),
	}
	end := c.Fight()
	us.Side, them.Side = c.Sides[0], c.Sides[1]
	t.honourNavy(area, [2]*Navy{&us, &them}, end)
	for i, n := range []*Navy{&us, &them} {
		t.anchor(area, n, end.Fled == i && n.Side.Ships() > 0, listeners)
	}
	return end.Winner == fight.Attacker
}

// navy makes the side that defends at sea: all fleets there of the realm and of
// its allies that are at war with the attacker, or a haven's ships.
func NavyOf(at realm.Position, realm, area int, f *Foe) Navy {
	var n Navy
	if f.Haven {
		n.Haven = Raiders(at, area)
		n.Side.Pirates = true
		n.Side.Fleets = []fight.Flotilla{{Ships: at.State.Areas[n.Haven-1].Haven.Ships,
			Losses: fight.Sinking(at.Tables, nil)}}
		return n
	}
	for _, member := range Allies(at, f.Realm, realm) {
		for k := range at.State.Realms[member-1].Fleets {
			fl := &at.State.Realms[member-1].Fleets[k]
			if fl.At != area {
				continue
			}
			if len(n.Side.Fleets) == 0 {
				n.Side.Withdraw, n.Places = fl.Orders.Withdraw, fl.Orders.Withdraw.To
			}
			if !slices.Contains(n.Realms, member) {
				n.Realms = append(n.Realms, member)
			}
			n.Side.Fleets = append(n.Side.Fleets,
				fight.Flotilla{Realm: member, Number: fl.Number, Ships: fl.Ships,
					Losses: fight.Sinking(at.Tables, fl.Orders.Sinking)})
		}
	}
	return n
}

// foreseeAtSea tells a receipt whom a fleet meets where it goes, with the chance to win
// over those the realm can see, one after the other.
func (t *turn) foreseeAtSea(realm int, at orders.Position, number, area int) {
	who, where := fleetArg("who", number), phrase.Num("area", area)
	chances := t.chances(realm, area, func(x *turn) *Foe { return Prey(x.Position, realm, area) }, func(x *turn, f *Foe) bool {
		return x.battle(realm, number, area, f)
	})
	code := "will-fight-at-sea"
	for i := 0; ; i++ {
		f := Prey(t.Position, realm, area)
		if f == nil {
			break
		}
		them := NavyOf(t.Position, realm, area, f)
		t.Accept(at, phrase.P(code,
			append(NavyNames(t.Position, &them, "them"), who, where, phrase.Num("chance", chances[i]))...))
		code = "will-fight-at-sea-next"
		t.sink(realm, area, f)
	}
	t.receipt.plan.forked = true
}

// sink is what becomes of a foe at sea for a receipt, which goes on as if its realm won.
func (t *turn) sink(whose, area int, f *Foe) {
	if f.Haven {
		t.State.Areas[Raiders(t.Position, area)-1].Haven.Ships = tables.Ships{}
		return
	}
	for _, member := range Allies(t.Position, f.Realm, whose) {
		r := &t.State.Realms[member-1]
		r.Fleets = slices.DeleteFunc(r.Fleets, func(x realm.Fleet) bool { return x.At == area })
	}
}

func NavyNames(at realm.Position, n *Navy, which string) []phrase.Arg {
	key, realm, name := "party.pirates", 0, ""
	if len(n.Realms) > 0 {
		key, realm, name = "party.realm", n.Realms[0], at.State.Realms[n.Realms[0]-1].Name
	}
	var all tables.Ships
	for _, f := range n.Side.Fleets {
		for c, k := range f.Ships {
			all[c] += k
		}
	}
	return []phrase.Arg{phrase.Key(which, key+"-"+which), phrase.Num("realm-"+which, realm),
		phrase.Str("name-"+which, name), phrase.Str("ships-"+which, all.String())}
}

// seas are the sea areas beside one, where a beaten fleet goes.
func Seas(at realm.Position, area int) []int {
	var out []int
	for _, b := range at.State.Areas[area-1].Beside {
		if at.State.Areas[b-1].Ground == realm.Sea {
			out = append(out, b)
		}
	}
	return out
}

func (t *turn) honourNavy(area int, navies [2]*Navy, end fight.Ending) {
	n := &t.Tables.Rules
	won, lost := navies[end.Winner], navies[1-end.Winner]
	for _, realm := range won.Realms {
		t.glory(realm, n.GloryWon, "glory-won", area)
	}
	if won.Haven > 0 {
		for _, realm := range lost.Realms {
			t.glory(realm, -n.GloryBeaten, "glory-beaten", area)
		}
	}
}

// anchor writes back what is left of a navy; who fled goes to the sea of its
// standing order, else to that of the lowest number. Whom the holds no longer
// take drowns.
func (t *turn) anchor(area int, n *Navy, fled bool, listeners []int) {
	to := 0
	if fled {
		open := Seas(t.Position, area)
		to = open[0]
		for _, p := range n.Places {
			if slices.Contains(open, p.Area) {
				to = p.Area
				break
			}
		}
		t.Tell(phrase.P("fled-to-sea", phrase.Num("area", to)), listeners...)
	}
	if n.Haven > 0 {
		h := t.State.Areas[n.Haven-1].Haven
		h.Ships = n.Side.Fleets[0].Ships
		if fled {
			h.Away = to
		}
		return
	}
	for _, f := range n.Side.Fleets {
		r := &t.State.Realms[f.Realm-1]
		own := r.Fleet(f.Number)
		own.Ships = f.Ships
		if fled {
			t.ship(r, own, to)
			t.giveWay(mover{realm: f.Realm, fleet: f.Number})
			for i := range r.Leaders {
				if l := &r.Leaders[i]; l.Aboard == f.Number {
					t.giveWay(mover{realm: f.Realm, leader: l.Name})
				}
			}
		}
		t.drown(r, own, listeners)
		if own.Ships.Count() == 0 {
			r.Fleets = slices.DeleteFunc(r.Fleets, func(x realm.Fleet) bool { return x.Number == f.Number })
		}
	}
}

// drown takes those aboard for whom ships sank: units in their leaders' orders
// of losses, each leader after his units.
func (t *turn) drown(r *realm.Realm, f *realm.Fleet, listeners []int) {
	over := r.Cargo(f.Number) - t.Tables.Hold(&f.Ships)
	if over <= 0 {
		return
	}
	var lost tables.Troops
	for i := len(r.Leaders) - 1; i >= 0 && over > 0; i-- {
		l := &r.Leaders[i]
		if l.Aboard != f.Number {
			continue
		}
		for _, k := range fight.LossesOf(t.Tables, l.Orders.Losses) {
			gone := min(over, l.Troops[k])
			l.Troops[k] -= gone
			lost[k] += gone
			over -= gone
		}
		if over > 0 {
			over--
			t.Tell(phrase.P("leader-drowned", phrase.Str("who", l.Name), phrase.Num("realm", r.Number)), listeners...)
			r.Leaders = slices.Delete(r.Leaders, i, i+1)
		}
	}
	if lost.Count() > 0 {
		t.Tell(phrase.P("drowned", phrase.Str("units", lost.String()), phrase.Num("realm", r.Number)), listeners...)
	}
}
