package main

import (
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/world"
	"weltentor/worlds"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// In each game, two players and two realms of the machine's play by mail. One player falls silent, is warned, has the
// machine stand in, and comes back. TestRealServersGameOfFour plays the first game with Dovecot and Exim.
func TestGameOfFour(t *testing.T) {
	t.Parallel()
	for n, rb := range conformance.Played(t, worlds.Rulebooks(), 4) {
		t.Run(rb.Name(), func(t *testing.T) {
			t.Parallel()
			if by := clitest.InProcess(worlds.Rulebooks()...); n == 0 {
				stage.GameOfFour(t, by, stage.EmbeddedFor(t))
			} else {
				stage.BriefGameOfFour(t, by, rb.Name(), stage.EmbeddedFor(t), func(dir string, realm int) string {
					return machineWould(t, rb, dir, realm)
				})
			}
		})
	}
}

// machineWould is what the machine would order for a realm. A player who takes its advice writes what the rules know.
func machineWould(t *testing.T, rb game.Rulebook, dir string, realm int) (text string) {
	t.Helper()
	w, err := world.Open(dir, worlds.Rulebooks(), world.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	bot := rb.Bot()
	if err := w.Ask(realm, func(c chronicle.Current) {
		known, err := rb.OpenKnown(c.World.Known(realm), c.Tables)
		if err != nil {
			t.Fatal(err)
		}
		text = bot.Orders(known, realm, game.Manner{Style: bot.Styles()[0].Code, Strength: game.Strong},
			game.BotDice(c.Seed, c.Turn, realm))
	}); err != nil {
		t.Fatal(err)
	}
	return text
}
