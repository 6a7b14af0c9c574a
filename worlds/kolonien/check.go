package kolonien

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
)

// receipt is what a turn has beside the rest when it is played for a receipt.
type receipt struct {
	realm  int
	seen   []bool       // by area − 1
	began  *realm.State // what the realm knows before its orders
	income int64        // of this year, which comes before anything is built
	plan   *prospects
}

// Check reads a sheet with no more knowledge than its realm has. It plays the
// phases that orders decide over the world as the realm knows it: what they
// refuse is a problem here too. Combats are weighed, not fought.
func (w *World) Check(s game.Sheet) game.Checked {
	why := w.void(s.Realm)
	out, counts := frame.Receipt(w.rules.Language(), s, why)
	if !counts {
		return out
	}
	t := w.newTurn(w.known(s.Realm), []game.Sheet{s}, game.Seed{})
	t.forReceipt(&receipt{realm: s.Realm, seen: w.seen(s.Realm), plan: newProspects(), began: t.state.Clone()})
	t.run(planned)
	out.InForce, out.Letters = t.InForce, t.ToMaster
	out.Problems = append(out.Problems, t.Refused[s.Realm]...)
	out.Sort()
	out.Idle = t.idle(s.Realm)
	out.Outlook = []phrase.Phrase{phrase.P("outlook", phrase.Num("ducats", t.state.Realms[s.Realm-1].Ducats),
		phrase.Num("income", t.receipt.income))}
	return out
}

// void says why a realm's sheet does not count at all, "" where it may.
func (w *World) void(realm int) string {
	switch {
	case realm == 0:
		return "master-no-orders"
	case w.state.Realm(realm) == nil:
		return "not-in-game"
	case w.state.Over:
		return "game-over"
	}
	return ""
}

// idle tells which leaders and fleets have no line in $A that counts.
func (t *turn) idle(whose int) []phrase.Phrase {
	r, forced := &t.state.Realms[whose-1], game.Checked{InForce: t.InForce}.Forced()
	named := func(leader string, fleet int) bool {
		return slices.ContainsFunc(t.sheets[whose-1].Lines, func(l orders.Line) bool {
			if !forced[l.Line] {
				return false
			}
			switch o := l.Order.(type) {
			case order.MoveOrder:
				return realm.SameName(o.Leader, leader)
			case order.EmbarkOrder:
				return realm.SameName(o.Leader, leader)
			case order.TransferOrder:
				return realm.SameName(o.Leader, leader)
			case order.SailOrder:
				return o.Fleet == fleet
			case order.JoinOrder:
				return o.Fleet == fleet
			case order.ShipsOrder:
				return o.Fleet == fleet
			}
			return false
		})
	}
	var out []phrase.Phrase
	for i := range r.Leaders {
		if l := &r.Leaders[i]; !named(l.Name, 0) {
			out = append(out, phrase.P("holds", phrase.Str("who", l.Name), phrase.Num("area", l.At)))
		}
	}
	for i := range r.Fleets {
		if f := &r.Fleets[i]; !named("", f.Number) {
			out = append(out, phrase.P("holds", fleetArg("who", f.Number), phrase.Num("area", f.At)))
		}
	}
	return out
}

// seen lists by area − 1 what a realm sees.
func (w *World) seen(realm int) []bool {
	out := make([]bool, len(w.state.Areas))
	for i := range out {
		out[i] = sees(w.state, realm, i+1)
	}
	return out
}

// known is the world as one realm knows it: the map, who owns what and who is
// whose friend are public; armies, garrisons, ships, natives and pirates are
// known where the realm sees them; of others neither treasury nor standing orders.
func (w *World) known(whose int) *realm.State {
	s, seen := w.state.Clone(), w.seen(whose)
	for i := range s.Areas {
		a := &s.Areas[i]
		if seen[i] {
			continue
		}
		if a.Colony != nil {
			a.Colony.Garrison, a.Colony.Regiments = tables.Troops{}, nil
		}
		if a.Natives != nil {
			a.Natives.Troops, a.Natives.Leader = tables.Troops{}, 0
			if a.Natives.Location == 0 {
				a.Natives = nil
			}
		}
		if h := a.Haven; h != nil {
			h.Troops = tables.Troops{}
		}
	}
	for i := range s.Areas {
		if h := s.Areas[i].Haven; h != nil && !seen[harbour(h, i+1)-1] {
			h.Ships, h.Away = tables.Ships{}, 0
		}
	}
	for i := range s.Realms {
		if i+1 != whose {
			s.Realms[i] = w.stranger(whose, i+1, seen)
		}
	}
	return s
}

// harbour is where a haven's ships lie.
func harbour(h *realm.Haven, at int) int {
	if h.Away > 0 {
		return h.Away
	}
	return at
}

// stranger is what one realm knows of another.
func (w *World) stranger(whose, other int, seen []bool) realm.Realm {
	was := &w.state.Realms[other-1]
	r := realm.Realm{Person: was.Person, Home: was.Home, Glory: was.Glory}
	for k := range was.Stances {
		if k+1 == whose { // what another wants of one is told (§3.2)
			r.Stances = append(r.Stances, was.Stances[k])
			continue
		}
		r.Stances = append(r.Stances, w.state.Relation(other, k+1))
	}
	for _, l := range was.Leaders {
		if seen[l.At-1] && l.Aboard == 0 {
			l.Orders, l.Medic = realm.NewStanding(), false
			r.Leaders = append(r.Leaders, l)
		}
	}
	for _, f := range was.Fleets {
		if seen[f.At-1] {
			f.Orders = realm.NewStanding()
			r.Fleets = append(r.Fleets, f)
		}
	}
	return r
}
