package report

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/realm"
)

// Year is a year that was played, between two positions, as reports show it.
type Year struct {
	*frame.Played
	Before, After realm.Position
	Check         func(realm int, text string) game.Checked // the receipt of a sheet with this text, after the year
}

// reader is the player of a realm; nil: there is none.
func reader(at realm.Position, number int) *frame.Reader {
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

// standingOf is the account of how things are.
func standingOf(at realm.Position, number int) *account {
	return &account{at: at, realm: at.State.Realm(number)}
}

// account is what the year meant for a realm.
func (y *Year) account(number int) *account {
	a := standingOf(y.After, number)
	a.year, a.told, a.undone = y, y.Told(number), y.Refused(number)
	return a
}

// said is a sentence of an event, as the realm reads it.
func (a *account) said(e *game.Event) phrase.Phrase { return From(a.realm.Number, e.Phrase) }

// written is the sheet of the realm.
func (a *account) written() string { return a.year.Written(a.realm.Number) }

// called is the name of a realm.
func (a *account) called(realm int) string { return a.at.State.Realms[realm-1].Name }

// earned is what the realm's income of the year was.
func (a *account) earned() (ducats int64) {
	for _, e := range a.told {
		if e.Code == "income" {
			ducats += e.Arg("ducats").N
		}
	}
	return ducats
}
