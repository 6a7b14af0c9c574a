package conformance

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/worlds/conformance/duel"
	"weltentor/worlds/game"
)

// duelist plays the duel, in a wrong way.
type duelist struct {
	game.Rulebook
	styles int
	orders func() string
	advice string
	suits  bool // a practice world does
	join   int  // realms, in a practice
}

func (d duelist) Bot() game.Bot { return d }

func (d duelist) Styles() (out []game.Choice) {
	for n := range d.styles {
		out = append(out, game.Choices([]string{fmt.Sprint("style", n)}, "no-such-name", "no-such-line")...)
	}
	return out
}

func (d duelist) Orders(game.Known, int, game.Manner, *game.Dice) string { return d.orders() }

func (d duelist) Advice(game.Known, int, game.Lessons, game.Manner, *game.Dice) string {
	return d.advice
}

func (d duelist) Practice([]byte) (f game.Founding, realms int) { return f, d.join }

func (d duelist) Trains(game.World, int) bool { return d.suits }

// Each fault of a computer player is found.
func TestFaultyBots(t *testing.T) {
	ex := smallExample(6, "$A\nhoch 4\n")
	ex.Bots = &Bots{Founding: ex.Founding, Turns: 4, Ahead: func(game.World, int, int) bool { return false }}
	throws := 0
	for _, fault := range []struct {
		law, says string
		styles    int
		orders    func() string
		advice    string
	}{
		{"the machine has styles to play", "in 2 styles", 2, func() string { return "" }, ""},
		{"the machine has styles to play", "has no name", 3, func() string { return "" }, ""},
		{"the machine has styles to play", "in the manner", 3, func() string { return "$A\nhoch 4\n" }, ""},
		{"receipts accept what the machine orders", "have errors", 3, func() string { return "$A\nquer 99\n" }, ""},
		{"receipts accept what the machine orders", "are empty", 3, func() string { return "" }, ""},
		{"receipts accept what the machine orders", "then", 3, func() string {
			throws++
			return fmt.Sprintf("$A\nhoch %d\n", 1+throws%3)
		}, ""},
		{"receipts accept what the machine orders", "lesson 2: the machine's advice has errors", 3,
			func() string { return "$A\nhoch 4\n" }, "$A\nquer 99\n"},
		{"the machine has styles to play", "without knowledge", 3, func() string { return "$A\nhoch 4\n" }, ""},
		{"the machine plays better than nobody", "wins 0 of", 3, func() string { return "$A\nhoch 4\n" }, ""},
	} {
		said := verdict(lawNamed(t, fault.law), duelist{duel.Rules(), fault.styles, fault.orders, fault.advice, true, 2}, ex)
		if !strings.Contains(said, fault.says) {
			t.Errorf("%s: not found that %q, but %q", fault.law, fault.says, said)
		}
	}
	for told, d := range map[string]duelist{"": {suits: true, join: 2}, "none of 40": {join: 2}, "5 realms join": {suits: true, join: 5}} {
		d.Rulebook = duel.Rules()
		said := verdict(lawNamed(t, "a practice world suits the lessons"), d, ex)
		if (told == "") != (said == "") || !strings.Contains(said, told) {
			t.Errorf("practice: want %q, said %q", told, said)
		}
	}
	ex.Bots = nil
	if said := verdict(lawNamed(t, "the machine plays better than nobody"), duelist{Rulebook: duel.Rules()}, ex); !strings.Contains(said,
		"has no Bots") {
		t.Errorf("nobody says who is ahead: %q", said)
	}
	ex.Bots = &Bots{}
	if said := verdict(lawNamed(t, "the machine plays better than nobody"), duel.Rules(), ex); !strings.Contains(said,
		"does not play") {
		t.Errorf("Bots of a game without one: %q", said)
	}
}
