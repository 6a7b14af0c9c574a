// Package bot plays a realm of Terra Magica by itself (Orders), and advises beginners with reasons (Advice). It knows
// only what the realm knows. It is a list of considerations, in the order in which a player goes through them: see
// player.go. What is possible, and how a battle may end, comes from the code of the turn itself, so no rule is written
// twice.
package bot

import (
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/fight"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/turn"
)

// considerations are what a player thinks of in a week, in this order: an army that has its order is not asked again,
// and money goes to what stands further up.
var considerations = []struct {
	name  string // of its reason
	think func(*player)
}{
	{"merges", (*player).merges}, // one army beats what would beat its halves one after the other
	{"calms", (*player).calms},
	{"home", (*player).home},           // without one no avatar fights, and the game may be over
	{"guard", (*player).guard},         // the avatar cannot hold the home alone
	{"recalls", (*player).recalls},     // together they hold it
	{"strikes", (*player).strikes},     // where an army stands: intruders, or those who hold the province
	{"marches", (*player).marches},     // to the next province, even from one that is just being taken
	{"joins", (*player).joins},         // who is too weak for what is left to take
	{"returns", (*player).returns},     // and the others do not stay in foreign land
	{"mana", (*player).inspires},       // of a beginner
	{"fortifies", (*player).fortifies}, // the home
	{"walls", (*player).walls},         // of a beginner
	{"mans", (*player).mans},           // the home's walls
	{"recruits", (*player).recruits},   // points of production that are left over are lost
	{"borders", (*player).borders},
}

// Orders is the order file of a realm that has not fallen. at is the world as the realm knows it.
func Orders(at realm.Position, whose int, m game.Manner, dice *game.Dice) string {
	if p := think(at, whose, m, game.Lessons{}, dice); p != nil {
		return p.file()
	}
	return ""
}

// Advice is that file for a beginner, with the reason above the lines that have it.
func Advice(at realm.Position, whose int, m game.Manner, lessons game.Lessons, dice *game.Dice) string {
	p := think(at, whose, m, lessons, dice)
	if p == nil {
		return ""
	}
	return p.plan.Explained("AHBR", p.Rules.Words(p.plan.Lang))
}

// think goes through the considerations; nil: there is no such style.
func think(at realm.Position, whose int, m game.Manner, lessons game.Lessons, dice *game.Dice) *player {
	style := rulekit.Row(styles, (*style).code, m.Style)
	if style == nil {
		return nil
	}
	p := &player{style: style, strength: m.Strength, Lessons: lessons, dice: dice, own: whose,
		plan: rulekit.Plan{Lang: at.State.Realms[whose].Lang}, done: map[*realm.Army]bool{},
		takes: map[*realm.Army]int64{}, goals: map[int]bool{}, built: map[order.BuildOrder]bool{}}
	p.musters(at)
	for i := range considerations {
		p.plan.Why = "advice." + considerations[i].name
		considerations[i].think(p)
	}
	return p
}

// musters looks at the world under the lines so far: armies are merged.
func (p *player) musters(at realm.Position) {
	p.before = at
	p.trial = p.try()
	p.Position = p.trial.With(p.trial.State.Clone())
	p.war = fight.NewWar(p.Position, new(rulekit.Turn))
	fight.Wound(p.war)
	p.sees = realm.Sees(p.State, p.own)
}

// try begins trials under the lines so far.
func (p *player) try() *turn.Trial {
	return turn.Try(p.before, game.Sheet{Realm: p.own, Turn: p.before.State.Turn, Text: p.file()})
}

// file is the order file so far.
func (p *player) file() string { return p.plan.File("AHBR") }

// style is a way to play.
type style struct {
	name     string
	units    []string // that it recruits, one after the other
	walls    int      // kinds of fortifications at home, before it recruits
	reserve  int64    // gold that is not spent on the border
	plunders bool     // the rich land of others, before it takes it
	seeks    int      // how many ways farther it goes for another realm's land than for free land
	joins    bool     // armies that are too weak for the foe join the greatest
}

// styles are the ways to play, the usual one first.
var styles = []style{
	{name: "conqueror", units: []string{"Soldat", "Soldat", "Bogenschuetze"}, walls: 1, reserve: 500, seeks: 1,
		joins: true},
	{name: "builder", units: []string{"Speertraeger", "Bogenschuetze"}, walls: 1, seeks: -2},
	{name: "raider", units: []string{"Reiter", "Bogenschuetze"}, reserve: 500, plunders: true, seeks: 2, joins: true},
}

// Styles are the codes of the ways to play, the usual one first.
func Styles() []string { return rulekit.Codes(styles, (*style).code) }

func (s *style) code() string { return s.name }
