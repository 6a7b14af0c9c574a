package requests_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/players"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// What becomes of a letter without orders: what its writer reads, and before that the game master, in German and in
// English.
func TestQuestionsInBothLanguages(t *testing.T) {
	t.Parallel()
	const question = "What does a ship cost in the north?\n"
	asks := func(subject, text string, change func(l *letter.Letter)) worldtest.Scene {
		return func(b *worldtest.Game, n int) {
			l := b.Letter(n, strings.ReplaceAll(text, "REALM", fmt.Sprint(n)))
			if l.Subject = subject; change != nil {
				change(&l)
			}
			b.Accept(l)
		}
	}
	long := strings.Repeat("What does a ship cost?\n", letter.QuestionShown/20)
	last := func(of string) string { // where the game master's reading ends
		shown := of[:letter.QuestionShown]
		return shown[strings.LastIndex(shown, "\n")+1:]
	}(long)
	for _, c := range []struct {
		play   worldtest.Scene
		de, en string
	}{
		{asks("Ships", question, nil),
			"Reich 1 Reich1 (Spieler 1) schreibt von r1@example.org.\n" +
				"Der Brief kam ohne Passwort; sein Absender ließ sich nicht nachweisen.\nBetreff: Ships\n" +
				"[Bovistan Z1] Keine Befehle: an die Spielleitung weitergereicht\n" +
				"In Eurem Brief stehen keine Befehle; er ging als Frage an die Spielleitung. Sie antwortet Euch " +
				"selbst.\nWas das Spiel selbst beantwortet, zeigt das Wort HILFE, allein im Betreff.\n" +
				"Vielleicht beantwortet das die Frage: §7, §8.3.\n" +
				"Waren es Befehle, schreibt $I 1 Passwort an den Anfang und schickt alles noch einmal. Eure Befehle " +
				"sind unverändert.",
			"Realm 2 Reich2 (Spieler 2) writes from r2@example.org.\n" +
				"The letter came without a password, so its sender could not be verified.\nSubject: Ships\n" +
				"[Bovistan T1] No orders: passed on to the game master\n" +
				"Your letter has no orders in it and was passed on to the game master as a question. You get the " +
				"answer by mail.\nTo see what the game can answer, send HELP as the subject.\n" +
				"Perhaps this answers it: §7, §8.3.\n" +
				"If you meant it as orders, put $I 2 password first and send it all again. Your orders are unchanged."},
		{asks("Ships", "May I ask what realm 3 does in the north?\n", nil),
			"Reich 3 Reich3 ist ein Reich dieses Spiels. Wer es spielt, sagt nur, wer es spielt.",
			"Realm 3 Reich3 is a realm of this game. Who plays it, only its player says."},
		{asks("Ships", question, func(l *letter.Letter) { l.Quoted = "$I 1 x\n$A\ndig 1\n" }),
			"Der Brief hat Befehle in zitierten Zeilen (3); die werden nicht gelesen. Sollen sie gelten, schickt sie " +
				"in einem neuen Brief ohne >.",
			"The letter has orders in quoted lines (3), which are ignored. If they are to count, send them in a new " +
				"letter without >."},
		{asks("Ships", question, func(l *letter.Letter) { l.Files = []game.File{{Name: "map.txt", Data: []byte("x")}} }),
			"Ein Anhang wurde nicht weitergereicht (1); er liegt beim Brief im Postfach, im Ordner der gelesenen " +
				"Briefe.",
			"An attachment was not passed on (1); it is with the letter in the mailbox, in the folder for letters " +
				"that were read."},
		{asks("Ships", question, func(l *letter.Letter) {
			l.Notes = []phrase.Phrase{phrase.P("note.encrypted", phrase.Str("part", "a.pgp"))}
		}), "Was in a.pgp steht, ist verschlüsselt; das Spiel kann es nicht lesen. Der Brief liegt im Postfach, im " +
			"Ordner der gelesenen Briefe.",
			"a.pgp is encrypted, and the game cannot read it. The letter is in the mailbox, in the folder for " +
				"letters that were read."},
		{asks("Ships", long, nil),
			"Der Brief ist länger; ganz liegt er im Postfach, im Ordner der gelesenen Briefe.\n" +
				fmt.Sprintf("Die Spielleitung liest von Euren Worten nur die ersten %d Zeichen, bis \"%s\". Schickt "+
					"den Rest noch einmal.", letter.QuestionShown, last),
			"The letter is longer; the whole of it is in the mailbox, in the folder for letters that were read.\n" +
				fmt.Sprintf("The game master reads only the first %d characters of your words, up to \"%s\". Send "+
					"the rest again.", letter.QuestionShown, last)},
		{func(b *worldtest.Game, n int) {
			for i := range 6 {
				asks("Ships", fmt.Sprint("What does ship ", i, " cost?\n"), nil)(b, n)
			}
		}, "[Bovistan Z1] Keine Befehle, und NICHT weitergereicht\n" +
			"In Eurem Brief stehen keine Befehle. An die Spielleitung ging er NICHT: In einer Stunde werden " +
			"höchstens 5 Fragen von Euch weitergereicht. Bitte schreibt später noch einmal.",
			"[Bovistan T1] No orders, and NOT passed on\n" +
				"Your letter has no orders in it. It was NOT passed on to the game master: in an hour at most 5 " +
				"questions of yours are passed on. Please write again later."},
		{func(b *worldtest.Game, n int) {
			for i := range 10 {
				asks("Ships", fmt.Sprint("What does ship ", i, " cost?\n"), nil)(b, n)
			}
		}, "Auf weitere Briefe ohne richtiges Passwort antwortet das Spiel in dieser Stunde nicht.",
			"The game answers no more letters without the right password this hour."},
		{asks("PASWORT", question, nil),
			"Meintet Ihr das Wort PASSWORT? Es muss allein stehen, im Betreff oder in der ersten Zeile; HILFE nennt " +
				"alle Wörter.",
			"Did you mean the word PASSWORD? It must be alone, in the subject or in the first line; HELP lists all " +
				"words."},
		{func(b *worldtest.Game, n int) {
			must(b.T, players.SetMail(b.World, 3, fmt.Sprintf("r%d@example.org", n)))
			asks("Ships", question, nil)(b, n)
		}, "Reich 1 Reich1 (Spieler 1) schreibt von r1@example.org.\nVon dort schreibt auch Reich 3 Reich3.",
			"Realm 2 Reich2 (Spieler 2) writes from r2@example.org.\nRealm 3 Reich3 writes from there, too."},
		{func(b *worldtest.Game, n int) {
			must(b.T, players.Vacate(b.World, n, b.ClockAt))
			asks("Ships", question, nil)(b, n)
		}, "Spieler 1 hat Reich 1 Reich1 gespielt, bis Montag, 23. November 2026, 13:00 Uhr (Europe/Berlin), und " +
			"schreibt von r1@example.org.",
			"Spieler 2, who played realm 2 Reich2 until Monday, 23 November 2026, 13:00 (Europe/Berlin), writes from " +
				"r2@example.org."},
		{func(b *worldtest.Game, n int) {
			old := fmt.Sprintf("r%d@example.org", n)
			b.Sent("", b.ClockAt)
			l := b.Letter(n, "")
			l.Subject = "ADDRESS " + worldtest.Ann
			b.Accept(l)
			for _, mail := range []string{old, worldtest.Ann} {
				l := b.Letter(n, "Yes "+worldtest.CodeTo(b.T, b.Sent("", b.ClockAt), mail)+"\n")
				l.From = mail
				b.Accept(l)
			}
			b.Sent("", b.ClockAt)
			b.ClockAt = b.ClockAt.Add(8 * 24 * time.Hour)
			asks("Ships", question, nil)(b, n)
		}, "Die Adresse von Reich 1 Reich1 (Spieler 1) war bis Montag, 23. November 2026, 13:00 Uhr (Europe/Berlin) " +
			"r1@example.org; dann wurde sie per Mail geändert. Von dort kommt:",
			"The address of realm 2 Reich2 (Spieler 2) was r2@example.org until Monday, 23 November 2026, 13:00 " +
				"(Europe/Berlin), when it was changed by mail. From there comes:"},
		{func(b *worldtest.Game, n int) {
			l := b.Newcomer(worldtest.Ann, "Ships")
			l.Text, l.FromName, l.Proof.Domain = question, "Ann", "example.net"
			b.Accept(l)
		}, "Ann <ann@example.net> spielt nicht mit und schreibt:",
			"Ann <ann@example.net> is not in the game, and writes:"},
		{func(b *worldtest.Game, n int) {
			code := b.Invited(worldtest.Ann, "")
			l := b.Newcomer(worldtest.Ann, "Re: "+code)
			l.Text, l.FromName = "Name: Ann\nRealm: Moor\n\nMy brother told me about you, he plays here.\n"+code+"\n",
				"Ann"
			b.Accept(l)
		}, "Ann <ann@example.net> hat sich eben angemeldet und schreibt:",
			"Ann <ann@example.net> has just signed up, and writes:"},
		{asks("LETTER 3", "$I REALM PASSWORD\nShall we march together?\n", func(l *letter.Letter) {
			l.Files = []game.File{{Name: "a.txt", Data: []byte("x")}, {Name: "b.txt", Data: []byte("x")}}
		}), "Anhänge gingen nicht an andere Spieler: a.txt, b.txt.",
			"Attachments were not sent to other players: a.txt, b.txt."},
		{asks("The north", "$I REALM PASSWORD\nLETTER 3\nShall we march together?\n", nil),
			"Der Betreff \"The north\" ging nicht an andere Spieler.",
			"The subject \"The north\" was not sent to other players."},
	} {
		worldtest.Both(t, worldtest.Tiny{Picky: true}, c.play, c.de, c.en, worldtest.Signups(9), func(s *world.Settings) {
			s.Press = world.PressNow
			s.Hints = func(string, phrase.Lang, string) []string { return []string{"7", "8.3"} }
		})
	}
}
