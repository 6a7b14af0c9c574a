// Package bot plays a realm of Kolonien by itself (Orders), and advises beginners with reasons (Advice). It knows only
// what the realm knows. It is a list of considerations, in the order in which a player goes through them: see
// player.go. Each line is tried by the code of the turn before it stays, so no rule is written twice.
package bot

import (
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/kolonien/turn"
	"weltentor/worlds/rulekit"
)

// considerations are what a player thinks of in a year, in this order: money goes to what stands further up, and a
// leader who has his order is not asked again.
var considerations = []struct {
	name  string // of its reason
	think func(*player)
}{
	{"treaties", (*player).treaties}, // they hold at once, so all below depends on them
	{"sea", (*player).sea},           // a fleet that is sunk drowns whoever is aboard
	{"", (*player).outline},          // from here on each line is tried
	{"found", (*player).found},       // a colony is glory, and land for the next
	{"guard", (*player).guard},       // a colony that nobody defends is burnt by a single attack
	{"watch", (*player).watch},       // of a beginner
	{"leaders", (*player).leaders},   // each founds a colony a year, as long as there is land
	{"grow", (*player).grow},         // a level pays itself back in two years, and is glory in the end
	{"armies", (*player).armies},     // they win combats, and land from natives
	{"fortify", (*player).fortify},   // where foes are beside a colony
	{"finish", (*player).finish},     // money that is left at the end is worth nothing
	{"ships", (*player).ships},       // who has no land left at hand needs them
	{"march", (*player).march},
	{"sail", (*player).sail},   // those who found nothing to do on land go aboard
	{"looks", (*player).looks}, // of a beginner
}

// Orders is the order file of a realm, for the year that awaits orders. p is the world as the realm knows it.
func Orders(p realm.Position, whose int, m game.Manner, dice *game.Dice) string {
	if b := think(p, whose, m, game.Lessons{}, dice); b != nil {
		return b.plan.File("VKBRA")
	}
	return ""
}

// Advice is that file for a beginner, with the reason above the lines that have it.
func Advice(p realm.Position, whose int, m game.Manner, lessons game.Lessons, dice *game.Dice) string {
	b := think(p, whose, m, lessons, dice)
	if b == nil {
		return ""
	}
	return b.plan.Explained("VKBRA", p.Rules.Words(b.plan.Lang))
}

// think goes through the considerations; nil: there is no such style.
func think(p realm.Position, whose int, m game.Manner, lessons game.Lessons, dice *game.Dice) *player {
	style := rulekit.Row(styles, (*style).code, m.Style)
	if style == nil {
		return nil
	}
	b := &player{Position: p, style: style, strength: m.Strength, Lessons: lessons, dice: dice, own: whose,
		plan: rulekit.Plan{Lang: p.State.Realms[whose-1].Lang}, done: map[string]bool{}, goals: map[int]bool{}, offered: map[int]bool{}}
	for i := range considerations {
		b.plan.Why = "advice." + considerations[i].name
		considerations[i].think(b)
	}
	return b
}

// outline lets the treaties hold and the income come. All that follows is tried on this draft.
func (p *player) outline() {
	p.draft = turn.Outline(p.Position, game.Sheet{Realm: p.own, Text: p.plan.File("VK")})
	p.Position = p.draft.Position
	p.colonies = p.settled()
	for _, l := range p.me().Leaders {
		if p.strength.Forgets(p.dice) {
			p.done[l.Name] = true
		}
	}
}

// style is a way to play.
type style struct {
	name     string
	leaders  int           // that it wants as long as there is free land for them
	fighters int           // leaders that have an army
	army     []tables.Kind // that it raises for them, one after the other
	daring   int           // percent of an attack's chance from which it attacks
	growth   int           // level up to which colonies grow before armies are raised
	forts    int           // level up to which colonies with foes beside them are fortified
	peace    bool          // answers an offer of an alliance, and declares no war
}

// styles are the ways to play, the usual one first.
var styles = []style{
	{name: "settler", leaders: 4, fighters: 2, army: []tables.Kind{tables.INF, tables.CAV, tables.INF, tables.ART},
		daring: 75, growth: 5, forts: 2, peace: true},
	{name: "conqueror", leaders: 3, fighters: 3, army: []tables.Kind{tables.LIN, tables.CAV, tables.INF, tables.ART},
		daring: 65, growth: 2, forts: 1},
	{name: "builder", leaders: 3, fighters: 2, army: []tables.Kind{tables.INF, tables.INF, tables.ART},
		daring: 85, growth: 5, forts: 4, peace: true},
}

// Styles are the codes of the ways to play, the usual one first.
func Styles() []string { return rulekit.Codes(styles, (*style).code) }

func (s *style) code() string { return s.name }
