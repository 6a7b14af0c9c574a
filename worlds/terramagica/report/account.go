package report

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/turn"
)

// Week is a turn that was played, and the positions before and after it.
type Week struct {
	Before, After realm.Position
	Turn          *turn.Turn
	*rulekit.Played
}

// reader is the player of a realm; nil: there is none.
func reader(at realm.Position, whose int) *rulekit.Reader {
	r := at.State.Realm(whose)
	if r == nil || whose == 0 {
		return nil
	}
	return at.Rules.Reader(&r.Person)
}

// account is what there is to tell a realm: how things are and, if a week was played, what happened in it. The writers
// have the words.
type account struct {
	at    realm.Position
	s     *realm.State
	realm int
	r     *realm.Realm
	sees  []bool
	here  [][]*realm.Army // by province: the armies there; nil: not looked up yet

	week   *Week            // nil: none was played
	told   []*game.Event    // what happened
	undone []orders.Problem // of its sheet
}

// accountOf is what a realm has and sees.
func accountOf(at realm.Position, whose int) *account {
	return &account{at: at, s: at.State, realm: whose, r: at.State.Realm(whose), sees: realm.Sees(at.State, whose)}
}

// account is what the week meant for a realm.
func (o *Week) account(whose int) *account {
	a := accountOf(o.After, whose)
	a.week, a.told, a.undone = o, o.Told(whose), o.Refused(whose)
	return a
}

// written is the sheet of the realm.
func (a *account) written() string { return a.week.Written(a.realm) }

// purse is the week's gold.
func (a *account) purse() turn.Purse { return a.week.Turn.Purses[a.realm] }

// in lists the armies in a province, by realm and name.
func (a *account) in(province int) []*realm.Army {
	if a.here == nil {
		a.here = a.s.Places()
	}
	return a.here[province-1]
}

// foreign are the armies of a list that are not the realm's.
func (a *account) foreign(list []*realm.Army) []*realm.Army {
	return slices.DeleteFunc(slices.Clone(list), func(army *realm.Army) bool { return army.Realm == a.realm })
}

// borders reports whether a province is beside one that the realm sees.
func (a *account) borders(number int) bool { return realm.Borders(a.s, a.sees, number) }

// owner is the owner of a province, if the realm knows it: in provinces that it sees, and in their neighbours.
func (a *account) owner(number int) int {
	if a.sees[number-1] || a.borders(number) {
		return a.s.Province(number).Owner
	}
	return 0
}

// ours reports whether troops of a battle are the realm's. The avatar belongs to no army.
func (a *account) ours(army string) bool {
	whose, _, _ := strings.Cut(army, ".")
	return whose == strconv.Itoa(a.realm)
}

// fortified reports whether of a province the realm only knows that it has fortifications.
func (a *account) fortified(number int) bool {
	return len(a.s.Province(number).Walls) > 0 && !a.sees[number-1] && !a.borders(number)
}

// InProtocol reports whether a code belongs to the protocol of a battle.
func InProtocol(code string) bool { return strings.HasPrefix(code, "rows.") }

// meanings are what events mean to the reader.
var meanings = rulekit.Meanings{
	"realm-fallen": {Weight: 9, Tale: "fallen", Grave: true}, "winner": {Weight: 9}, "end-provinces": {Weight: 8},
	"end-home": {Weight: 8}, "end-turns": {Weight: 8}, "home-lost": {Weight: 5},
	"home-lost.own": {Tone: game.Loss, Weight: 9, Tale: "home-lost", Grave: true}, "conquered": {Weight: 2},
	"conquered.own":  {Tone: game.Gain, Weight: 6, Tale: "taken"},
	"conquered.lost": {Tone: game.Loss, Weight: 7, Tale: "lost"}, "plundered": {Weight: 2},
	"plundered.own":  {Tone: game.Gain, Weight: 4, Tale: "plundered"},
	"plundered.lost": {Tone: game.Loss, Weight: 5, Tale: "robbed"},
	"turn-missed":    {Tone: game.Warn, Weight: 7, Tale: "silent"},
	"upkeep-short":   {Tone: game.Warn, Weight: 7, Tale: "deserted"},
	"deserted":       {Tone: game.Loss, Weight: 6, Tale: "deserted"},
	"drowned":        {Tone: game.Loss, Weight: 6, Tale: "drowned", Grave: true},
	"will-drown":     {Tone: game.Warn, Weight: 7},
	"army-gone":      {Tone: game.Loss, Weight: 6}, "takes-next": {Tone: game.Warn, Weight: 2},
	"not-first": {Tone: game.Warn, Weight: 3}, "holds-not-beaten": {Tone: game.Warn, Weight: 2},
	"holds-not-routed": {Tone: game.Warn, Weight: 2}, "march-ends": {Tone: game.Warn, Weight: 3},
	"march-ends-sea": {Tone: game.Warn, Weight: 3}, "recruited-fewer": {Tone: game.Warn, Weight: 2},
	"income": {Tone: game.Gain, Weight: 2}, "upkeep": {Weight: 1}, "battle": {Weight: 4}, "stays-out": {Weight: 1},
}

// What befell an army of the reader's, and a battle that nobody won.
var (
	rout = rulekit.Meaning{Weight: 5, Tale: "rout"}
	fell = rulekit.Meaning{Weight: 5, Tale: "fell"}
	draw = rulekit.Meaning{Weight: 4, Tale: "draw"}
)

// chronicler hears what a report says, in the order in which it says it.
type chronicler struct {
	tale   *rulekit.Tale
	a      *account
	fought phrase.Arg // the province of the last battle
}

// hear tells him of an event. A battle that nobody won was in the province named last.
func (c *chronicler) hear(what phrase.Phrase) {
	own := c.a.ours(what.Arg("army").S)
	switch {
	case what.Code == "battle":
		c.fought = what.Arg("province")
	case what.Code == "rows.drawn":
		c.tale.Hear(draw, what, c.fought)
		return
	case what.Code == "routed-there" && own:
		c.tale.Hear(rout, what)
		return
	case what.Code == "army-fell" && own:
		c.tale.Hear(fell, what)
		return
	}
	c.tale.Hear(meanings.Of(what.Code), what)
}
