package notices_test

import (
	"fmt"
	"testing"
	"time"

	"weltentor/resolve/deadlines"
	"weltentor/resolve/intake"
	"weltentor/resolve/limits"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// What players and the game master read unasked, in German and in English: what comes next, that orders are missing or
// contradict each other, that a deadline is later, that the mailbox cannot be read.
func TestLettersUnasked(t *testing.T) {
	t.Parallel()
	var none worldtest.Tiny
	byHand := worldtest.Tiny{Due: game.ByHand}
	advance := func(b *worldtest.Game, at time.Time) {
		b.ClockAt = at
		_, err := turns.Advance(b.World, at, false)
		must(b.T, err)
	}
	forced := func(b *worldtest.Game) { // without the letters before it
		b.Sent("", b.ClockAt)
		_, err := turns.Advance(b.World, b.ClockAt, true)
		must(b.T, err)
	}
	resolved := func(b *worldtest.Game, n int) { b.ClockAt = worldtest.Friday; forced(b) }
	thursday := worldtest.Friday.Add(-23 * time.Hour)
	reminded := func(b *worldtest.Game, n int) { b.Sent("", b.ClockAt); advance(b, thursday) }
	// opposes has another realm send what contradicts the reader's orders, an hour after them.
	opposes := func(b *worldtest.Game, n int) {
		b.Orders(n, "dig 1")
		b.ClockAt = b.ClockAt.Add(time.Hour)
		b.Orders(3-n, "dig 2")
	}
	unread := func(hours ...int) worldtest.Scene {
		return func(b *worldtest.Game, n int) {
			b.Sent("", b.ClockAt)
			for _, h := range hours {
				b.ClockAt = worldtest.Friday.Add(time.Duration(h) * time.Hour)
				why := deadlines.Reason{Detail: "no route to host"}
				must(b.T, notices.MailboxFailed(b.World, why, b.ClockAt))
			}
		}
	}
	alarm := func(fact outbox.Fact) worldtest.Scene {
		return func(b *worldtest.Game, n int) {
			must(b.T, b.Office.Alarm(fact, "key", "Words.", b.ClockAt))
		}
	}
	for _, c := range []struct {
		rules  worldtest.Tiny
		play   worldtest.Scene
		de, en string
	}{
		{none, resolved, "[Bovistan Z1] Bericht für Reich1\n" +
			"Als Nächstes: Zug 2. Befehle bis Freitag, 4. Dezember 2026, 18:00 Uhr (Europe/Berlin).",
			"[Bovistan T1] Report for Reich2\n" +
				"Next: turn 2. Orders until Friday, 4 December 2026, 18:00 (Europe/Berlin)."},
		{byHand, func(b *worldtest.Game, n int) { forced(b) },
			"Als Nächstes: Zug 2. Die Spielleitung wertet den Zug aus; vorgesehen ist Freitag, 27. November 2026, " +
				"18:00 Uhr (Europe/Berlin).",
			"Next: turn 2. The game master resolves the turn; planned: Friday, 27 November 2026, 18:00 " +
				"(Europe/Berlin)."},
		{byHand, func(b *worldtest.Game, n int) { b.Paused(time.Time{}, b.ClockAt); forced(b) },
			"Als Nächstes: Zug 2. Wann ausgewertet wird, entscheidet die Spielleitung.",
			"Next: turn 2. The game master decides when it is resolved."},
		{none, func(b *worldtest.Game, n int) { b.Paused(time.Time{}, b.ClockAt); forced(b) },
			"Als Nächstes: Zug 2. Das Spiel macht Pause; geht es weiter, sagt ein Brief, bis wann Befehle zählen.",
			"Next: turn 2. The game is paused; when it goes on, a letter will say until when orders count."},
		{worldtest.Tiny{InTurn: true}, func(b *worldtest.Game, n int) {
			for turn := range n { // after turn n it is the next realm's turn
				b.ClockAt = worldtest.Friday.AddDate(0, 0, 7*turn)
				forced(b)
			}
		}, "Als Nächstes: Zug 2, bis Freitag, 4. Dezember 2026, 18:00 Uhr (Europe/Berlin). Bis dahin habt Ihr nichts " +
			"zu tun.",
			"Next: turn 3, until Friday, 11 December 2026, 18:00 (Europe/Berlin). You have nothing to do until then."},
		{worldtest.Tiny{Fault: "over"}, resolved, "Das Spiel ist zu Ende.", "The game has ended."},
		{worldtest.Tiny{Least: 4}, func(*worldtest.Game, int) {},
			"Zug 1. Wann das Spiel beginnt, steht in einem eigenen Brief.",
			"turn 1. A letter will say when the game begins."},
		{none, func(b *worldtest.Game, n int) {
			_, err := intake.Submit(b.World, 0, "$N\n#M\nMind the shaft.\n#E\n", b.ClockAt)
			must(b.T, err)
			for m := range limits.LettersAtOnce.Most() + 1 { // the last one goes with the turn
				b.Accept(b.Letter(n, fmt.Sprintf("$I %d PASSWORD\n$N\n#M\nHello %d?\n#E\n", n, m)))
			}
			resolved(b, n)
		}, "[Bovistan Z1] Für die Spielleitung: 2 Nachrichten\nZug 1 ist ausgewertet. Für Euch: 2 Nachrichten.\n" +
			"Die Auswertung meldet:\nMind the shaft.\nReich 1 Reich1 (Spieler 1) schreibt:",
			"[Bovistan T1] For the game master: 2 messages\nTurn 1 is resolved. For you: 2 messages.\n" +
				"The turn reports:\nMind the shaft.\nRealm 2 Reich2 (Spieler 2) writes:"},
		{none, func(b *worldtest.Game, n int) {
			resolved(b, n)
			advance(b, thursday.AddDate(0, 0, 7))
		}, "[Bovistan Z2] Erinnerung: Befehle bis Freitag, 4. Dezember, 18:00 Uhr\n" +
			"Zug 2: Von Reich 1 Reich1 liegen noch keine Befehle vor.\n" +
			"Ausgewertet wird am Freitag, 4. Dezember 2026, 18:00 Uhr (Europe/Berlin). Befehle, die dann da sind, " +
			"zählen; schickt sie an die Adresse, von der dieser Brief kommt.\nIhr habt 1 Zug verpasst.\n" +
			"Sind Eure Befehle schon unterwegs, habt Ihr nichts zu tun: Eine Quittung kommt, sobald sie da sind.",
			"[Bovistan T2] Reminder: orders until Friday, 4 December, 18:00\n" +
				"turn 2: realm 2 Reich2 has sent no orders yet.\n" +
				"It is resolved on Friday, 4 December 2026, 18:00 (Europe/Berlin). Orders that have come by then " +
				"count; send them to the address of this letter.\nYou have missed 1 turn.\n" +
				"If your orders are on their way, you have nothing to do: a receipt comes when they arrive."},
		{byHand, reminded, "Die Spielleitung wertet den Zug aus; vorgesehen ist Freitag, 27. November 2026, 18:00 " +
			"Uhr (Europe/Berlin).",
			"The game master resolves the turn; planned: Friday, 27 November 2026, 18:00 (Europe/Berlin)."},
		{none, func(b *worldtest.Game, n int) { b.Sent("", b.ClockAt); advance(b, worldtest.Friday) },
			"[Bovistan Z1] Frist verschoben auf Samstag, 28. November, 00:00 Uhr\n" +
				"Zug 1: Es fehlen noch Befehle. Die Frist ist darum einmalig auf Samstag, 28. November 2026, 00:00 " +
				"Uhr (Europe/Berlin) verschoben.\n" +
				"Von Reich 1 Reich1 liegen keine Befehle vor. Ein zweites Mal wartet kein Zug darauf.",
			"[Bovistan T1] Deadline moved to Saturday, 28 November, 00:00\n" +
				"turn 1: orders are still missing. The deadline therefore moves, once, to Saturday, 28 November " +
				"2026, 00:00 (Europe/Berlin).\n" +
				"No orders have come from realm 2 Reich2. No turn will wait for it a second time."},
		{none, func(b *worldtest.Game, n int) { b.Orders(n, "dig 1"); advance(b, worldtest.Friday) },
			"Eure Befehle liegen vor; Ihr habt nichts zu tun. Ein neuer Brief bis dahin ersetzt sie.",
			"Your orders are in; you have nothing to do. A new letter before then replaces them."},
		{worldtest.Tiny{Adds: true}, func(b *worldtest.Game, n int) {
			b.Orders(n,
				"dig 1")
			advance(b, worldtest.Friday)
		},
			"Eure Befehle liegen vor; Ihr habt nichts zu tun. Ein neuer Brief bis dahin ersetzt nur, was er nennt.",
			"Your orders are in; you have nothing to do. A new letter before then replaces only what it names."},
		{worldtest.Tiny{Free: []int{1, 2}}, func(b *worldtest.Game, n int) { advance(b, worldtest.Friday) },
			"Ihr habt nichts zu tun.", "You have nothing to do."},
		{none, func(b *worldtest.Game, n int) {
			b.Sent("", b.ClockAt)
			b.MoreTime(3)
			b.Asks(3-n, "MORE TIME", "")
			b.Asks(3-n, "Re: "+b.Sent("receipt", b.ClockAt)[0].Subject, "Yes\n")
		}, "[Bovistan Z1] Mehr Zeit: Befehle bis Sonntag, 29. November, 18:00 Uhr\n" +
			"Zug 1: Mehr als die Hälfte der Reiche wünscht mehr Zeit. Die Frist ist darum auf Sonntag, 29. November " +
			"2026, 18:00 Uhr (Europe/Berlin) verschoben; das geht einmal je Zug.\n" +
			"Von Reich 1 Reich1 liegen noch keine Befehle vor.",
			"[Bovistan T1] More time: orders until Sunday, 29 November, 18:00\n" +
				"turn 1: more than half of the realms want more time. The deadline therefore moves, once in this " +
				"turn, to Sunday, 29 November 2026, 18:00 (Europe/Berlin).\n" +
				"No orders have come from realm 2 Reich2 yet."},
		{worldtest.Tiny{Agreed: true}, opposes,
			"[Bovistan Z1] Zwei Ergebnisse widersprechen sich\n" +
				"Zug 1: Die Befehle von Reich 1 Reich1 widersprechen denen eines anderen Spielers.",
			"[Bovistan T1] Two results disagree\n" +
				"turn 1: the orders of realm 2 Reich2 contradict what another player has sent."},
		{worldtest.Tiny{Agreed: true}, func(b *worldtest.Game, n int) {
			opposes(b, n)
			b.Sent("", b.ClockAt)
			b.ClockAt = b.ClockAt.Add(time.Hour)
			b.Orders(3-n, "dig 1")
		}, "[Bovistan Z1] Die Ergebnisse stimmen wieder überein\n" +
			"Zug 1: Die Befehle von Reich 1 Reich1 widersprechen denen eines anderen Spielers nicht mehr.",
			"[Bovistan T1] The results agree again\n" +
				"turn 1: the orders of realm 2 Reich2 no longer contradict what another player has sent."},
		{worldtest.Tiny{Agreed: true, Owes: true}, func(b *worldtest.Game, n int) {
			b.ClockAt = worldtest.Friday.Add(-time.Hour)
			b.Orders(3-n, "dig 2")
		}, "[Bovistan Z1] Eure Meldung fehlt; Frist Samstag, 28. November, 18:00 Uhr\n" +
			"Zug 1: Eine Meldung wartet auf Antwort von Reich 1 Reich1.\n" +
			"Die Frist ist deshalb einmal um 24 Stunden verschoben: Bis dahin kann antworten, wer noch nichts " +
			"gemeldet hat.",
			"[Bovistan T1] Your result is missing; deadline Saturday, 28 November, 18:00\n" +
				"turn 1: a reported result awaits an answer by realm 2 Reich2.\n" +
				"The deadline has therefore been moved once, by 24 hours: whoever has not reported can answer until " +
				"then."},
		{none, unread(-6, -3),
			"[Bovistan] Postfach nicht lesbar\n" +
				"Das Postfach des Spiels ist seit Freitag, 27. November 2026, 12:00 Uhr (Europe/Berlin) nicht " +
				"lesbar. Zuletzt:\nSolange das dauert, kommen keine Befehle und keine Fragen an, niemand bekommt " +
				"eine Antwort, und kein Zug wird ausgewertet. weltentor status zeigt den Stand. Diese Nachricht " +
				"kommt einmal am Tag, und früher, wenn die Störung eine andere ist.",
			"[Bovistan] Mailbox cannot be read\n" +
				"The game's mailbox has been unreadable since Friday, 27 November 2026, 12:00 (Europe/Berlin). " +
				"Lately:\nUntil it can be read, no orders and no questions arrive, nobody gets an answer, and no " +
				"turn is resolved. weltentor status shows the state of things. You get this note once a day, and " +
				"sooner if the trouble changes."},
		{none, unread(-6, 7), "[Bovistan] Ein Zug wartet auf das Postfach\n" +
			"Zug 1 war am Freitag, 27. November 2026, 18:00 Uhr (Europe/Berlin) fällig und ist noch nicht " +
			"ausgewertet: Das Postfach war seit Freitag, 27. November 2026, 12:00 Uhr (Europe/Berlin) nicht immer " +
			"ganz lesbar. Zuletzt:\n" +
			"Ein Zug wird erst ausgewertet, wenn das Postfach eine Stunde lang lesbar war und ganz gelesen ist, " +
			"damit keine Befehle verloren gehen. Dauert es zu lange, wertet ihn mit weltentor turn --force aus; " +
			"weltentor status zeigt, wessen Befehle fehlen.",
			"[Bovistan] A turn waits for the mailbox\n" +
				"Turn 1 was due on Friday, 27 November 2026, 18:00 (Europe/Berlin) and is not resolved yet: since " +
				"Friday, 27 November 2026, 12:00 (Europe/Berlin) the mailbox could not always be read to its end. " +
				"Lately:\nA turn is resolved only after the mailbox could be read for an hour, to its end, so that " +
				"no orders are lost. If that takes too long, resolve it with weltentor turn --force; weltentor " +
				"status shows whose orders are missing."},
		{none, func(b *worldtest.Game, n int) {
			m := deadlines.Mail{From: fmt.Sprintf("r%d@example.org", n), Subject: "Turn", Date: "Mon, 23 Nov " +
				"2026", Came: b.ClockAt, Since: b.ClockAt, UID: 7}
			for range 9 {
				b.ClockAt = b.ClockAt.Add(time.Hour)
				_, err := notices.MailUnshown(b.World, m, b.ClockAt)
				must(b.T, err)
			}
		}, "[Bovistan Z1] Eine Mail in Eurem Namen war nicht lesbar\n" +
			"Eine Mail in Eurem Namen war nicht lesbar: \"Turn\" vom Mon, 23 Nov 2026. Unser Mailserver hat sie und " +
			"zeigt sie nicht. War sie von Euch, schickt sie bitte noch einmal: Was darin stand, zählt nicht.",
			"[Bovistan T1] A mail in your name could not be read\n" +
				"A mail in your name could not be read: \"Turn\" of Mon, 23 Nov 2026. Our mail server has it and " +
				"does not show it. If it was yours, please send it again: what was in it does not count."},
		{none, alarm(outbox.MailAside), "[Bovistan] Eine Mail wurde beiseite gelegt",
			"[Bovistan] A mail was put aside"},
		{none, alarm(outbox.MailStuck), "[Bovistan] Post kann nicht angenommen werden",
			"[Bovistan] Mail cannot be taken in"},
		{none, alarm(outbox.ProofUnread), "[Bovistan] Nachweise der Absender sind nicht lesbar",
			"[Bovistan] Proofs of senders are not read"},
		{none, alarm(outbox.NoInvitations), "[Bovistan] Heute bekommt niemand mehr eine Anmeldung",
			"[Bovistan] No more sign-ups are answered today"},
		{none, alarm(outbox.Unnotified), "[Bovistan] Ein Programm war nicht zu benachrichtigen",
			"[Bovistan] A program could not be told"},
	} {
		worldtest.Both(t, c.rules, c.play, c.de, c.en, worldtest.Hours(24, 6), func(s *world.Settings) {
			s.MoreTime, s.UnreadAlarm = 48*time.Hour, 2*time.Hour
		})
	}
}
