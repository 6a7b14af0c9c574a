package rulekit

import (
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Who takes a realm over finds its number and name, none of the former player's wishes and no turn missed; nobody
// leaves language and computer as they were.
func TestPersonGiven(t *testing.T) {
	p := Person{Number: 3, Name: "North", Player: "Ann", Lang: phrase.De, Computer: game.PC, Zip: true}
	ben := p.Given(game.Player{Name: " Ben ", Lang: phrase.En})
	if ben != (Person{Number: 3, Name: "North", Player: "Ben", Lang: phrase.En, Computer: game.PC}) ||
		ben.Missed(4) != 0 {
		t.Errorf("Ben has %+v, missed %d", ben, ben.Missed(4))
	}
	nobody := p.Given(game.Player{})
	if nobody != (Person{Number: 3, Name: "North", Lang: phrase.De, Computer: game.PC}) || nobody.Missed(4) != 4 {
		t.Errorf("nobody has %+v, missed %d", nobody, nobody.Missed(4))
	}
}

// Who joins has a name of its own, and the first language and UTF8 if nothing else was asked for.
func TestNewcomer(t *testing.T) {
	there := []game.Realm{{Number: 1, Name: "North"}}
	p, err := Newcomer(game.Joining{Name: " South ", Player: "Ann"}, 2, there)
	if err == nil {
		p, err = p.Equipped()
	}
	if err != nil || p != (Person{Number: 2, Name: "South", Player: "Ann", Lang: phrase.Langs[0],
		Computer: game.UTF8}) {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := Newcomer(game.Joining{Name: "North"}, 2, there); err == nil {
		t.Error("two realms are called North")
	}
	for _, wrong := range []Person{{Lang: "fr"}, {Computer: "C64"}} {
		if _, err := wrong.Equipped(); err == nil {
			t.Errorf("%+v was accepted", wrong)
		}
	}
	if (Alike{}).Offers(game.Joining{}) != nil || (Alike{}).Offers(game.Joining{Kind: "a"}) == nil ||
		(Alike{}).Offers(game.Joining{Culture: "a"}) == nil {
		t.Error("where all are alike, a kind or a culture was offered, or nothing was")
	}
}
