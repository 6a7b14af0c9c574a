package players_test

import (
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// What those who were there before read when the last player comes whom the game waits for, or one late in the first turn:
// in German and in English.
func TestWhoWasThereHearsOfNewcomers(t *testing.T) {
	t.Parallel()
	joins := func(b *worldtest.Game, _ int) {
		b.Sent("", b.ClockAt)
		_, _, err := players.AddRealm(b.World, game.Joining{Name: "Moor", Player: "Uli", Lang: phrase.De},
			"uli@example.org", b.ClockAt)
		must(b.T, err)
	}
	worldtest.Both(t, worldtest.Tiny{Least: 4}, joins,
		"[Bovistan Z1] Das Spiel beginnt\nGenug Spieler sind dabei: Das Spiel beginnt.",
		"[Bovistan T1] The game begins\nEnough players have joined: the game begins.")
	worldtest.Both(t, worldtest.Tiny{}, func(b *worldtest.Game, n int) {
		b.ClockAt = worldtest.Friday.AddDate(0, 0, -1)
		joins(b, n)
	}, "[Bovistan Z1] Frist verschoben auf Freitag, 4. Dezember, 18:00 Uhr\n"+
		"Ein Reich ist dazugekommen und bekommt Zeit für seine ersten Befehle. Zug 1: Die Frist endet jetzt am "+
		"Freitag, 4. Dezember 2026, 18:00 Uhr (Europe/Berlin).",
		"[Bovistan T1] Deadline moved to Friday, 4 December, 18:00\n"+
			"A realm has joined and gets time for its first orders. turn 1: the deadline is now Friday, 4 December "+
			"2026, 18:00 (Europe/Berlin).")
}
