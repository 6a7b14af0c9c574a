package report

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/rulekit"
)

// Year is a year that was played, between two positions, as reports show it.
type Year struct {
	*rulekit.Played
	Before, After realm.Position
	Check         func(realm int, text string) game.Checked // the receipt of a sheet with this text, after the year
}

// reader is the player of a realm; nil: there is none.
func reader(at realm.Position, number int) *rulekit.Reader {
	r := at.State.Realm(number)
	if r == nil {
		return nil
	}
	return at.Rules.Reader(&r.Person)
}

// account is what there is to tell a realm: how things are at a time and, if a year was played, what happened in it. The
// writers have the words.
type account struct {
	at    realm.Position
	realm *realm.Realm

	year   *Year            // nil: none was played
	told   []*game.Event    // what happened, as all realms are told it: see said
	undone []orders.Problem // of its sheet
}

// accountOf is the account of how things are.
func accountOf(at realm.Position, number int) *account {
	return &account{at: at, realm: at.State.Realm(number)}
}

// account is what the year meant for a realm.
func (y *Year) account(number int) *account {
	a := accountOf(y.After, number)
	a.year, a.told, a.undone = y, y.Told(number), y.Refused(number)
	return a
}

// said is a sentence of an event, as the realm reads it.
func (a *account) said(e *game.Event) phrase.Phrase {
	what := e.Phrase
	if what.Code == "natives-came" || what.Code == "pirates-came" {
		if owner := a.ownerOf(int(what.Arg("area").N)); owner != nil {
			what.Code += ".of"
			what.Args = append(slices.Clone(what.Args), phrase.Num("realm", owner.Number), phrase.Str("name", owner.Name))
		}
	}
	return From(a.realm.Number, what)
}

// ownerOf is whose colony an area has, or had until natives burnt it this year; nil: nobody's.
func (a *account) ownerOf(area int) *realm.Realm {
	owner := a.at.State.Owner(area)
	for _, e := range a.told {
		if e.Code == "burnt" && int(e.Arg("area").N) == area {
			owner = int(e.Arg("realm").N)
		}
	}
	return a.at.State.Realm(owner)
}

// written is the sheet of the realm.
func (a *account) written() string { return a.year.Written(a.realm.Number) }

// earned is what the realm's income of the year was.
func (a *account) earned() (ducats int64) {
	for _, e := range a.told {
		if e.Code == "income" {
			ducats += e.Arg("ducats").N
		}
	}
	return ducats
}

// meanings are what events mean to the reader.
var meanings = rulekit.Meanings{
	"winner": {Weight: 9}, "winner.own": {Tone: game.Gain, Weight: 9, Tale: "won"}, "final-glory": {Weight: 7},
	"final-glory.own": {Weight: 8}, "seized": {Weight: 3}, "seized.own": {Tone: game.Gain, Weight: 6, Tale: "seized"},
	"seized.lost": {Tone: game.Loss, Weight: 7, Tale: "colony-lost"}, "burnt": {Weight: 2},
	"burnt.own": {Tone: game.Loss, Weight: 7, Tale: "burnt", Grave: true}, "raided": {Tone: game.Loss, Weight: 5},
	"founded.own": {Tone: game.Gain, Weight: 5, Tale: "colony"}, "founded": {Weight: 1},
	"built.own": {Tone: game.Gain, Weight: 3, Tale: "built"}, "relation": {Weight: 2},
	"relation.own": {Weight: 6, Tale: "relation"}, "relation.own2": {Weight: 6, Tale: "relation"},
	"turn-missed": {Tone: game.Warn, Weight: 7, Tale: "silent"}, "fallen-disbanded.own": {Tone: game.Loss, Weight: 5},
	"disbanded":          {Tone: game.Loss, Weight: 3},
	"drowned.own":        {Tone: game.Loss, Weight: 6, Tale: "drowned", Grave: true},
	"leader-drowned.own": {Tone: game.Loss, Weight: 6, Tale: "leader-drowned", Grave: true},
	"withdrew.own":       {Tone: game.Loss, Weight: 3}, "withdrew-aboard.own": {Tone: game.Loss, Weight: 3},
	"glory-won":    {Tone: game.Gain, Weight: 4, Tale: "victory"},
	"glory-beaten": {Tone: game.Loss, Weight: 4, Tale: "defeat"}, "location-burnt.own": {Tone: game.Gain, Weight: 4},
	"haven-destroyed.own": {Tone: game.Gain, Weight: 4, Tale: "haven"},
	"natives-came":        {Tone: game.Warn, Weight: 4, Tale: "natives-came"},
	"pirates-came":        {Tone: game.Warn, Weight: 4, Tale: "pirates-came"}, "income": {Tone: game.Gain, Weight: 2},
	"appointed": {Tone: game.Gain, Weight: 2}, "raised": {Weight: 1}, "launched": {Weight: 1}, "combat": {Weight: 4},
	"sea-combat": {Weight: 4},
}

// hear tells the chronicler of an event, with the name of the other realm.
func hear(t *rulekit.Text, what phrase.Phrase) {
	var more []phrase.Arg
	if what.Code == "relation.own" {
		more = append(more, phrase.Str("name", what.Arg("name2").S))
	}
	t.Tale.Hear(meanings[what.Code], what, more...)
}
