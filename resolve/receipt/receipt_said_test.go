package receipt_test

import (
	"fmt"
	"testing"
	"time"

	"weltentor/resolve/intake"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// What a player reads about orders that came before, for another turn, for another phase, or by another hand, and about
// what the orders ask of the machine: in German, and in English.
func TestReceiptInBothLanguages(t *testing.T) {
	t.Parallel()
	var none worldtest.Tiny
	depth := 3
	bot := worldtest.BotTiny{Depth: &depth}
	// for is a letter for a turn.
	ahead := func(b *worldtest.Game, n, turn int, lines string) {
		b.Accept(b.Letter(n, fmt.Sprintf("$I %d PASSWORD %d\n%s\n", n, turn, lines)))
	}
	entered := func(b *worldtest.Game, n int, lines string) {
		b.ClockAt = b.ClockAt.Add(time.Minute)
		_, err := intake.Submit(b.World, n, "$A\n"+lines+"\n", b.ClockAt)
		must(b.T, err)
	}
	former := func(b *worldtest.Game, n int) {
		b.ClockAt = b.ClockAt.Add(time.Minute)
		_, err := intake.Former(b.World, n, b.ClockAt)
		must(b.T, err)
	}
	wishes := func(lines string) worldtest.Scene {
		return func(b *worldtest.Game, n int) { b.Orders(n, "dig 1\n$S\n"+lines) }
	}
	chart := worldtest.Tiny{Chart: true}
	for _, c := range []struct {
		rules  game.Rulebook
		play   worldtest.Scene
		de, en string
	}{
		{none, func(b *worldtest.Game, n int) { ahead(b, n, 2, "$A\ndig 1") },
			"[Bovistan Z1] Für Zug 2 aufgehoben: 1 Zeile", "[Bovistan T1] Kept for turn 2: 1 line"},
		{none, func(b *worldtest.Game, n int) { ahead(b, n, 2, "$A\ndig 1\nswim") },
			"[Bovistan Z1] Für Zug 2 aufgehoben: 1 Zeile lesbar, 1 fehlerhaft",
			"[Bovistan T1] Kept for turn 2: 1 line readable, 1 bad"},
		{none, func(b *worldtest.Game, n int) {
			ahead(b, n, 3, "$A\ndig 1")
			ahead(b, n, 2, "$A\ndig 1")
			ahead(b, n, 2, "$A\ndig 2")
		}, "Aufgehoben sind von Euch Befehle für die Züge 2, 3.\nDieser Brief ersetzt Eure früheren Befehle für Zug 2.",
			"Your orders for turns 2, 3 are kept.\nThis letter replaces your earlier orders for turn 2."},
		{none, func(b *worldtest.Game, n int) {
			ahead(b, n, 2, "$A\ndig 1")
			ahead(b, n, 2, "$N\n#M\nHello\n#E")
			ahead(b, n, 2, "$A\ndig 2")
		}, "Dieser Brief ersetzt Eure früheren Befehle für Zug 2.\n" +
			"Nachrichten, Texte und Einstellungen aus Briefen ohne Befehle gelten weiter.",
			"This letter replaces your earlier orders for turn 2.\n" +
				"Messages, texts and settings from letters without orders stay in force."},
		{none, func(b *worldtest.Game, n int) {
			ahead(b, n, 3, "$A\ndig 1")
			ahead(b, n, 2, "$A\ndig 1")
			ahead(b, n, 2, "")
		}, "[Bovistan Z1] Befehle für Zug 2 zurückgenommen\n" +
			"Zurückgenommen: Eure Befehle für Zug 2 sind nicht mehr aufgehoben.\n" +
			"Aufgehoben sind von Euch Befehle für Zug 3.",
			"[Bovistan T1] Orders for turn 2 taken back\nTaken back: your orders for turn 2 are no longer kept.\n" +
				"Your orders for turn 3 are kept."},
		{none, func(b *worldtest.Game, n int) { ahead(b, n, 2, "") },
			"[Bovistan Z1] Befehle NICHT angenommen\n" +
				"NICHT angenommen: Der Brief ist für Zug 2 und enthält keinen Befehl; für diesen Zug war auch nichts " +
				"aufgehoben.",
			"[Bovistan T1] Orders NOT accepted\n" +
				"NOT accepted: The letter is for turn 2 and has no order; nothing was kept for that turn either."},
		{none, func(b *worldtest.Game, n int) { ahead(b, n, 2, "$A\ndig 1"); b.Advance(worldtest.Friday) },
			"Diese Befehle waren seit Montag, 23. November 2026, 13:00 Uhr (Europe/Berlin) für diesen Zug aufgehoben.",
			"These orders were kept for this turn since Monday, 23 November 2026, 13:00 (Europe/Berlin)."},
		{none, func(b *worldtest.Game, n int) {
			ahead(b, n, 2, "$A\ndig 7")
			b.World.Rules = worldtest.Tiny{Fault: "check"}
			b.Advance(worldtest.Friday)
		}, "[Bovistan] Die Regeln scheitern an Befehlen\n" +
			"Die Regeln scheitern an den Befehlen, die Reich 1 Reich1 (Spieler 1) im Voraus für Zug 2 geschickt hat: " +
			"seven is unlucky.\nSie gelten nicht, und der Zug läuft ohne sie. Der Spieler hat erfahren, dass Ihr sie " +
			"habt. `submit` gibt sie ein, sobald das Programm sie lesen kann. Die Befehle:\n" +
			"NICHT angenommen: Das Programm scheitert an den Befehlen, die Ihr im Voraus für diesen Zug geschickt " +
			"habt. Die Spielleitung hat sie und weiß davon.",
			"[Bovistan] The rules fail at orders\n" +
				"The rules fail at the orders that realm 2 Reich2 (Spieler 2) sent ahead for turn 2: seven is " +
				"unlucky.\nThey are not in force, and the turn goes on without them. The player was told that you " +
				"have them. `submit` enters them once the program can read them. The orders:\n" +
				"NOT accepted: The program fails at the orders that you sent ahead for this turn. The game master " +
				"has them and was told."},
		{none, func(b *worldtest.Game, n int) { // the game master's own orders, ahead
			_, err := intake.Submit(b.World, 0, "$I 1 - 2\n$A\ndig 7\n", b.ClockAt)
			must(b.T, err)
			b.World.Rules = worldtest.Tiny{Fault: "check"}
			b.Advance(worldtest.Friday)
		}, "Die Regeln scheitern an den Befehlen, die Ihr im Voraus für Zug 2 geschickt habt: seven is unlucky.\n" +
			"Sie gelten nicht, und der Zug läuft ohne sie. `submit` gibt sie ein, sobald das Programm sie lesen " +
			"kann. Die Befehle:",
			"The rules fail at the orders that you sent ahead for turn 2: seven is unlucky.\n" +
				"They are not in force, and the turn goes on without them. `submit` enters them once the program can " +
				"read them. The orders:"},
		{bot, func(b *worldtest.Game, n int) {
			b.Advance(worldtest.Friday)
			b.Advance(worldtest.Friday.AddDate(0, 0, 7)) // again without the realm's orders: the machine plays it
			b.Orders(n, "dig 2")
		}, "Ihr spielt Euer Reich wieder selbst; bisher spielte es die Maschine.",
			"You play your realm yourself again; until now the machine played it."},
		{none, func(b *worldtest.Game, n int) { entered(b, n, "dig 1") },
			"Eingegeben von der Spielleitung.", "Entered by the game master."},
		{none, func(b *worldtest.Game, n int) { b.Orders(n, "dig 1"); entered(b, n, "dig 2"); former(b, n) },
			"Die Spielleitung hat diese früheren Befehle von Euch wieder in Kraft gesetzt.",
			"The game master has put these earlier orders of yours back in force."},
		{none, func(b *worldtest.Game, n int) { entered(b, n, "dig 2"); former(b, n) },
			"[Bovistan Z1] Befehle von der Spielleitung zurückgenommen\n" +
				"Von der Spielleitung zurückgenommen: Eure letzten Befehle für diesen Zug gelten nicht, und davor " +
				"galten keine.",
			"[Bovistan T1] Orders taken back by the game master\n" +
				"Taken back by the game master: your last orders for this turn do not count, and none were in force " +
				"before them."},
		{none, func(b *worldtest.Game, n int) {
			b.Orders(n, "dig 1\ndig 2\ndig 2\ndig 12")
			b.Orders(n, "dig 2\ndig 3\ndig 13")
		}, "1 Zeile Eures Briefs vom Montag, 23. November 2026, 13:00 Uhr (Europe/Berlin) gilt nicht mehr:\n" +
			"$A dig 1\nDieser Brief ersetzt Eure früheren Befehle für diesen Zug, auch die, die er nicht " +
			"wiederholt.\n- $A dig 2\n- $A dig 12 (galt nicht)\n+ $A dig 3\n+ $A dig 13 (gilt nicht)\n" +
			"1 Zeile wie bisher.",
			"1 line of your letter of Monday, 23 November 2026, 13:00 (Europe/Berlin) no longer counts:\n$A dig 1\n" +
				"This letter replaces your earlier orders for this turn, also those it does not repeat.\n- $A dig 2\n" +
				"- $A dig 12 (did not count)\n+ $A dig 3\n+ $A dig 13 (does not count)\n1 line as before."},
		{none, func(b *worldtest.Game, n int) { b.Orders(n, "dig 1\ndig 2"); b.Orders(n, "dig 1\ndig 2") },
			"Eure Befehle sind dieselben wie bisher: 2 Zeilen.", "Your orders are the same as before: 2 lines."},
		{none, func(b *worldtest.Game, n int) { b.Orders(n, "dig 1\ndig 2"); b.Orders(n, "dig 2\ndig 1") },
			"Eure Befehle sind dieselben wie bisher, in anderer Reihenfolge: 2 Zeilen.",
			"Your orders are the same as before, only rearranged: 2 lines."},
		{worldtest.Tiny{Adds: true}, func(b *worldtest.Game, n int) { b.Orders(n, "dig 1"); b.Orders(n, "dig 2") },
			"Dieser Brief ersetzt von Euren früheren Befehlen nur, was er nennt; alles andere gilt weiter.",
			"This letter replaces only those of your earlier orders that it names; all others stay in force."},
		{none, func(b *worldtest.Game, n int) {
			b.Orders(n, "dig 1")
			b.Accept(b.Letter(n, fmt.Sprintf("$I %d PASSWORD\n$N\n#M\nHello\n#E\n", n)))
			b.Orders(n, "dig 2")
		}, "Nachrichten, Texte und Einstellungen aus Briefen ohne Befehle gelten weiter.",
			"Messages, texts and settings from letters without orders stay in force."},
		{none, func(b *worldtest.Game, n int) { b.Orders(n, "swim") },
			"[Bovistan Z1] Befehle NICHT angenommen: keine gute Zeile",
			"[Bovistan T1] Orders NOT accepted: no good line"},
		{none, func(b *worldtest.Game, n int) { b.Orders(n, "dig 1"); b.Orders(n, "") },
			"[Bovistan Z1] Befehle NICHT angenommen: kein Befehl", "[Bovistan T1] Orders NOT accepted: no order"},
		{none, func(b *worldtest.Game, n int) { b.Orders(n, "dig 1\nswim\nfly") },
			"[Bovistan Z1] Befehle angekommen: 1 gut, 1 fehlerhaft, 1 gilt noch nicht",
			"[Bovistan T1] Orders received: 1 good, 1 bad, 1 not yet"},
		{none, func(b *worldtest.Game, n int) {
			b.Orders(n, "dig 1\ndig 2")
			ahead(b, n, 13, "$A\ndig 1")
		}, "[Bovistan Z1] Befehle angekommen: 2 gut, 0 fehlerhaft\nGelesen aus: dem Text des Briefs (UTF-8)\n" +
			"Eure Befehle vom Montag, 23. November 2026, 13:00 Uhr (Europe/Berlin) gelten weiter (2 Zeilen).",
			"[Bovistan T1] Orders received: 2 good, 0 bad\nRead from: the text of the letter (UTF-8)\n" +
				"Your orders of Monday, 23 November 2026, 13:00 (Europe/Berlin) stay in force (2 lines)."},
		{none, func(b *worldtest.Game, n int) { b.Orders(n, ""); ahead(b, n, 13, "$A\ndig 1") },
			"Eure Befehle vom Montag, 23. November 2026, 13:00 Uhr (Europe/Berlin) gelten weiter.",
			"Your orders of Monday, 23 November 2026, 13:00 (Europe/Berlin) stay in force."},
		{none, func(b *worldtest.Game, n int) { ahead(b, n, 13, "$A\ndig 1") },
			"Von Euch liegen für diesen Zug keine Befehle vor.", "You have sent no orders for this turn."},
		{worldtest.Tiny{Phases: true}, func(b *worldtest.Game, n int) { b.Orders(n, "dig 1\nfly") },
			"Befehle für eine andere Phase werden nicht aufgehoben. Zug 2 beginnt spätestens am Freitag, 27. " +
				"November 2026, 18:00 Uhr (Europe/Berlin); schickt sie frühestens dann noch einmal.",
			"Orders for another phase are not kept. Turn 2 begins on Friday, 27 November 2026, 18:00 (Europe/Berlin) " +
				"at the latest; send them again then or later."},
		{worldtest.Tiny{Phases: true, Due: game.ByHand}, func(b *worldtest.Game, n int) { b.Orders(n, "dig 1\nfly") },
			"Befehle für eine andere Phase werden nicht aufgehoben. Schickt sie noch einmal, wenn dieser Zug " +
				"ausgewertet ist: frühestens in Zug 2.",
			"Orders for another phase are not kept. Send them again after this turn is resolved: in turn 2 at the " +
				"earliest."},
		{worldtest.Tiny{InTurn: true}, func(b *worldtest.Game, n int) {
			if n == 1 {
				b.Advance(worldtest.Friday) // now realm 2 is asked
			}
			b.ClockAt = worldtest.Friday.Add(time.Duration(1-n) * time.Hour)
			b.Orders(n, "dig 1")
		}, "Wer gefragt ist, hat Zeit bis Freitag, 4. Dezember 2026, 18:00 Uhr (Europe/Berlin). Schickt Eure " +
			"Befehle, wenn ein Bericht sagt, dass Ihr am Zug seid.",
			"The players who are asked have until Friday, 27 November 2026, 18:00 (Europe/Berlin). Send your orders " +
				"when a report says that it is your turn."},
		{worldtest.Tiny{Agreed: true, Owes: true}, func(b *worldtest.Game, n int) {
			b.ClockAt = worldtest.Friday.Add(-time.Hour)
			b.Orders(n, "dig 1")
		}, "Die Frist ist deshalb einmal um 24 Stunden verschoben: Bis dahin kann antworten, wer noch nichts " +
			"gemeldet hat.",
			"The deadline has therefore been moved once, by 24 hours: whoever has not reported can answer until then."},
		{chart, wishes("Entwurf ja"),
			"Nicht endgültig: Diese Befehle zählen zur Frist, aber der Zug wartet bis dahin. Endgültig sind Eure " +
				"nächsten Befehle ohne die Zeile Entwurf ja.",
			"Not final: these orders count at the deadline, but the turn waits until then. Your next orders without " +
				"the line Draft yes are final."},
		{worldtest.Tiny{Chart: true, Sees: 1}, wishes("Vorlage ja\nKarte Bild ja\nDaten ja\nTisch ja\nGeschichte ja"),
			"Mit jedem Bericht kommt ab jetzt eine Befehlsdatei zum Ausfüllen.\n" +
				"Mit jedem Bericht kommt ab jetzt eine gezeichnete Karte als Bild (PNG).\n" +
				"Mit jedem Bericht kommen ab jetzt seine Daten, für Programme (JSON).\n" +
				"Mit jedem Bericht kommen ab jetzt die Daten für Euren Tisch (JSON).\n" +
				"Jeder Bericht beginnt ab jetzt mit den Zeilen der Chronik.",
			"From now on each report comes with an order file to fill in.\n" +
				"From now on each report comes with a drawn map (PNG).\n" +
				"From now on each report comes with its data, for programs (JSON).\n" +
				"From now on each report comes with the data for your table (JSON).\n" +
				"Each report begins with the lines of the chronicle from now on."},
		{chart, wishes("Vorlage nein\nKarte Bild nein\nDaten nein\nTisch nein\nGeschichte nein"),
			"Mit dem Bericht kommt keine Befehlsdatei mehr.\nMit dem Bericht kommt keine gezeichnete Karte mehr.\n" +
				"Mit dem Bericht kommen keine Daten mehr.\nMit dem Bericht kommen keine Daten für Euren Tisch mehr.\n" +
				"Die Berichte kommen ohne die Zeilen der Chronik.",
			"Reports come without an order file from now on.\nReports come without a drawn map from now on.\n" +
				"Reports come without data from now on.\nReports come without the data for your table from now on.\n" +
				"Reports come without the lines of the chronicle."},
		{chart, wishes("Karte Bild ja"),
			"Dieses Spiel hat keine Karte, die sich zeichnen ließe. Mit Euren Berichten kommt also keine.",
			"This game has no map that could be drawn. So none comes with your reports."},
		{worldtest.Tiny{Chart: true, NoData: true}, wishes("Daten ja"),
			"Dieses Spiel gibt keine Daten. Mit Euren Berichten kommen also keine, nur der Text.",
			"This game gives no data. So none come with your reports, only the text."},
	} {
		worldtest.Both(t, c.rules, c.play, c.de, c.en, worldtest.Steps("1 warn", "2 bot"))
	}
}
