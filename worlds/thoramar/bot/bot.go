// Package bot plays a realm of Thoramar by itself (Orders), and advises beginners with reasons (Advice). It knows only
// what the realm knows. It is a list of considerations, in the order in which a player goes through them: see
// player.go. Prices, marches and what is possible come from the code of the turn itself, so no rule is written twice
// and its lines pass the receipt.
package bot

import (
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/turn"
)

// considerations are what a player thinks of in a turn, in this order: money goes to what stands further up, and an
// army that has its order is not asked again.
var considerations = []struct {
	name  string
	think func(*player)
}{
	{"treaties", (*player).treaties}, // peace with neighbours costs nothing
	{"reserve", (*player).reserves},  // what autumn will cost stays in the treasury
	{"repairs", (*player).repairs},   // a damaged building earns little and raises few
	{"capital", (*player).capital},   // without one the land revolts
	{"garrison", (*player).garrison}, // whoever rides there meets somebody
	{"refills", (*player).refills},   // cheaper than a new band
	{"levies", (*player).levies},     // who is at home has to beat who comes
	{"spies", (*player).spies},
	{"grab", (*player).grabs},          // a band for a capital without an army
	{"bands", (*player).bands},         // they take free land, which pays them back within a few years
	{"buildings", (*player).buildings}, // they earn, and raise more armies
	{"roads", (*player).roads},         // for caravans, before there are more of them
	{"traders", (*player).traders},     // caravans between own towns, in the trader's style
	{"raiders", (*player).raiders},     // they take the land of others, of what is left, in the warrior's style
	{"muster", (*player).muster},       // from here on recruits can march, too
	{"sieges", (*player).sieges},       // an army on a foe's field takes it by standing there
	{"stays", (*player).stays},         // the garrison
	{"guards", (*player).guards},
	{"retake", (*player).retakes}, // a capital that was lost is worth all armies that come there in time
	{"prize", (*player).prizes},   // a capital without an army is worth more than any free land
	// armies against intruders, and to foes' buildings; before settling: a foe who is beaten settles nothing
	{"strike", func(p *player) { p.attacks(true) }},
	{"scout", (*player).scouts}, // of a beginner
	{"seek", (*player).seeks},   // who sees nobody looks where a neighbour may live
	{"settle", (*player).settles},
	// armies that find nothing to settle, onto foes' open land: free land is had in a turn, a foe's in two
	{"raid", func(p *player) { p.attacks(false) }},
	{"market", (*player).markets},
	{"home", (*player).returns},     // bands that are too small by now are refilled there
	{"explore", (*player).explores}, // who has nothing else to do looks for land and foes
}

// Knows returns a copy of what the realm knows, as often as it is asked.
type Knows func() turn.Lent

// Orders is the order file of a realm that has not fallen.
func Orders(know Knows, m game.Manner, dice *game.Dice) string {
	if p := think(know, m, game.Lessons{}, dice); p != nil {
		return p.File("VBRA")
	}
	return ""
}

// Advice is that file for a beginner, with the reason above the lines that have it.
func Advice(know Knows, m game.Manner, lessons game.Lessons, dice *game.Dice) string {
	p := think(know, m, lessons, dice)
	if p == nil {
		return ""
	}
	return p.Explained("VBRA", p.Rules.Words(p.turn.State.Realms[p.own].Lang))
}

// think goes through the considerations; nil: there is no such style.
func think(know Knows, m game.Manner, lessons game.Lessons, dice *game.Dice) *player {
	style := rulekit.Row(styles, (*style).code, m.Style)
	if style == nil {
		return nil
	}
	lent := know()
	k := lent.Known
	p := &player{Position: lent.World, know: know, style: style, strength: m.Strength, Lessons: lessons, dice: dice, own: k.Number,
		trial: turn.Try(lent), raised: map[realm.ArmyName]bool{},
		done: map[realm.ArmyName]bool{}, used: map[game.Place]int64{}, goals: map[game.Place]bool{}}
	p.turn, p.gold = p.trial.Turn, k.State.Realms[k.Number].Gold
	for i := range considerations {
		p.Why = "advice." + considerations[i].name
		considerations[i].think(p)
	}
	return p
}
