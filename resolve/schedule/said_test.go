package schedule_test

import (
	"testing"
	"time"

	"weltentor/resolve/schedule"
	"weltentor/resolve/worldtest"
)

// What players read when the game is paused and goes on, in German and in English.
func TestPausesInBothLanguages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		play   worldtest.Scene
		de, en string
	}{
		{func(b *worldtest.Game, _ int) { b.Paused(time.Time{}, b.ClockAt) },
			"[Bovistan Z1] Das Spiel macht Pause\n" +
				"Das Spiel macht Pause, bis die Spielleitung sie beendet. Bis dahin wird kein Zug ausgewertet; geht " +
				"das Spiel weiter, nennt ein Brief die Frist.\n" +
				"Ihr könnt auch in der Pause Befehle schicken; die Quittung kommt wie sonst.",
			"[Bovistan T1] The game is paused\n" +
				"The game is paused until the game master ends the pause. No turn is resolved before then; when the " +
				"game goes on, a letter will name the deadline.\n" +
				"You can send orders during the pause; you get receipts as always."},
		{func(b *worldtest.Game, _ int) { b.Paused(worldtest.Friday, b.ClockAt) },
			"Das Spiel macht Pause bis Freitag, 27. November 2026, 18:00 Uhr (Europe/Berlin). Bis dahin wird kein " +
				"Zug ausgewertet.",
			"The game is paused until Friday, 27 November 2026, 18:00 (Europe/Berlin). No turn is resolved before " +
				"then."},
		{func(b *worldtest.Game, _ int) {
			b.Paused(time.Time{}, b.ClockAt)
			b.Sent("", b.ClockAt)
			changed, err := schedule.Resume(b.World, b.ClockAt.Add(time.Hour))
			if must(b.T, err); !changed {
				b.T.Error("the game was not paused")
			}
			b.ClockAt = b.ClockAt.Add(time.Hour)
		}, "[Bovistan Z1] Das Spiel geht weiter\nDas Spiel geht weiter.\n" +
			"Zug 1: Befehle bis Freitag, 27. November 2026, 18:00 Uhr (Europe/Berlin).",
			"[Bovistan T1] The game goes on\nThe game goes on.\n" +
				"turn 1: orders until Friday, 27 November 2026, 18:00 (Europe/Berlin)."},
	} {
		worldtest.Both(t, worldtest.Tiny{}, c.play, c.de, c.en)
	}
}
