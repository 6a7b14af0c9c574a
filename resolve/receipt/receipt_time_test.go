package receipt_test

import (
	"fmt"
	"testing"
	"time"

	"weltentor/resolve/deadlines"
	"weltentor/resolve/notices"
	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// Until when a player can write, in either language, and what a new letter does to this one: it replaces this one, or in
// a game where letters add up only what it names. Nothing is said of that if this one is not in force.
func TestReceiptSaysUntilWhen(t *testing.T) {
	t.Parallel()
	const whole, named, open = 0, 1, 2
	behind := [2][3]string{
		{" Ein neuer Brief bis dahin ersetzt diesen.", " Ein neuer Brief bis dahin ersetzt nur, was er nennt.", ""},
		{" A new letter before then replaces this one.", " A new letter before then replaces only what it names.", ""}}
	early := func(wait time.Duration) func(*world.Settings) {
		return func(s *world.Settings) { s.Early, s.EarlyWait = true, wait }
	}
	for _, c := range []struct {
		rules  worldtest.Tiny
		change func(*world.Settings)
		before func(b *worldtest.Game) // the letter
		said   [2]string
		behind [2][3]string // what is said about a new letter, by how this one counts
	}{
		{said: [2]string{"Ihr habt Zeit bis Freitag, 27. November 2026, 18:00 Uhr (Europe/Berlin).",
			"You have until Friday, 27 November 2026, 18:00 (Europe/Berlin)."}, behind: behind},
		{change: early(time.Hour), said: [2]string{
			"Alle Befehle sind da: Der Zug wird am Montag, 23. November 2026, 14:00 Uhr (Europe/Berlin) ausgewertet.",
			"All orders are in: the turn is resolved on Monday, 23 November 2026, 14:00 (Europe/Berlin)."},
			behind: behind},
		{rules: worldtest.Tiny{Due: game.ByHand}, said: [2]string{
			"Die Spielleitung wertet den Zug aus; vorgesehen ist Freitag, 27. November 2026, 18:00 Uhr " +
				"(Europe/Berlin).",
			"The game master resolves the turn; planned: Friday, 27 November 2026, 18:00 (Europe/Berlin)."},
			behind: [2][3]string{behind[0], {" A new letter before it is resolved replaces this one.",
				" A new letter before it is resolved replaces only what it names.", ""}}},
		{before: func(b *worldtest.Game) {
			why := deadlines.Reason{Detail: "no route to host"}
			must(b.T, notices.MailboxFailed(b.World, why, worldtest.Friday.Add(-time.Minute)))
			b.ClockAt = worldtest.Friday.Add(time.Minute)
		}, said: [2]string{
			"Das Postfach des Spiels war zeitweise nicht lesbar; der Zug wird darum etwas später ausgewertet.",
			"The game's mailbox could not be read for a while, so the turn is resolved a little later."},
			behind: [2][3]string{{behind[0][whole], behind[0][named], " Bis dahin habt Ihr Zeit."},
				{behind[1][whole], behind[1][named], " You have until then."}}},
		{before: func(b *worldtest.Game) { b.Paused(time.Time{}, b.ClockAt) },
			said: [2]string{"Das Spiel macht Pause.", "The game is paused."},
			behind: [2][3]string{
				{" Eure Befehle liegen bereit; geht es weiter, sagt ein Brief, bis wann ein neuer sie ersetzt.",
					" Eure Befehle liegen bereit; geht es weiter, sagt ein Brief, bis wann ein neuer ersetzt, was er " +
						"nennt.",
					" Ihr könnt Befehle schicken; geht es weiter, sagt ein Brief, bis wann."},
				{" Your orders are kept; when it goes on, a letter will say until when a new one replaces them.",
					" Your orders are kept; when it goes on, a letter will say until when a new one replaces what it " +
						"names.",
					" You can send orders; when it goes on, a letter will say until when."}}},
		{before: func(b *worldtest.Game) { b.Paused(worldtest.Friday, b.ClockAt) },
			said: [2]string{"Das Spiel macht Pause bis Freitag, 27. November 2026, 18:00 Uhr (Europe/Berlin).",
				"The game is paused until Friday, 27 November 2026, 18:00 (Europe/Berlin)."},
			behind: [2][3]string{
				{" Eure Befehle liegen bereit.", " Eure Befehle liegen bereit.", " Ihr könnt Befehle schicken."},
				{" Your orders are kept.", " Your orders are kept.", " You can send orders."}}},
		{before: func(b *worldtest.Game) { b.ClockAt = worldtest.Friday.Add(time.Minute) }, said: [2]string{
			"Die Frist endete am Freitag, 27. November 2026, 18:00 Uhr (Europe/Berlin); der Zug wird jeden " +
				"Augenblick ausgewertet.",
			"The deadline was Friday, 27 November 2026, 18:00 (Europe/Berlin); the turn will be resolved at any " +
				"moment."},
			behind: [2][3]string{whole: {" Briefe, die dann im Postfach liegen, zählen noch.",
				" Briefe, die dann im Postfach liegen, zählen noch.",
				" Briefe, die dann im Postfach liegen, zählen noch."},
				{" Letters in the mailbox by then still count.", " Letters in the mailbox by then still count.",
					" Letters in the mailbox by then still count."}}},
		{change: early(0), said: [2]string{"Der Zug wird jetzt ausgewertet.", "The turn is being resolved now."}},
	} {
		for _, counts := range []int{whole, named, open} {
			rules, change := c.rules, []func(*world.Settings){}
			if rules.Adds = counts == named; c.change != nil {
				change = append(change, c.change)
			}
			b := worldtest.Found(t, rules, 2, change...)
			for realm := range 2 {
				b.Send(realm+1, fmt.Sprintf("$I %d PASSWORD\n$A\ndig 1\n", realm+1), receipt.Taken)
			}
			if c.before != nil {
				c.before(b)
			}
			b.Sent("", b.ClockAt)
			for realm := range 2 {
				order := "dig 2"
				if counts == open {
					order = "swim"
				}
				b.Accept(b.Letter(realm+1, fmt.Sprintf("$I %d PASSWORD\n$A\n%s\n", realm+1, order)))
				worldtest.Lines(t, b.Read(realm+1), c.said[realm]+c.behind[realm][counts])
			}
		}
	}
}
