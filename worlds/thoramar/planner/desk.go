// Package planner says as values what a realm can order, for a page that counts no rules itself: prices, limits, places
// and reasons. It answers from what the realm knows, so a page shows no more than receipts and reports do (law 6). A
// reason why something is impossible is what the turn's own code says when it tries the order, so no rule is written
// twice. Begin with New, the desk of a realm.
package planner

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// desk is a game.Desk in the making.
type desk struct {
	*turn.Trial
	number int
	r      *realm.Realm
	book   *phrase.Book
	view   game.View
	frees  map[tables.Unit]int32 // the free numbers of kinds, once they were asked for
}

// New is the desk of a realm, from what it knows.
func New(l turn.Lent, lang phrase.Lang) game.Desk {
	d := of(l, lang)
	r := d.r
	out := game.Desk{Weeks: realm.Weeks, Purse: d.gold(r.Gold), Kinds: Kinds(l.World, lang)}
	if out.Purse == nil {
		out.Purse = []game.Amount{{Code: gold, Name: d.book.T("desk.gold")}}
	}
	own := d.State.Land(d.number)
	out.Units, out.Works = d.units(own), d.works(own)
	out.Armies = d.armies()
	out.Pacts, out.Actions = d.pacts(), d.actions(own)
	return out
}

func of(l turn.Lent, lang phrase.Lang) *desk {
	k := l.Known
	r := &k.State.Realms[k.Number]
	return &desk{turn.Try(l), k.Number, r, l.World.Rules.Words(lang), game.View{Grid: k.State.Grid, Origin: r.Origin},
		map[tables.Unit]int32{}}
}

// gold is the code of the only currency.
const gold = "gold"

// gold is a price.
func (d *desk) gold(n int64) []game.Amount {
	if n == 0 {
		return nil
	}
	return []game.Amount{{Code: gold, Name: d.book.T("desk.gold"), Amount: n}}
}

// name is what a code is called, as a heading.
func (d *desk) name(code string) string { return phrase.Capital(d.book.T(code)) }

// why is a reason for the reader; nil: there is none.
func (d *desk) why(what phrase.Phrase) *game.Said {
	return rulekit.Why(d.book, d.view, d.State.Counted(d.number, what))
}

// action is what can be done, in the words of its code.
func (d *desk) action(code string, draft game.Draft, fields ...game.Field) game.Action {
	return game.Action{Code: code, Name: d.book.T("desk." + code), Draft: draft, Fields: fields}
}

// special tries a line of $A with a special, as it would be carried out.
func (d *desk) special(a *realm.Army, s realm.Special) (gold int64, why phrase.Phrase) {
	return d.Order(order.ArmyOrder{Army: a.Name, Command: realm.Defend, Flag: realm.Shown, Special: s})
}

// xy is a field as the realm counts it.
func (d *desk) xy(p game.Place) realm.XY { return d.State.XY(d.number, p) }

// label is a field as reports write it.
func (d *desk) label(p game.Place) string {
	at := d.xy(p)
	return game.Counted(at.X, at.Y)
}

// Kinds are how armies of each kind are called and drawn.
func Kinds(p realm.Position, lang phrase.Lang) map[string]game.ArmyKind {
	d, out := &desk{book: p.Rules.Words(lang)}, map[string]game.ArmyKind{}
	for i := range p.Tables.Unit {
		r := &p.Tables.Unit[i]
		out[r.Unit] = game.ArmyKind{Name: d.name(r.Key()), Look: lookOf(r.Letters())}
	}
	return out
}

// lookOf is how a kind of army is drawn.
func lookOf(u tables.Unit) game.Look {
	look := game.Look{Arm: map[byte]game.Arm{'K': game.Foot, 'R': game.Horse, 'F': game.Gun, 'S': game.Ship,
		'P': game.Priest, 'Z': game.Sorcerer, 'D': game.Demon, 'H': game.Trader, 'V': game.Mixed,
		'M': game.Monster}[u.Type]}
	switch {
	case u.Type == 'F' && u.Class == 'L':
		look.Arm = game.Bow
	case u == tables.TradeFleet:
		look.Arm = game.Trader
	}
	if slices.Contains([]byte("KRFS"), u.Type) {
		look.Weight = map[byte]int{'L': 1, 'M': 2, 'S': 3}[u.Class]
	}
	return look
}
