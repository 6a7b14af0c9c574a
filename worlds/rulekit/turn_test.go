package rulekit

import (
	"fmt"
	"slices"
	"testing"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// An event is told to whom it names, sorted and once, and not to 0; the caller's list stays as it was.
func TestTellSortsRealms(t *testing.T) {
	turn := Begin(game.Seed{1}, 3, 4)
	turn.Phase = "march"
	realms := []int{4, 0, 2, 4, 1}
	turn.Tell(phrase.P("seen"), realms...)
	turn.Tell(phrase.P("unseen"), 0)
	told := turn.Events()
	if got := fmt.Sprint(told[0].Realms, told[1].Realms, told[0].Phase); got != "[1 2 4] []march" {
		t.Errorf("told %s", got)
	}
	if !slices.Equal(realms, []int{4, 0, 2, 4, 1}) {
		t.Errorf("the list has become %v", realms)
	}
	if told := fmt.Sprint(turn.Annals.ByRealm(4)); told != "[[] [0] [0] [] [0]]" {
		t.Errorf("by realm: %s", told)
	}
}

// A turn accepts and doubts nothing in words, a receipt does; both refuse.
func TestReceiptSaysWhatCounts(t *testing.T) {
	for _, receipt := range []bool{false, true} {
		turn := Begin(game.Seed{}, 1, 2)
		turn.ForReceipt = receipt
		turn.Accept(orders.Position{Line: 3}, phrase.P("goes"))
		turn.Doubt(2, orders.Position{Line: 3}, phrase.P("perhaps"))
		turn.Refuse(2, orders.Position{Line: 2}, phrase.P("no"))
		if got := len(turn.InForce) == 1 && len(turn.Refused[2]) == 2; got != receipt {
			t.Errorf("receipt %v: in force %v, refused %v", receipt, turn.InForce, turn.Refused)
		}
		undone := Undone(turn.Refused[2],
			[]orders.Problem{{Position: orders.Position{Line: 1}, Severity: orders.Error}})
		if len(undone) != 2 || undone[0].Line != 1 || undone[1].What.Code != "no" {
			t.Errorf("receipt %v: not done is %v", receipt, undone)
		}
	}
}

type step Phase[*[]string]

// Phases run in the order of their list, each under its name.
func TestPlay(t *testing.T) {
	turn, said := Begin(game.Seed{}, 1, 1), []string{}
	say := func(s *[]string) { *s = append(*s, turn.Phase) }
	Play(&turn, &said, []step{{"one", say}, {"two", say}})
	if fmt.Sprint(said) != "[one two]" {
		t.Errorf("played %v", said)
	}
}

// Dice are another's with each part of their key.
func TestDiceAreKeyed(t *testing.T) {
	seen := map[int64]bool{}
	for _, turn := range []Turn{{Number: 1}, {Number: 2}, {Number: 1, Week: 1}, {Number: 1, Phase: "x"}} {
		seen[turn.Dice(7).N(1<<60)] = true
		seen[turn.Dice(8).N(1<<60)] = true
	}
	if len(seen) != 8 {
		t.Errorf("8 keys, %d throws", len(seen))
	}
}
