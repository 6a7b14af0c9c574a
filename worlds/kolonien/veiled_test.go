package kolonien

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/sight"
	"weltentor/worlds/kolonien/tables"
)

// veiled is a world in which something is changed that a realm does not know.
type veiled struct {
	*realm.State
	whose int
	seen  []bool
	d     *game.Dice
}

// veiledChanges are the kinds of what a realm does not know; each tells whether there was any.
var veiledChanges = []func(*veiled) bool{
	(*veiled).garrison, (*veiled).tribe, (*veiled).wanderers, (*veiled).haven, (*veiled).ships, (*veiled).army,
	(*veiled).march, (*veiled).newLeader, (*veiled).orders, (*veiled).fleet, (*veiled).passenger, (*veiled).treasury,
	(*veiled).player, (*veiled).wishes, (*veiled).wish, (*veiled).seats, (*veiled).missed,
}

// unknown changes one thing that a realm does not know.
func unknown(w game.World, whose int, d *game.Dice) game.World {
	was := w.(*World)
	v := &veiled{was.at.State.Clone(), whose, sight.Seen(was.at.State, whose), d}
	if !veiledChanges[d.N(int64(len(veiledChanges)))](v) {
		return nil
	}
	next := was.with(v.State)
	if string(next.State()) == string(w.State()) || len(next.Broken()) > 0 {
		return nil
	}
	return next
}

// one draws one of a list.
func one[T any](v *veiled, list []T) (T, bool) {
	if len(list) == 0 {
		var none T
		return none, false
	}
	return list[v.d.N(int64(len(list)))], true
}

// hidden draws an area out of sight that fits, by its number.
func (v *veiled) hidden(fits func(*realm.Area) bool) (int, bool) {
	var out []int
	for i := range v.Areas {
		if !v.seen[i] && fits(&v.Areas[i]) {
			out = append(out, i+1)
		}
	}
	return one(v, out)
}

// foreign draws another realm.
func (v *veiled) foreign() *realm.Realm {
	n := int(v.d.N(int64(len(v.Realms) - 1)))
	if n+1 >= v.whose {
		n++
	}
	return &v.Realms[n]
}

// leader draws a foreign leader, seen or not: who is aboard nobody sees.
func (v *veiled) leader(seen bool) (*realm.Realm, *realm.Leader) {
	r := v.foreign()
	var out []*realm.Leader
	for i := range r.Leaders {
		if l := &r.Leaders[i]; (v.seen[l.At-1] && l.Aboard == 0) == seen {
			out = append(out, l)
		}
	}
	l, _ := one(v, out)
	return r, l
}

// garrison: who holds a colony out of sight.
func (v *veiled) garrison() bool {
	at, any := v.hidden(func(a *realm.Area) bool { return a.Colony != nil })
	if any {
		c := v.Areas[at-1].Colony
		c.Garrison = tables.Troops{tables.INF: int(v.d.N(9)), tables.ART: int(v.d.N(3))}
		c.Regiments = []tables.Troops{{tables.CAV: int(v.d.Between(1, 5))}}
	}
	return any
}

// tribe: who lives in a location out of sight.
func (v *veiled) tribe() bool {
	at, any := v.hidden(func(a *realm.Area) bool { return a.Natives != nil })
	if any {
		n := v.Areas[at-1].Natives
		n.Troops = tables.Troops{tables.NINF: int(v.d.Between(1, 9)), tables.ICAV: int(v.d.N(9))}
		n.Leader = int(v.d.N(7))
	}
	return any
}

// wanderers: natives without a location, who come out of sight or go.
func (v *veiled) wanderers() bool {
	at, any := v.hidden(func(a *realm.Area) bool {
		return a.Ground == realm.Land && a.Colony == nil && (a.Natives == nil || a.Natives.Location == 0)
	})
	if !any {
		return false
	}
	if a := &v.Areas[at-1]; a.Natives != nil {
		a.Natives = nil
	} else {
		a.Natives = &realm.Natives{Troops: tables.Troops{tables.NINF: int(v.d.Between(1, 9))}}
	}
	return true
}

// haven: how many pirates are in one out of sight.
func (v *veiled) haven() bool {
	at, any := v.hidden(func(a *realm.Area) bool { return a.Haven != nil })
	if any {
		v.Areas[at-1].Haven.Troops[tables.PMIL] += int(v.d.Between(1, 9))
	}
	return any
}

// ships: how many lie in a haven out of sight, or have fled from it.
func (v *veiled) ships() bool {
	at, any := v.hidden(func(a *realm.Area) bool { return a.Haven != nil && a.Haven.Away == 0 })
	sea, more := v.hidden(func(a *realm.Area) bool { return a.Ground == realm.Sea })
	if any {
		h := v.Areas[at-1].Haven
		h.Ships[tables.P0+tables.Class(v.d.N(3))] += int(v.d.Between(1, 4))
		if more && v.d.Chance(500) {
			h.Away = sea
		}
	}
	return any
}

// army: what a leader has whom nobody of the realm sees, or that he is no more.
func (v *veiled) army() bool {
	r, l := v.leader(false)
	if l == nil {
		return false
	}
	if v.d.Chance(200) {
		r.Leaders = slices.DeleteFunc(r.Leaders, func(x realm.Leader) bool { return x.Name == l.Name })
		return true
	}
	l.Troops, l.Value, l.Medic = tables.Troops{tables.INF: int(v.d.N(9))}, int(v.d.Between(1, 6)), v.d.Chance(500)
	return true
}

// march: where he is.
func (v *veiled) march() bool {
	_, l := v.leader(false)
	at, any := v.hidden(func(a *realm.Area) bool { return a.Ground == realm.Land })
	if l == nil || !any {
		return false
	}
	l.At, l.Aboard = at, 0
	return true
}

// newLeader: one more of whom the realm has not heard.
func (v *veiled) newLeader() bool {
	r := v.foreign()
	at, any := v.hidden(func(a *realm.Area) bool { return a.Ground == realm.Land })
	if !any || r.Leader("Niemand") != nil {
		return false
	}
	r.Leaders = append(r.Leaders, realm.Leader{Name: "Niemand", Value: 2, At: at, Orders: realm.NewStanding()})
	slices.SortFunc(r.Leaders, func(a, b realm.Leader) int { return strings.Compare(a.Name, b.Name) })
	return true
}

// orders: what a leader or a fleet in sight would do in a combat, and whether a medic is with him.
func (v *veiled) orders() bool {
	r, l := v.leader(true)
	other := realm.Standing{Charge: v.d.Chance(500), Siege: v.d.Chance(500), Regiment: v.d.Chance(500),
		Withdraw: realm.Withdrawal{When: realm.BelowCF, N: int(v.d.N(9))}}
	if l != nil {
		l.Orders, l.Medic = other, !l.Medic
	}
	for i := range r.Fleets {
		r.Fleets[i].Orders = other
	}
	return l != nil || len(r.Fleets) > 0
}

// fleet: ships out of sight, more or elsewhere.
func (v *veiled) fleet() bool {
	r := v.foreign()
	var out []*realm.Fleet
	for i := range r.Fleets {
		if f := &r.Fleets[i]; !v.seen[f.At-1] {
			out = append(out, f)
		}
	}
	f, any := one(v, out)
	if !any {
		return false
	}
	f.Ships[tables.TRA] += int(v.d.Between(1, 3))
	if at, sea := v.hidden(func(a *realm.Area) bool { return a.Ground == realm.Sea }); sea && v.d.Chance(500) {
		f.At = at
		for i := range r.Leaders {
			if l := &r.Leaders[i]; l.Aboard == f.Number {
				l.At = at
			}
		}
	}
	return true
}

// passenger: who is aboard a fleet, in sight or not.
func (v *veiled) passenger() bool {
	r := v.foreign()
	if len(r.Fleets) == 0 || r.Leader("Gast") != nil {
		return false
	}
	f := &r.Fleets[v.d.N(int64(len(r.Fleets)))]
	r.Leaders = append(r.Leaders,
		realm.Leader{Name: "Gast", Value: 1, At: f.At, Aboard: f.Number, Orders: realm.NewStanding()})
	slices.SortFunc(r.Leaders, func(a, b realm.Leader) int { return strings.Compare(a.Name, b.Name) })
	return true
}

// treasury: what another has in it.
func (v *veiled) treasury() bool {
	v.foreign().Ducats += v.d.Between(1, 900)
	return true
}

// player: who plays another realm.
func (v *veiled) player() bool {
	v.foreign().Player = []string{"", "Somebody Else", "Niemand"}[v.d.N(3)]
	return true
}

// wishes: how another player reads.
func (v *veiled) wishes() bool {
	r := v.foreign()
	r.Lang, r.Computer = phrase.Langs[v.d.N(2)], []game.Computer{game.UTF8, game.PC, game.Amiga}[v.d.N(3)]
	r.Zip, r.Full, r.NoMap = v.d.Chance(500), v.d.Chance(500), v.d.Chance(500)
	return true
}

// wish: what one of two others wishes, if it does not change what they are to each other.
func (v *veiled) wish() bool {
	a, b := v.foreign(), v.foreign()
	if a == b {
		return false
	}
	was := v.Relation(a.Number, b.Number)
	former := a.Stances[b.Number-1]
	a.Stances[b.Number-1] = realm.Stance(v.d.N(3))
	if v.Relation(a.Number, b.Number) != was {
		a.Stances[b.Number-1] = former
		return false
	}
	return true
}

// seats: where the homes of realms to come will lie.
func (v *veiled) seats() bool {
	if len(v.Seats) < len(v.Realms)+2 {
		v.Seats = append(v.Seats, v.Width)
		return true
	}
	slices.Reverse(v.Seats[len(v.Realms):])
	return true
}

// missed: how many years others have sent nothing.
func (v *veiled) missed() bool {
	v.foreign().Missed += int(v.d.Between(1, 3))
	return true
}
