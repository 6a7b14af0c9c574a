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
func (t *board) prey(whose, area int) *foe {
	for i := range t.state.Realms {
		if i+1 == whose || t.state.Relation(whose, i+1) != realm.War {
			continue
		}
		for k := range t.state.Realms[i].Fleets {
			if t.state.Realms[i].Fleets[k].At == area {
				return &foe{realm: i + 1}
			}
		}
	}
	if t.raiders(area) > 0 {
		return &foe{haven: true}
	}
	return nil
}

// raiders gives the area of the haven whose ships lie in an area; 0 none.
func (t *board) raiders(area int) int {
	for i := range t.state.Areas {
		h := t.state.Areas[i].Haven
		if h != nil && h.Ships.Count() > 0 && (h.Away == area || h.Away == 0 && i+1 == area) {
			return i + 1
		}
	}
	return 0
}

// navy is a side of a combat at sea with where its fleets came from.
type navy struct {
	side   fight.SeaSide
	realms []int
	haven  int
	places []realm.Place
}

// battle fights a combat at sea of a realm's fleet and tells whether it has won
// and is still there.
func (t *war) battle(realm, number, area int, f *foe) bool {
	r := &t.state.Realms[realm-1]
	own := r.Fleet(number)
	us := navy{realms: []int{realm}, places: own.Orders.Withdraw.To}
	us.side.Withdraw = own.Orders.Withdraw
	us.side.Fleets = []fight.Flotilla{{Realm: realm, Number: number, Ships: own.Ships,
		Losses: fight.Sinking(t.tables, own.Orders.Sinking)}}
	them := t.navy(realm, area, f)
	us.side.Refuge, them.side.Refuge = len(t.seas(area)) > 0, len(t.seas(area)) > 0
	listeners := t.watchers(area, append(slices.Clone(us.realms), them.realms...)...)
	t.Tell(phrase.P("sea-combat",
		append(append(t.navyNames(&us, "us"), t.navyNames(&them, "them")...), phrase.Num("area", area))...),
		listeners...)
	foes := f.realm
	if f.haven {
		foes = havenKey + them.haven
	}
	c := fight.SeaCombat{
		Tables: t.tables, Period: t.tables.Rules.Period(t.state.Turn), Sides: [2]fight.SeaSide{us.side, them.side},
		Dice: t.throws(fightKey{area, realm, foes}),
		Tell: t.telling(listeners),
	}
	end := c.Fight()
	us.side, them.side = c.Sides[0], c.Sides[1]
	t.honourNavy(area, [2]*navy{&us, &them}, end)
	for i, n := range []*navy{&us, &them} {
		t.anchor(area, n, end.Fled == i && n.side.Ships() > 0, listeners)
	}
	return end.Winner == fight.Attacker
}

// navy makes the side that defends at sea: all fleets there of the realm and of
// its allies that are at war with the attacker, or a haven's ships.
func (t *board) navy(realm, area int, f *foe) navy {
	var n navy
	if f.haven {
		n.haven = t.raiders(area)
		n.side.Pirates = true
		n.side.Fleets = []fight.Flotilla{{Ships: t.state.Areas[n.haven-1].Haven.Ships,
			Losses: fight.Sinking(t.tables, nil)}}
		return n
	}
	for _, member := range t.allies(f.realm, realm) {
		for k := range t.state.Realms[member-1].Fleets {
			fl := &t.state.Realms[member-1].Fleets[k]
			if fl.At != area {
				continue
			}
			if len(n.side.Fleets) == 0 {
				n.side.Withdraw, n.places = fl.Orders.Withdraw, fl.Orders.Withdraw.To
			}
			if !slices.Contains(n.realms, member) {
				n.realms = append(n.realms, member)
			}
			n.side.Fleets = append(n.side.Fleets,
				fight.Flotilla{Realm: member, Number: fl.Number, Ships: fl.Ships,
					Losses: fight.Sinking(t.tables, fl.Orders.Sinking)})
		}
	}
	return n
}

// foreseeAtSea tells a receipt whom a fleet meets where it goes, with the chance to win
// over those the realm can see, one after the other.
func (t *turn) foreseeAtSea(realm int, at orders.Position, number, area int) {
	who, where := fleetArg("who", number), phrase.Num("area", area)
	chances := t.chances(realm, area, func(x *turn) *foe { return x.prey(realm, area) }, func(x *turn, f *foe) bool {
		return x.battle(realm, number, area, f)
	})
	code := "will-fight-at-sea"
	for i := 0; ; i++ {
		f := t.prey(realm, area)
		if f == nil {
			break
		}
		them := t.navy(realm, area, f)
		t.Accept(at, phrase.P(code,
			append(t.navyNames(&them, "them"), who, where, phrase.Num("chance", chances[i]))...))
		code = "will-fight-at-sea-next"
		t.sink(realm, area, f)
	}
	t.receipt.plan.forked = true
}

// sink is what becomes of a foe at sea for a receipt, which goes on as if its realm won.
func (t *board) sink(whose, area int, f *foe) {
	if f.haven {
		t.state.Areas[t.raiders(area)-1].Haven.Ships = tables.Ships{}
		return
	}
	for _, member := range t.allies(f.realm, whose) {
		r := &t.state.Realms[member-1]
		r.Fleets = slices.DeleteFunc(r.Fleets, func(x realm.Fleet) bool { return x.At == area })
	}
}

func (t *board) navyNames(n *navy, which string) []phrase.Arg {
	key, realm, name := "party.pirates", 0, ""
	if len(n.realms) > 0 {
		key, realm, name = "party.realm", n.realms[0], t.state.Realms[n.realms[0]-1].Name
	}
	var all tables.Ships
	for _, f := range n.side.Fleets {
		for c, k := range f.Ships {
			all[c] += k
		}
	}
	return []phrase.Arg{phrase.Key(which, key+"-"+which), phrase.Num("realm-"+which, realm),
		phrase.Str("name-"+which, name), phrase.Str("ships-"+which, all.String())}
}

// seas are the sea areas beside one, where a beaten fleet goes.
func (t *board) seas(area int) []int {
	var out []int
	for _, b := range t.state.Areas[area-1].Beside {
		if t.state.Areas[b-1].Ground == realm.Sea {
			out = append(out, b)
		}
	}
	return out
}

func (t *playing) honourNavy(area int, navies [2]*navy, end fight.Ending) {
	n := &t.tables.Rules
	won, lost := navies[end.Winner], navies[1-end.Winner]
	for _, realm := range won.realms {
		t.glory(realm, n.GloryWon, "glory-won", area)
	}
	if won.haven > 0 {
		for _, realm := range lost.realms {
			t.glory(realm, -n.GloryBeaten, "glory-beaten", area)
		}
	}
}

// anchor writes back what is left of a navy; who fled goes to the sea of its
// standing order, else to that of the lowest number. Whom the holds no longer
// take drowns.
func (t *war) anchor(area int, n *navy, fled bool, listeners []int) {
	to := 0
	if fled {
		open := t.seas(area)
		to = open[0]
		for _, p := range n.places {
			if slices.Contains(open, p.Area) {
				to = p.Area
				break
			}
		}
		t.Tell(phrase.P("fled-to-sea", phrase.Num("area", to)), listeners...)
	}
	if n.haven > 0 {
		h := t.state.Areas[n.haven-1].Haven
		h.Ships = n.side.Fleets[0].Ships
		if fled {
			h.Away = to
		}
		return
	}
	for _, f := range n.side.Fleets {
		r := &t.state.Realms[f.Realm-1]
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
func (t *playing) drown(r *realm.Realm, f *realm.Fleet, listeners []int) {
	over := r.Cargo(f.Number) - t.tables.Hold(&f.Ships)
	if over <= 0 {
		return
	}
	var lost tables.Troops
	for i := len(r.Leaders) - 1; i >= 0 && over > 0; i-- {
		l := &r.Leaders[i]
		if l.Aboard != f.Number {
			continue
		}
		for _, k := range fight.LossesOf(t.tables, l.Orders.Losses) {
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
