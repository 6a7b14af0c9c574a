// Package bot plays a realm of the siege by itself, when it is its turn (Orders), and advises beginners with reasons
// (Advice). It sees the board, as everybody does. It is a list of considerations, in the order of the turn's phases.
// Each line is shown to the receipt before it stays, so no rule is written twice.
package bot

import (
	"cmp"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// considerations are what a player thinks of in a turn, in the order of its phases.
var considerations = []struct {
	name  string // of its reason
	think func(*player)
}{
	{"train", (*player).train},     // of a beginner
	{"march", (*player).march},     // fighters go where they reach a foe or the castle
	{"founds", (*player).founds},   // of a beginner
	{"settle", (*player).settle},   // settlers go where they can build; an outpost brings a treasure die a turn
	{"recruit", (*player).recruit}, // unspent dice strike nobody
	{"build", (*player).build},
	{"strike", (*player).strike}, // the castle first, then foes who will probably fall, then walls
}

// style is a way to play.
type style struct {
	name    string
	symbols []string // that it recruits, one after the other
	guards  int      // fighters that stay at home
	duel    int      // the same against a single foe
	builds  int      // outposts and the like at most
}

var styles = []style{
	{name: "besieger", symbols: []string{"sword", "bow"}, duel: 2, builds: 1},
	{name: "builder", symbols: []string{"bow", "sword", "bow"}, guards: 1, duel: 1, builds: 4},
	{name: "guard", symbols: []string{"sword", "bow"}, guards: 3, duel: 3, builds: 2},
}

// Styles are the codes of the ways to play, the usual one first.
func Styles() []string { return rulekit.Codes(styles, (*style).code) }

func (s *style) code() string { return s.name }

// player is a turn while it is thought of.
type player struct {
	realm.Position
	check        func(text string) game.Checked // the receipt
	style        *style
	strength     game.Strength
	game.Lessons // of a beginner
	dice         *game.Dice
	me           *realm.Realm
	foes         []*realm.Realm // the others, the nearest rival first
	target       *realm.Realm   // whose castle is to be struck

	taught  *realm.Unit // the settler who builds a training site
	trained bool        // a beginner's unit learns something this turn

	at   map[*realm.Unit]game.Place // where its units stand after their walks
	plan rulekit.Plan               // the order file
}

// Orders is the order file of the realm whose turn it is. check is its receipt.
func Orders(at realm.Position, check func(text string) game.Checked, m game.Manner, dice *game.Dice) string {
	if p := think(at, check, m, game.Lessons{}, phrase.De, dice); p != nil {
		return p.file()
	}
	return ""
}

// Advice is that file for a beginner, with the reason above the lines that have it.
func Advice(at realm.Position, check func(text string) game.Checked, m game.Manner, lessons game.Lessons, dice *game.Dice) string {
	me := at.State.Realm(at.State.Next)
	if me == nil {
		return ""
	}
	p := think(at, check, m, lessons, me.Lang, dice)
	if p == nil {
		return ""
	}
	return p.plan.Explained("ARBK", at.Rules.Words(me.Lang))
}

// think goes through the considerations; nil: there is nothing to think of.
func think(at realm.Position, check func(text string) game.Checked, m game.Manner, lessons game.Lessons, lang phrase.Lang,
	dice *game.Dice) *player {
	p := &player{Position: at, check: check, strength: m.Strength, Lessons: lessons, dice: dice,
		at: map[*realm.Unit]game.Place{}, plan: rulekit.Plan{Lang: lang}, me: at.State.Realm(at.State.Next)}
	p.style = rulekit.Row(styles, (*style).code, m.Style)
	if p.style == nil || p.me == nil || at.State.Over {
		return nil
	}
	for _, u := range at.State.Of(p.me.Number) {
		p.at[u] = u.At
	}
	// First who is near and has few hits: of several players, the one with the fewest hits wins, so those who have as few
	// as oneself are in the way.
	far := func(r *realm.Realm) int64 {
		return int64(p.State.Grid.Distance(p.me.Castle, r.Castle)) + 2*r.Damage()
	}
	p.foes = p.others()
	slices.SortStableFunc(p.foes, func(a, b *realm.Realm) int { return cmp.Compare(far(a), far(b)) })
	if len(p.foes) > 0 {
		p.target = p.foes[0]
	}
	for i := range considerations {
		p.plan.Why = "advice." + considerations[i].name
		considerations[i].think(p)
	}
	return p
}

// others are the realms that are still in the game, besides its own.
func (p *player) others() (out []*realm.Realm) {
	for i := range p.State.Realms {
		if r := &p.State.Realms[i]; r.Number != p.me.Number && !r.Fallen {
			out = append(out, r)
		}
	}
	return out
}

// wins reports whether the realm would win if another's castle fell now: nobody else has as few hits.
func (p *player) wins(fallen *realm.Realm) bool {
	return !slices.ContainsFunc(p.others(), func(r *realm.Realm) bool { return r != fallen && r.Damage() <= p.me.Damage() })
}

// file is the order file so far.
func (p *player) file() string { return p.plan.File("ARBK") }

// writes adds an order to a section if the receipt takes it, and all others with it.
func (p *player) writes(section byte, o orders.Order) bool {
	if p.plan.Write(section, o); p.check(p.file()).Errors() == 0 {
		return true
	}
	p.plan.Drop(section)
	return false
}

// walks sends a unit to the place that is worth most, of all that it reaches without a fight. It stays where no place is
// worth more than its own.
func (p *player) walks(u *realm.Unit, worth func(game.Place) int64) {
	best, most := turn.Found{}, worth(u.At)
	t := turn.Try(p.Position, p.file(), turn.Own(u))
	for _, f := range t.Roam(u, order.Engines[0], nil) {
		if f.Foe != nil || f.With != nil {
			continue
		}
		if w := worth(f.At); w > most {
			best, most = f, w
		}
	}
	if len(best.Way) > 0 && p.writes('A', order.MoveOrder{Unit: turn.Own(u), Way: best.Way}) {
		p.at[u] = best.At
	}
}
