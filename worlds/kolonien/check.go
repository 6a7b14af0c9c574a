package kolonien

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
)

// receipt is what a turn has beside the rest when it is played for a receipt.
type receipt struct {
	realm  int
	seen   []bool       // by area − 1
	began  *realm.State // what the realm knows before its orders
	income int64        // of this year, which comes before anything is built
	plan   *prospects
}

// Check reads a sheet with no more knowledge than its realm has: over the world as it knows
// it.
func (w *World) Check(s game.Sheet) game.Checked { return w.knownTo(s.Realm).check(s) }

// check plays the phases that orders decide: what they refuse is a problem here too. Combats
// are weighed, not fought.
func (w *World) check(s game.Sheet) game.Checked {
	why := w.void(s.Realm)
	out, counts := frame.Receipt(w.rules.Language(), s, why)
	if !counts {
		return out
	}
	t := w.newTurn(w.state.Clone(), []game.Sheet{s}, game.Seed{})
	t.forReceipt(&receipt{realm: s.Realm, seen: w.seen(s.Realm), plan: newProspects(), began: t.state.Clone()})
	t.run(planned)
	t.doubtUndefended(s.Realm)
	out.InForce, out.Letters = t.InForce, t.ToMaster
	out.Problems = append(out.Problems, t.Refused[s.Realm]...)
	out.Sort()
	out.Idle = t.idle(s.Realm)
	out.Outlook = []phrase.Phrase{phrase.P("outlook", phrase.Num("ducats", t.state.Realms[s.Realm-1].Ducats),
		phrase.Num("income", t.receipt.income))}
	return out
}

// doubtUndefended warns of own colonies that nobody will defend when the natives beside them move: a single attack
// burns such a colony down.
func (t *turn) doubtUndefended(whose int) {
	var bare []string
	for i := range t.state.Areas {
		a := &t.state.Areas[i]
		if t.colony(i+1) && a.Colony.Owner == whose && !t.defended(0, i+1, whose) && slices.ContainsFunc(a.Beside,
			func(b int) bool { n := t.state.Areas[b-1].Natives; return n != nil && n.Units() > 0 }) {
			bare = append(bare, strconv.Itoa(i+1))
		}
	}
	if len(bare) > 0 {
		t.Doubt(whose, orders.Position{}, phrase.P("undefended", phrase.Num("n", len(bare)),
			phrase.Str("areas", strings.Join(bare, ", ")), phrase.Str("example", bare[0])))
	}
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

// harbour is where a haven's ships lie.
func harbour(h *realm.Haven, at int) int {
	if h.Away > 0 {
		return h.Away
	}
	return at
}
