package rulekit

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// settled is a world of which an outcome asks for its players alone.
type settled struct {
	game.World
	realms []game.Realm
}

func (w settled) Realms() []game.Realm { return w.realms }

func (w settled) HandOver(realm int, to game.Player) game.World {
	next := append([]game.Realm(nil), w.realms...)
	next[realm-1].Player = to.Name
	return settled{realms: next}
}

// told is an outcome whose reports are the codes a realm is told, behind the name of its player.
type told struct{ Outcome[settled] }

func (o *told) Facts(int) *game.Facts { return nil }

func (o *told) Report(realm int, _ *game.Shown) game.Report {
	words := []string{o.After.realms[realm-1].Player}
	for _, e := range o.Told(realm) {
		words = append(words, e.Code)
	}
	return game.Report{Realm: realm, Text: []byte(strings.Join(words, " "))}
}

// A successor reads what happened, but not what his predecessor alone has done, in whatever order the turn is told
// anew; others read the same as before, and so does the world before the turn.
func TestOutcomeToldAnew(t *testing.T) {
	before := settled{realms: []game.Realm{{Number: 1, Player: "Ann"}, {Number: 2, Player: "Ben"},
		{Number: 3, Fallen: true}}}
	played := func(edits ...game.Event) game.Outcome {
		turn := Begin(game.Seed{}, 1, 3)
		turn.Tell(phrase.P("missed"), 1)
		turn.Tell(phrase.P("missed"), 2)
		turn.Tell(phrase.P("won"), 1, 2)
		turn.Refused[1] = []orders.Problem{{What: phrase.P("no")}}
		return Close(&turn, edits, before, before, func(o Outcome[settled]) game.Outcome {
			o.Untold = []string{"missed"}
			return &told{o}
		})
	}
	o, cat := played(), game.Player{Name: "Cat"}
	behind := played(game.Event{Phase: game.EditPhase, Realms: []int{1}, Phrase: phrase.P("edit")})
	for i, c := range []struct {
		outcome   game.Outcome
		one, two  string
		inherited bool
	}{
		{o, "Ann missed won", "Ben missed won", false},
		{behind, "Ann edit missed won", "Ben missed won", false},
		{o.HandOver(1, cat), "Cat won", "Ben missed won", true},
		{behind.HandOver(1, cat), "Cat edit won", "Ben missed won", true},
		{o.HandOver(1, cat).HandOver(2, cat), "Cat won", "Cat won", true},
		{o, "Ann missed won", "Ben missed won", false},
	} {
		one, two := string(c.outcome.Report(1, nil).Text), string(c.outcome.Report(2, nil).Text)
		if one != c.one || two != c.two {
			t.Errorf("%d: realm 1 reads %q, want %q; realm 2 reads %q, want %q", i, one, c.one, two, c.two)
		}
		if got := c.outcome.(*told).Inherited(1); got != c.inherited {
			t.Errorf("%d: realm 1 is inherited: %t", i, got)
		}
		got := fmt.Sprint(c.outcome.Realms(), len(c.outcome.Refused(1)), len(c.outcome.Refused(4)))
		if got != "[1 2] 1 0" {
			t.Errorf("%d: reports for, refused of 1 and of nobody: %s", i, got)
		}
	}
	if n := o.Annals().Len(); n != 3 {
		t.Errorf("the turn has %d events after it was told anew", n)
	}
}

// What a player wrote is quoted to him, and not to who has his realm after him.
func TestWritten(t *testing.T) {
	before := settled{realms: []game.Realm{{Number: 1, Player: "Ann"}, {Number: 2, Player: "Ben"}}}
	turn := Begin(game.Seed{}, 1, 2)
	turn.Undone(1, &orders.Language{}, Sheet{Came: true, Text: "$A\nK.M 9 ; dear diary\n"})
	o := Close(&turn, nil, before, before, func(o Outcome[settled]) game.Outcome { return &told{o} })
	for realm, want := range []string{"", "$A\nK.M 9 ; dear diary\n", "", ""} {
		if got := o.(*told).Written(realm); got != want {
			t.Errorf("realm %d wrote %q", realm, got)
		}
	}
	if got := o.HandOver(1, game.Player{Name: "Cat"}).(*told).Written(1); got != "" {
		t.Errorf("the successor reads %q", got)
	}
}
