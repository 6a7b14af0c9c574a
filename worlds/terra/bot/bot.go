// Package bot plays a nation of Terra by itself (Orders), and advises beginners with reasons (Advice). It knows only
// what the nation knows. It never plays at the table, so the rules compute its battles, and it has nothing to report.
// It is a list of considerations, in the order in which a player goes through them. Each line for an army is tried by
// the receipt's own code before it stays.
package bot

import (
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/sight"
)

// considerations are what a player thinks of, by mail phase and in this order: an army that has its order is not asked
// again.
var considerations = map[string][]struct {
	name  string // of its reason
	think func(*player)
}{
	realm.InOrders: {
		{"computed", (*player).computed}, // nobody sits at the table for the machine
		{"stays", (*player).stays},       // on foreign land a battle was drawn
		{"guards", (*player).guards},     // without the capital the land has no income
		{"scouts", (*player).scouts},     // of a beginner
		{"forages", (*player).forages},   // of a beginner
		{"keeps", (*player).keeps},       // of a beginner
		{"rests", (*player).rests},       // a weak army loses whatever it attacks
		{"takes", (*player).takes},       // the most fields win
		{"nears", (*player).nears},
		{"holds", (*player).holds}, // who has nothing else to do
	},
	realm.InResults: {
		{"stakes", (*player).stakes}, // points that are left are worth nothing in the end
	},
}

// Orders is the order file of a nation, for the mail phase that awaits orders. p is the campaign as the nation knows it.
func Orders(at realm.Position, nation int, m game.Manner, dice *game.Dice) string {
	if p := think(at, nation, m, game.Lessons{}, dice); p != nil {
		return p.plan.File("ATS")
	}
	return ""
}

// Advice is that file for a beginner, with the reason above the lines that have it.
func Advice(at realm.Position, nation int, m game.Manner, lessons game.Lessons, dice *game.Dice) string {
	p := think(at, nation, m, lessons, dice)
	if p == nil {
		return ""
	}
	return p.plan.Explained("ATS", p.Rules.Words(p.plan.Lang))
}

// think goes through the considerations; nil: there is no such style.
func think(at realm.Position, nation int, m game.Manner, lessons game.Lessons, dice *game.Dice) *player {
	style := rulekit.Row(styles, (*style).code, m.Style)
	if style == nil {
		return nil
	}
	p := &player{Position: at, style: style, strength: m.Strength, Lessons: lessons, own: nation, seen: sight.Seen(at, nation),
		plan: rulekit.Plan{Lang: at.State.Realms[nation-1].Lang}, done: map[int]bool{}, goals: map[game.Place]bool{}}
	for n := range p.me().Armies {
		p.done[n+1] = p.me().Armies[n].Off() || p.strength.Forgets(dice)
	}
	list := considerations[at.State.Phase]
	for i := range list {
		p.plan.Why = "advice." + list[i].name
		list[i].think(p)
	}
	if p.Now > 0 && at.State.Phase == realm.InResults && at.State.AtTable(nation) {
		return p // others wait for what a beginner reports
	}
	p.plan.Why = "advice.release"
	p.plan.Write('S', rulekit.SettingOrder{Setting: order.SetRelease, Value: rulekit.Yes}) // nobody needs to wait for it
	return p
}

// style is a way to play.
type style struct {
	name   string
	daring int64 // thousandths of a chance to win from which it attacks
	wild   int64 // what land that belongs to nobody is worth to it
	taken  int64 // what another nation's land is worth to it
	alarm  int   // how near a foreign army has to be for the capital to need a guard, in fields
	recall int   // how near for a guard to be called back to it
}

// styles are the ways to play, the usual one first.
var styles = []style{
	{name: "settler", daring: 510, wild: 300, taken: 220, alarm: 3, recall: 3},
	{name: "conqueror", daring: 480, wild: 300, taken: 230, alarm: 3, recall: 3},
	{name: "guardian", daring: 490, wild: 300, taken: 220, alarm: 4, recall: 3},
}

// Styles are the codes of the ways to play, the usual one first.
func Styles() []string { return rulekit.Codes(styles, (*style).code) }

func (s *style) code() string { return s.name }
