package intake_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// What an answer says about the letter itself, in German and in English: what of it was not read, not kept or not sent on,
// how its password was written, what proved its sender, why it comes too late.
func TestRemarksAboutALetter(t *testing.T) {
	t.Parallel()
	// brings brings a letter; REALM in its text is the writer's, and PASSWORD theirs.
	brings := func(text string, change func(b *worldtest.Game, l *letter.Letter)) worldtest.Scene {
		return func(b *worldtest.Game, n int) {
			l := b.Letter(n, strings.ReplaceAll(text, "REALM", fmt.Sprint(n)))
			l.Subject = ""
			if change != nil {
				change(b, &l)
			}
			l.Text, l.Form = strings.ReplaceAll(l.Text, "OWN", b.Passwords[n]), strings.ReplaceAll(l.Form,
				"OWN", b.Passwords[n])
			b.Accept(l)
		}
	}
	const good = "$I REALM PASSWORD\n$A\ndig 1\n"
	// full brings it after letters that have filled the realm's room, in this turn and in turn 3.
	full := func(text string, change func(b *worldtest.Game, l *letter.Letter)) worldtest.Scene {
		return func(b *worldtest.Game, n int) {
			brings("$I REALM PASSWORD\n$A\ndig 2\n", nil)(b, n)
			brings("$I REALM PASSWORD 3\n$A\ndig 2\n", nil)(b, n)
			must(b.T, b.Update(func(tx *store.Tx) error {
				now, _ := sheets.Get(tx, 1, n)
				later, _ := sheets.Later(tx, 3, n)
				now.Stored, later.Stored = limits.Stored.Most(), limits.Stored.Most()
				b.World.Cache.Put(tx, now)
				sheets.PutLater(tx, later)
				return nil
			}))
			brings(text, change)(b, n)
		}
	}
	long := "; " + strings.Repeat("a remark ", 8000) + "\n"
	spelt := func(how func(string) string) worldtest.Scene {
		return func(b *worldtest.Game, n int) {
			b.Accept(b.Letter(n, fmt.Sprintf("$I %d %s\n$A\ndig 1\n", n, how(b.Passwords[n]))))
		}
	}
	form := func(b *worldtest.Game, l *letter.Letter) {
		l.Form = "=== VORLAGE 00000000 ===\n" + l.Text
		l.Text = ""
	}
	// first is Ann's answer to her first letter, which may quote its form, or with words added below it all of the letter
	// and a form that was changed.
	first := func(text string, quotes bool, added string) worldtest.Scene {
		return func(b *worldtest.Game, n int) {
			_, err := players.AddRealms(b.World, []roster.Newcomer{{Mail: worldtest.Ann,
				Joining: game.Joining{Name: "Moor", Player: "Ann", Lang: phrase.Langs[n-1]}}}, b.ClockAt)
			must(b.T, err)
			for _, d := range b.Sent("report", b.ClockAt) {
				if d.To != worldtest.Ann {
					continue
				}
				l := b.LetterFrom(worldtest.Ann, text)
				l.Subject = "Re: " + d.Subject
				if added != "" {
					d.Text = strings.Replace(d.Text, "dig 4", "dig 5", 1)
				}
				if quotes {
					l.Form = regexp.MustCompile(`(?ms)^=== \pL+ [0-9a-f]{8} ===$.*?^\$E$`).FindString(d.Text)
					l.Quoted = l.Form
				}
				if added != "" {
					l.Quoted = d.Text + added + "\n"
				}
				b.Accept(l)
			}
		}
	}
	starts := worldtest.Tiny{Starts: true}
	for _, c := range []struct {
		rules  worldtest.Tiny
		auth   world.Auth
		play   worldtest.Scene
		de, en string
	}{
		{play: brings(good, func(b *worldtest.Game, l *letter.Letter) {
			l.Notes = []phrase.Phrase{phrase.P("note.restored")}
		}),
			de: "Das Spiel wurde aus einer Sicherung wiederhergestellt; dieser Brief wurde deshalb noch einmal " +
				"gelesen.",
			en: "The game was restored from a backup, so this letter was read again."},
		{play: brings("", func(b *worldtest.Game, l *letter.Letter) {
			l.Notes = []phrase.Phrase{phrase.P("note.too-big", phrase.Num("n", 6000000))}
		}), de: "Der Brief ist mit 6000000 Bytes zu groß, gelesen werden höchstens 5 MB; nur sein Kopf wurde gelesen.",
			en: "The letter has 6000000 bytes and is too big: at most 5 MB are read; only its head was read."},
		{play: brings(good, func(b *worldtest.Game, l *letter.Letter) {
			l.Notes = []phrase.Phrase{phrase.P("note.orders-attached", phrase.Str("part", "forwarded: body"))}
		}), de: "Die Mail in Eurem Brief (dem Text des Briefs, weitergeleitet) enthält Befehle ohne Passwort. Sie " +
			"wurden nicht gelesen; kopiert sie nach oben, um sie zu schicken.",
			en: "The mail within your letter (the text of the letter, forwarded) has orders without a password. They " +
				"were not read; copy them above to send them."},
		{play: brings("$I REALM PASSWORD\n$A\ndig 1\n$N\n#M\nFirst line\nlast line\n", nil),
			de: "Die Nachricht aus Zeile 5 hat kein Ende. Sie reicht von \"First line\" bis \"last line\"; ist das " +
				"mehr, als Ihr geschrieben habt, schickt sie noch einmal, mit $E unter Eurer letzten Zeile.",
			en: "The message of line 5 has no end. It runs from \"First line\" to \"last line\"; if that is more " +
				"than you wrote, send it again with $E below your last line."},
		{play: brings("$I REALM PASSWORD\n$A\ndig 1\n; OWN\n", func(b *worldtest.Game, l *letter.Letter) {
			l.Files = []game.File{{Name: "a.docx", Data: []byte("PK\x03\x04")}}
		}), de: "Die Datei a.docx wurde nicht aufgehoben: Sie enthält gepackt das Passwort, oder sie ließ sich nicht " +
			"öffnen, oder sie war zu groß zum Durchsuchen.",
			en: "The file a.docx was not kept: it contains the password in packed form, or it could not be opened, " +
				"or it was too large to search."},
		{play: full(good, func(b *worldtest.Game, l *letter.Letter) {
			l.Files = []game.File{{Name: "x.bin", Data: []byte{0xff}}}
		}), de: "Die Datei x.bin wurde nicht aufgehoben: Eure Dateien für diesen Zug belegen schon 8 MB.",
			en: "The file x.bin was not kept: your files for this turn already take 8 MB here."},
		{play: spelt(func(own string) string { return strings.ReplaceAll(own, "-", " ") }),
			de: "Euer Passwort war mit Leerzeichen geschrieben. Es wurde ohne sie gelesen; es ist ein Wort, mit " +
				"Bindestrichen.",
			en: "Your password was typed with blanks. It was read without them; it is one word, with hyphens."},
		{play: spelt(func(own string) string { return own + "." }),
			de: "An Eurem Passwort waren Zeichen, die nicht dazugehören. Es wurde ohne sie gelesen; es endet mit " +
				"einem Buchstaben oder einer Ziffer.",
			en: "Your password had marks around it or behind it. It was read without them; it ends with a letter or " +
				"a digit."},
		{play: spelt(strings.ToUpper),
			de: "Euer Passwort war in Großbuchstaben geschrieben. Sie wurden als kleine gelesen; es wird klein " +
				"geschrieben.",
			en: "Your password was typed in capital letters. They were read as small ones; it is written in small " +
				"letters."},
		{play: brings(good, func(b *worldtest.Game, l *letter.Letter) { l.Marked = "X-Loop: list" }),
			de: "Euer Brief ist als automatische Mail gekennzeichnet (X-Loop: list). Er zählt trotzdem, weil sein " +
				"Absender nachgewiesen ist; die Antwort geht an die Adresse, die die Spielleitung von Euch kennt.",
			en: "Your mail is marked as automatic (X-Loop: list). It still counts, because its sender is verified; " +
				"the answer goes to the address the game master knows of you."},
		{auth: world.ByDKIM, play: brings("$I REALM\n$A\ndig "+
			"1\n", func(b *worldtest.Game, l *letter.Letter) { l.Proof.Domain = "example.org" }),
			de: "Die Signatur von example.org weist nach, dass der Brief von Euch ist.",
			en: "The signature of example.org proves that it is from you."},
		{auth: world.ByDKIM, play: brings("$A\ndig 1\n", nil),
			de: "NICHT angenommen: Es fehlt die Zeile mit Eurem Reich und Passwort. Schreibt $I 1 an den Anfang und " +
				"schickt alles noch einmal.",
			en: "NOT accepted: The line with your realm and password is missing. Put $I 2 first and send it again."},
		{play: brings("$I REALM OWN\n$A\ndig 1\n", form),
			de: "Die Befehle standen in der Vorlage, die Euer Brief zitiert.",
			en: "The orders were in the template that your letter quotes."},
		{play: brings("$I REALM OWN\n$A\ndig 1\n", func(b *worldtest.Game, l *letter.Letter) {
			form(b, l)
			l.Text = "$N\n#M\nHello?\n#E\n"
		}), de: "HINWEIS: Befehle standen auch in Eurem Text außerhalb des Zitats. Die gelten NICHT; nur die in der " +
			"zitierten Vorlage wurden gelesen.",
			en: "NOTE: orders were also in: the text you wrote outside the quote. They do NOT count; only this was " +
				"read: the quoted template."},
		{play: func(b *worldtest.Game, n int) { // Ann stands in for turns 1 and 2
			b.Sent("", b.ClockAt)
			told := b.Answering(worldtest.Ann, b.Offered(n, worldtest.Ann))
			password := regexp.MustCompile(`\$I \d (\S+-\S+)`).FindStringSubmatch(told[0].Text)[1]
			b.OrdersFrom(worldtest.Ann, fmt.Sprintf("$I %d %s 3\n$A\ndig 3\n", n, password), func(*letter.Letter) {})
		}, de: "NICHT angenommen: Ihr vertretet den Spieler dieses Reichs nur bis Zug 2; Befehle für Zug 3 schickt " +
			"er selbst.",
			en: "NOT accepted: You stand in for the player of this realm only until turn 2; orders for turn 3 are " +
				"the player's to send."},
		{rules: starts, play: first("", true, "Who lives in the north?"),
			de: "Im Zitat steht noch anderes, das Euch nicht geschickt wurde; das ging an niemanden: \"Who lives in " +
				"the north?\" Schreibt es über das Zitat.",
			en: "There is something else in the quote that was not sent to you; it went to nobody: \"Who lives in " +
				"the north?\" Write it above the quote."},
		{rules: starts, play: first("", true, ""),
			de: "[Bovistan Z1] Befehle NICHT angenommen: keine Zeile ist geändert\n" +
				"NICHT angenommen: Die Befehle, die Euer Brief zitiert, sind noch, wie Ihr sie bekamt: Keine Zeile " +
				"ist geändert. Sollen sie so gelten, antwortet noch einmal mit JA. Sonst ändert eine Zeile dort, wo " +
				"Eure Antwort sie zitiert.",
			en: "[Bovistan T1] Orders NOT accepted: no line is changed\n" +
				"NOT accepted: Your letter quotes orders that are as they were sent to you: no line is changed. If " +
				"they are to count as they are, reply once more with YES. Otherwise change a line where your reply " +
				"quotes it."},
		{play: brings("Thank you!\n", func(b *worldtest.Game, l *letter.Letter) {
			l.Form = "=== VORLAGE e3b0c442 ===\n$I 1 password 1\n$A\n; dig 1\n"
		}),
			de: "[Bovistan Z1] Euer Brief, ohne Befehle\n" +
				"Danke für Euren Brief. Er befiehlt nichts: Die Befehle, die er zitiert, sind noch, wie Ihr sie " +
				"bekamt.",
			en: "[Bovistan T1] Your letter, without orders\n" +
				"Thank you for your letter. It orders nothing: the orders that it quotes are as they were sent to " +
				"you."},
		{rules: starts, play: first("Yes\n", false, ""),
			de: "Ihr habt den Befehlen zugestimmt, die dieser Brief vorschlug.",
			en: "You said YES to the orders that this letter proposed."},
		{rules: starts, play: first("Yes. But what does a ship cost in the north?\n", false, ""),
			de: "Euer JA hat noch nichts bewirkt, denn es stand mehr dabei. Sollen die Befehle gelten, wie sie " +
				"vorgeschlagen waren, antwortet noch einmal mit JA allein.",
			en: "Your YES has done nothing yet, since there was more beside it. If the orders are to count as they " +
				"were proposed, reply once more with YES alone."},
		{play: func(b *worldtest.Game, n int) {
			b.Sent("", b.ClockAt)
			code := b.Token(n, "PAUSE 2")
			b.Asks(n, "Re: "+code, "Yes\n")
			b.Asks(n, "Re: "+code, "No! What does a ship cost in the north?\n")
		}, de: "Der Code in Eurem Brief gilt nicht mehr; er hat nichts bewirkt.",
			en: "The code in your letter is no longer valid; it has done nothing."},
		{play: func(b *worldtest.Game, n int) {
			l := b.Letter(n, good)
			l.Text = fmt.Sprintf("$I %d %s\n$A\ndig 1\n", n, b.Passwords[n])
			b.Accept(l)
			b.ClockAt = b.ClockAt.Add(time.Minute)
			b.Advance(worldtest.Friday)
			l.Hash[0]++
			b.Accept(l)
		}, de: "NICHT angenommen: Dies ist eine Kopie Eures Briefs aus Zug 1. Sie ändert nichts. Um dieselben " +
			"Befehle noch einmal zu geben, schreibt sie in eine neue Mail oder setzt die Nummer des Zuges in die " +
			"Zeile $I.",
			en: "NOT accepted: This is a copy of your letter of turn 1. It changes nothing. To send the same orders " +
				"again, write them in a new mail, or put the number of the turn into the $I line."},
		{auth: world.ByDKIM, play: func(b *worldtest.Game, n int) {
			early, late := b.Letter(n, fmt.Sprintf("$I %d\n$A\ndig 1\n", n)), b.Letter(n, fmt.Sprintf("$I "+
				"%d\n$A\ndig 2\n", n))
			early.Proof.Domain, late.Proof.Domain = "example.org", "example.org"
			b.Accept(late)
			b.Accept(early)
		}, de: "NICHT angenommen: Der Absender dieses Briefs ließ sich erst jetzt nachweisen, und ein späterer von " +
			"Euch gilt schon.",
			en: "NOT accepted: The sender of this letter could be verified only now, and a later letter of yours " +
				"already counts."},
		{play: full("$I REALM PASSWORD\n$A\ndig 4\n"+long, nil),
			de: "NICHT angenommen: Eure Befehle für diesen Zug sind zusammen größer als erlaubt (8 MB). Befehle bis " +
				"64 KB, ohne lange Kommentare, werden immer gelesen; Eure früheren Befehle gelten weiter.",
			en: "NOT accepted: Your orders for this turn exceed the limit of 8 MB. Orders up to 64 KB without long " +
				"comments are always read; your earlier orders stay in force."},
		{play: full("$I REALM PASSWORD 3\n$A\ndig 4\n"+long, nil),
			de: "NICHT angenommen: Eure Befehle für kommende Züge sind zusammen größer als erlaubt (8 MB). Befehle " +
				"bis 64 KB, ohne lange Kommentare, werden immer aufgehoben; Eure früheren bleiben aufgehoben.",
			en: "NOT accepted: Your orders for later turns exceed the limit of 8 MB. Orders up to 64 KB without long " +
				"comments are always kept; your earlier ones are still kept."},
	} {
		worldtest.Both(t, c.rules, c.play, c.de, c.en, func(s *world.Settings) { s.Auth = c.auth })
	}
}
