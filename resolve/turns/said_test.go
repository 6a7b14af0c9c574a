package turns_test

import (
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// What players read when a turn is taken back and resolved again, in German and in English.
func TestUndoInBothLanguages(t *testing.T) {
	t.Parallel()
	var none worldtest.Tiny
	undone := func(b *worldtest.Game) { b.Undo(b.ClockAt.Add(time.Hour)) }
	advanced := func(b *worldtest.Game, turn int) {
		b.ClockAt = worldtest.Friday.AddDate(0, 0, 7*(turn-1))
		_, err := turns.Advance(b.World, b.ClockAt, true)
		must(b.T, err)
	}
	for _, c := range []struct {
		rules  worldtest.Tiny
		play   worldtest.Scene
		de, en string
	}{
		{none, func(b *worldtest.Game, n int) {
			b.Orders(n, "dig 1")
			advanced(b, 1)
			b.Orders(n, "dig 2")
			b.Sent("", b.ClockAt)
			undone(b)
		}, "[Bovistan Z1] Zug 1 ist zurückgenommen\n" +
			"Die Spielleitung hat Zug 1 zurückgenommen. Der Bericht, den Ihr davon habt, gilt nicht mehr.\n" +
			"Zug 1: Befehle zählen wieder bis Freitag, 4. Dezember 2026, 18:00 Uhr (Europe/Berlin).\n" +
			"Eure Befehle dafür gelten weiter. Ihr könnt andere schicken.\n" +
			"Was Ihr für Zug 2 geschickt habt, bleibt für diesen Zug vorgemerkt.",
			"[Bovistan T1] Turn 1 is taken back\n" +
				"The game master has taken back turn 1. The report you have of it no longer counts.\n" +
				"turn 1: orders count again until Friday, 4 December 2026, 18:00 (Europe/Berlin).\n" +
				"Your orders for it still count. You can send others.\n" +
				"What you have sent for turn 2 is kept for that turn."},
		{none, func(b *worldtest.Game, n int) { b.Sent("", b.ClockAt); advanced(b, 1); undone(b) },
			"Die Spielleitung hat Zug 1 zurückgenommen, der schon ausgewertet war. Ihr bekommt seinen Bericht, wenn " +
				"er erneut ausgewertet ist.",
			"The game master has taken back turn 1, which was resolved already. You will get its report when it has " +
				"been resolved again."},
		{worldtest.Tiny{Due: game.ByHand}, func(b *worldtest.Game, n int) {
			advanced(b, 1)
			b.Sent("", b.ClockAt)
			undone(b)
		},
			"Zug 1: Befehle zählen wieder. Die Spielleitung wertet den Zug aus.",
			"turn 1: orders count again. The game master resolves the turn."},
		{none, func(b *worldtest.Game, n int) {
			advanced(b, 1)
			_, err := players.AddRealms(b.World, []roster.Newcomer{{Mail: worldtest.Ann,
				Joining: game.Joining{Name: "Moor", Player: "Ann", Lang: phrase.Langs[n-1]}}}, b.ClockAt)
			must(b.T, err)
			b.Sent("", b.ClockAt)
			undone(b)
		}, "Die Spielleitung hat Zug 1 zurückgenommen. Euer erster Bericht ist darum jetzt ein anderer; der frühere " +
			"gilt nicht.",
			"The game master has taken back turn 1. So your first report is another one now; the one before does not " +
				"count."},
		{none, func(b *worldtest.Game, n int) {
			advanced(b, 1)
			advanced(b, 2)
			b.Sent("", b.ClockAt)
			undone(b)
			undone(b)
			b.Sent("", b.ClockAt)
			b.Redo(b.ClockAt.Add(time.Hour))
		}, "[Bovistan Z1] Erneut: Bericht für Reich1\n" +
			"Zug 1 erneut: Die Spielleitung hat ihn zurückgenommen und noch einmal auswerten lassen. Ein Bericht, " +
			"den Ihr davon schon habt, gilt nicht.\nZurückgenommen hat die Spielleitung vor diesem Zug auch Zug 2.",
			"[Bovistan T1] Again: report for Reich2\n" +
				"Turn 1 again: the game master took it back and has had it resolved once more. A report you have of " +
				"it from before does not count.\nBefore this turn the game master has also taken back turn 2."},
	} {
		worldtest.Both(t, c.rules, c.play, c.de, c.en)
	}
}

// What a turn waits for, as the game master reads it, in German and in English.
func TestWaitsInBothLanguages(t *testing.T) {
	t.Parallel()
	var none worldtest.Tiny
	early := func(s *world.Settings) { s.Early, s.EarlyWait = true, time.Hour }
	all := func(b *worldtest.Game) {
		for n := range 2 {
			b.Orders(n+1, "dig 1")
		}
	}
	for _, c := range []struct {
		rules  worldtest.Tiny
		change func(*world.Settings)
		play   func(b *worldtest.Game)
		de, en string
	}{
		{worldtest.Tiny{Fault: "over"}, nil, func(b *worldtest.Game) { b.Advance(worldtest.Friday) },
			"Das Spiel ist zu Ende.", "The game has ended."},
		{worldtest.Tiny{Least: 3}, nil, nil, "Es fehlen noch Spieler.", "Players are still missing."},
		{worldtest.Tiny{Due: game.ByHand}, nil, nil, "Der Zug wartet auf die Spielleitung.",
			"The turn waits for the game master."},
		{none, nil, nil, "Der Zug wartet auf seine Frist; von 2 Reichen fehlen 2.",
			"The turn waits for its deadline; 2 of 2 realms are missing."},
		{none, nil, func(b *worldtest.Game) { b.Orders(1, "dig 1") },
			"Der Zug wartet auf seine Frist; von 2 Reichen fehlt 1.",
			"The turn waits for its deadline; 1 of 2 realms is missing."},
		{none, nil, all, "Alle Befehle sind da; der Zug wartet auf seine Frist, 2026-11-27 18:00 CET.",
			"All orders are in; the turn waits for its deadline, 2026-11-27 18:00 CET."},
		{none, early, all, "Alle Befehle sind da; der Zug wird um 2026-11-23 14:00 CET ausgewertet, wenn bis dahin " +
			"kein Brief mehr kommt.",
			"All orders are in; the turn is resolved at 2026-11-23 14:00 CET if no letter comes before then."},
		{none, nil, func(b *worldtest.Game) {
			here := []players.LocalRealm{{Joining: game.Joining{Name: "Moor", Player: "Ann"}}}
			_, err := players.AddLocal(b.World, here, b.ClockAt)
			must(t, err)
			all(b)
		}, "Der Zug wartet auf seine Frist, 2026-11-27 18:00 CET, oder auf `turn --force`; 1 Reich an dieser " +
			"Maschine hat noch keine Befehle.",
			"The turn waits for its deadline, 2026-11-27 18:00 CET, or for `turn --force`; 1 realm at this machine " +
				"has no orders yet."},
		{none, nil, func(b *worldtest.Game) {
			_, err := turns.Hold(b.World, worldtest.Friday, true)
			must(t, err)
			b.ClockAt = worldtest.Friday.Add(time.Hour)
		}, "Zug 1 ist ausgewertet und wird seit 2026-11-27 18:00 CET zurückgehalten; noch hat niemand seinen " +
			"Bericht. `turn --release` verschickt die Berichte, `turn --discard` nimmt den Zug zurück.",
			"Turn 1 is resolved and held since 2026-11-27 18:00 CET; nobody has its report. `turn --release` sends " +
				"the reports, `turn --discard` takes the turn back."},
		{none, nil, func(b *worldtest.Game) { b.Advance(worldtest.Friday); b.Undo(worldtest.Friday.Add(time.Hour)) },
			"Der Zug ist zurückgenommen; er wartet auf seine Frist, 2026-12-04 18:00 CET, oder auf `weltentor redo`.",
			"The turn was taken back; it waits for its deadline, 2026-12-04 18:00 CET, or for `weltentor redo`."},
		{none, nil, func(b *worldtest.Game) { b.Paused(time.Time{}, b.ClockAt) },
			"Das Spiel macht Pause; kein Zug wird ausgewertet.", "The game is paused; nothing is resolved."},
		{none, nil, func(b *worldtest.Game) {
			b.ClockAt = worldtest.Friday
			must(t, notices.MailboxFailed(b.World, deadlines.Reason{Detail: "no"}, b.ClockAt))
		}, "Der Zug wartet, weil das Postfach nicht lesbar war: Er wird eine Stunde, nachdem es wieder ganz gelesen " +
			"ist, ausgewertet.",
			"The turn waits because the mailbox could not be read: it is resolved an hour after the mailbox has been " +
				"read to its end."},
		{none, nil, func(b *worldtest.Game) {
			b.ClockAt = worldtest.Friday
			must(t, notices.MailboxLeft(b.World, deadlines.Reason{Detail: "time is up"}, b.ClockAt))
		}, "Der Zug wartet, bis das Postfach ganz gelesen ist: Dann wird er ausgewertet.",
			"The turn waits until the mailbox has been read to its end: then it is resolved."},
		{none, nil, func(b *worldtest.Game) {
			for uid := range uint32(2) {
				m := deadlines.Mail{From: "r1@example.org", UID: uid, Came: worldtest.Friday.Add(-time.Hour)}
				_, err := notices.MailUnshown(b.World, m, worldtest.Friday.Add(-time.Minute))
				must(t, err)
			}
			b.ClockAt = worldtest.Friday
		}, "Der Zug wartet, längstens bis 2026-11-27 19:00 CET: Der Mailserver zeigt 2 Mails nicht, die gekommen " +
			"sind, und darin können Befehle stehen.",
			"The turn waits, until 2026-11-27 19:00 CET at the latest: the mail server does not show 2 mails that " +
				"have come, and orders may be in them."},
		{none, nil, func(b *worldtest.Game) { b.ClockAt = worldtest.Friday.AddDate(0, 0, 36) },
			"Fällig seit 2026-11-27 18:00:00 CET. Wahrscheinlich geht die Uhr falsch; nur turn --force wertet den " +
				"Zug aus.",
			"Due since 2026-11-27 18:00:00 CET. The clock is probably wrong; only turn --force resolves it."},
	} {
		change := func(s *world.Settings) {}
		if c.change != nil {
			change = c.change
		}
		b := worldtest.Found(t, c.rules, 2, change)
		if c.play != nil {
			c.play(b)
		}
		s, err := gamemaster.StatusOf(b.World, b.ClockAt)
		must(t, err)
		for i, want := range []string{c.de, c.en} {
			if got := wording.Words(phrase.Langs[i]).Say(s.Waits); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
	}
}

// A copy that became the true world waits for the letters since, and says why.
func TestWhyACopyReadsAgain(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	place := world.PlaceOf(b.World, "here")
	must(t, place.Check(b.ClockAt))
	must(t, turns.Adopting{World: b.World, Place: place, Again: true}.Done(b.ClockAt))
	must(t, b.View(func(tx *store.Tx) error {
		for lang, want := range map[phrase.Lang]string{
			phrase.De: "das Spiel geht von einer älteren Kopie aus weiter, und die Briefe seither sind noch nicht " +
				"wieder gelesen",
			phrase.En: "the game goes on from an older copy, and the letters that came since have not been read again",
		} {
			if got := notices.Because(b.World.Setup, deadlines.ReadMailbox(tx), lang); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		return nil
	}))
}
