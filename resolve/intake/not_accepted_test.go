package intake_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// Why a letter's orders do not count, and what its writer can do, in the subject and at the beginning of the answer to
// their registered address: in German if realm 1 wrote the letter, in English if realm 2 did. REALM is its number.
func TestWhyOrdersDoNotCount(t *testing.T) {
	t.Parallel()
	noted := func(code string, args ...phrase.Arg) func(*letter.Letter) {
		return func(l *letter.Letter) { l.Notes = append(l.Notes, phrase.P("note."+code, args...)) }
	}
	proved := func(why string) func(*letter.Letter) {
		return func(l *letter.Letter) { l.Proof.Why, l.Proof.Signer = why, "sign.example" }
	}
	// refused is the answer to a letter whose sender is not proven, if only signatures count.
	refused := func(de, en string) [2]string {
		return [2]string{"Für Euer Reich kam von r1@example.org ein Brief; sein Absender ließ sich nicht nachweisen: " +
			"" + de +
			". In diesem Spiel gelten nur Briefe, die Euer Mailanbieter unterschrieben hat (DKIM).",
			"A letter for your realm came from r2@example.org; its sender could not be verified: " + en +
				". In this game only letters signed by your mail provider (DKIM) count."}
	}
	whoAreYou := [2]string{"Befehle NICHT angenommen: wer seid Ihr?", "Orders NOT accepted: who are you?"}
	unchanged := [2]string{"Befehle NICHT angenommen: die Vorlage ist unverändert",
		"Orders NOT accepted: the template is unchanged"}
	unproven := [2]string{"Befehle NICHT angenommen: Absender nicht nachgewiesen",
		"Orders NOT accepted: sender not verified"}
	wrong := [2]string{"Befehle NICHT angenommen: falsches Passwort", "Orders NOT accepted: wrong password"}
	proofAdvice := [2]string{"\n" +
		"Wart Ihr es selbst, schickt die Befehle noch einmal von Eurer eingetragenen Adresse, über ihren eigenen " +
		"Anbieter, nicht weitergeleitet. Hilft das nicht, fragt die Spielleitung. Wart Ihr es nicht, sagt es der " +
		"Spielleitung.",
		"\nIf it was you, send the orders again from your registered address, by its own provider and not forwarded. " +
			"If that does not help, ask the game master. If it was not you, tell the game master."}
	passwordAdvice := [2]string{"\n" +
		"Wart Ihr es selbst, seht nach dem Passwort und schickt die Befehle noch einmal. Habt Ihr es verloren, " +
		"schickt PASSWORT an spiel@example.org, allein im Betreff: Dann kommt ein neues. Wart Ihr es nicht, sagt es " +
		"der Spielleitung.",
		"\nIf it was you, look up the password and send the orders again. If you have lost it, send PASSWORD to " +
			"spiel@example.org, alone in the subject: you get a new one. If it was not you, tell the game master."}
	// a form that is quoted as it was sent: its mark is of no lines
	form := func(l *letter.Letter) { l.Form, l.Text = "=== VORLAGE e3b0c442 ===\n"+l.Text, "" }
	dkim := func(why, de, en string) notAccepted {
		return notAccepted{auth: world.ByDKIM, text: "$I REALM\n$A\n" +
			"dig 1\n", change: proved(why), subject: unproven, reason: refused(de, en), advice: proofAdvice}
	}
	for _, c := range []notAccepted{
		{text: "$A\ndig 1\n", subject: whoAreYou,
			reason: [2]string{"Es fehlt die Zeile mit Eurem Reich und Passwort. Schreibt $I 1 Passwort an den Anfang " +
				"und schickt alles noch einmal.",
				"The line with your realm and password is missing. Put $I 2 password first and send it again."}},
		{text: "$I one two three four\n$A\ndig 1\n", subject: whoAreYou,
			reason: [2]string{"Die Zeile $I ist nicht zu lesen. In ihr müssen die Nummer Eures Reiches, Euer " +
				"Passwort in einem Wort und, wenn Ihr wollt, der Zug stehen. Schreibt ganz oben $I 1 Passwort und " +
				"schickt alles noch einmal.",
				"The $I line cannot be read. It must contain your realm's number, your password as one word and, " +
					"optionally, the turn. Put $I 2 password first and send it all again."}},
		{change: func(l *letter.Letter) { l.Subject = "dig 3" },
			subject: [2]string{"Befehle NICHT angenommen: sie sind im Betreff",
				"Orders NOT accepted: they are in the subject"},
			reason: [2]string{"Eure Befehle sind im Betreff, wo sie nicht gelesen werden. Schreibt sie in den Text " +
				"des Briefs, zuerst $I 1 Passwort. Darunter braucht jeder Abschnitt wie $A und jeder Befehl eine " +
				"eigene Zeile.",
				"Your orders are in the subject, where they are not read. Write them into the text of the letter, " +
					"first $I 2 password. Below it, each section such as $A and each order needs a line of its own."}},
		{text: "$I REALM PASSWORD $A dig 3\n",
			subject: [2]string{"Befehle NICHT angenommen: alles in einer Zeile",
				"Orders NOT accepted: all in one line"},
			reason: [2]string{"Eure Befehle sind in einer Zeile mit $I. Schreibt $I 1 Passwort allein in die erste " +
				"Zeile. Darunter braucht jeder Abschnitt wie $A und jeder Befehl eine eigene. Nimmt Euer " +
				"Mailprogramm die Zeilen weg, schickt reinen Text oder die Befehle als Datei.",
				"Your orders are in one line with $I. Write $I 2 password alone in the first line. Below it, each " +
					"section such as $A and each order needs a line of its own. If your mail program takes the lines " +
					"away, send plain text, or the orders as a file."}},
		{text: "$A\ndig 1\n", change: keepsakes("list.txt", "map.txt"),
			subject: [2]string{"Befehle NICHT angenommen: keine Zeile $I", "Orders NOT accepted: no line $I"},
			reason: [2]string{"Es fehlt die Zeile mit Eurem Reich und Passwort; nichts ist aufgehoben, auch " +
				"list.txt, map.txt nicht. Schreibt $I 1 Passwort an den Anfang und schickt alles noch einmal.",
				"The line with your realm and password is missing; nothing was kept, not even list.txt, map.txt. Put " +
					"$I 2 password first and send it all again."}},
		{change: noted("encrypted", phrase.Str("part", "body")),
			subject: [2]string{"Befehle NICHT angenommen: kein lesbarer Text", "Orders NOT accepted: no readable text"},
			reason: [2]string{"Der Brief hat keinen lesbaren Text. Schickt die Befehle als reinen Text, am Anfang $I " +
				"1 Passwort.",
				"The letter has no text that could be read. Send the orders as plain text, starting with $I 2 " +
					"password."}},
		{text: "Hello!\n", change: func(l *letter.Letter) { l.Quoted = "$I 1 x\n$A\ndig 1\n" },
			subject: [2]string{"Befehle NICHT angenommen: nur zitierte Zeilen",
				"Orders NOT accepted: only quoted lines"},
			reason: [2]string{"Alle Eure Befehle (3 Zeilen) stehen in zitiertem Text; der wird nicht gelesen. " +
				"Schickt sie in einem neuen Brief ohne >, am Anfang $I 1 Passwort.",
				"All your orders (3 lines) are in quoted text, which is ignored. Send them in a new letter without " +
					">, starting with $I 2 password."}},
		{text: "Hello!\n", change: func(l *letter.Letter) {
			l.Quoted = "$I 1 x\n$A\ndig 1\n"
			noted("below-head", phrase.Num("n", 3))(l)
		}, subject: [2]string{"Befehle NICHT angenommen: unter einer früheren Mail",
			"Orders NOT accepted: below an earlier mail"},
			reason: [2]string{"Alle Eure Befehle (3 Zeilen) stehen unter dem Kopf einer früheren Mail; dort wird " +
				"nichts gelesen. Schreibt sie darüber, am Anfang $I 1 Passwort.",
				"All your orders (3 lines) are below the head of an earlier mail, where nothing is read. Write them " +
					"above it, starting with $I 2 password."}},
		{change: noted("too-big", phrase.Num("n", 6000000)),
			subject: [2]string{"Befehle NICHT angenommen: Brief zu groß", "Orders NOT accepted: letter too big"},
			reason: [2]string{"Der Brief ist größer als 5 MB, und nichts davon wurde gelesen. Schickt die Befehle " +
				"noch einmal, ohne Bilder und andere Dateien, am Anfang $I 1 Passwort.",
				"The letter has more than 5 MB, and nothing of it was read. Send the orders again, without pictures " +
					"and other files, starting with $I 2 password."}},
		{text: "Hello!\n", change: noted("zip-damaged"),
			subject: [2]string{"Befehle NICHT angenommen: Anhang nicht lesbar",
				"Orders NOT accepted: attachment not readable"},
			reason: [2]string{"Im Text des Briefs stehen keine Befehle, und der Anhang ließ sich nicht lesen. " +
				"Schickt die Befehle als reinen Text, am Anfang $I 1 Passwort.",
				"The text of the letter has no orders, and the attachment could not be read. Send the orders as " +
					"plain text, starting with $I 2 password."}},
		{text: "$I 7 word\n$A\ndig 1\n", subject: whoAreYou,
			reason: [2]string{"Euer Brief nennt Reich 7. Eures hat die Nummer 1: Schreibt $I 1 Passwort an den " +
				"Anfang und schickt alles noch einmal.",
				"Your letter names realm 7. Yours has number 2: put $I 2 password first and send it again."}},
		{text: "$I REALM\n$A\ndig 1\n", subject: whoAreYou,
			reason: [2]string{"In der Zeile mit Eurem Reich fehlt das Passwort. Schreibt $I 1 Passwort an den Anfang " +
				"und schickt alles noch einmal.",
				"The line with your realm has no password. Put $I 2 password first and send it again."}},
		{text: "$I REALM password\n$A\ndig 1\n",
			subject: [2]string{"Befehle NICHT angenommen: Passwort fehlt", "Orders NOT accepted: no password"},
			reason: [2]string{"In der Zeile mit Eurem Reich steht \"password\". Dorthin gehört Euer eigenes " +
				"Passwort, hinter die Nummer Eures Reichs. Habt Ihr es verloren, schickt PASSWORT, allein im " +
				"Betreff: Dann kommt ein neues.",
				"The line with your realm has \"password\" in it. Put your own password there, behind the number of " +
					"your realm. If you have lost it, send PASSWORD, alone in the subject: you get a new one."}},
		{text: "$I REALM password 1\n$A\n; dig 1\n", change: form, subject: unchanged,
			reason: [2]string{"Die Befehle, die Euer Brief zitiert, sind noch, wie Ihr sie bekamt: Keine Zeile ist " +
				"geändert, und hinter der Nummer Eures Reichs steht noch \"password\". Schreibt dort Euer eigenes " +
				"Passwort, ändert die Zeilen und schickt es noch einmal. Zeilen, die mit ; beginnen, bewirken " +
				"nichts; nehmt das ; weg.",
				"Your letter quotes orders that are as they were sent to you: no line is changed, and behind the " +
					"number of your realm is still \"password\". Put your own password there, change the lines and " +
					"send it again. Lines that begin with ; do nothing; take the ; away."}},
		{auth: world.ByDKIM, text: "$I REALM - 1\n$A\n" +
			"; dig 1\n", change: func(l *letter.Letter) { form(l); l.Proof.Domain = "example.org" },
			subject: unchanged,
			reason: [2]string{"Die Befehle, die Euer Brief zitiert, sind noch, wie Ihr sie bekamt: Keine Zeile ist " +
				"geändert. Ändert die Zeilen und schickt sie in einem neuen Brief oder als Datei. Zeilen, die mit ; " +
				"beginnen, bewirken nichts; nehmt das ; weg.",
				"Your letter quotes orders that are as they were sent to you: no line is changed. Change the lines " +
					"and send them in a new letter or as a file. Lines that begin with ; do nothing; take the ; " +
					"away."}},
		{text: "$I REALM other-word\n$A\ndig 1\n", subject: wrong, advice: passwordAdvice,
			reason: [2]string{"In einem Brief von r1@example.org stand für Reich 1 ein falsches Passwort. Nichts " +
				"davon gilt.",
				"A letter from r2@example.org had a wrong password for realm 2. Nothing in it counts."}},
		{text: "$I REALM other-word\n$A\n" +
			"dig " +
			"1\n", change: func(l *letter.Letter) { l.From = "r3@example.org" }, subject: wrong, advice: passwordAdvice,
			reason: [2]string{"In einem Brief von einer Adresse, die nicht Eure ist, stand für Reich 1 ein falsches " +
				"Passwort. Nichts davon gilt.",
				"A letter from an address that is not yours had a wrong password for realm 2. Nothing in it counts."}},
		{text: "$I REALM other-word\n$A\n" +
			"dig 1\n", change: func(l *letter.Letter) { l.From = "who@example.com" }, times: 31,
			subject: [2]string{"Befehle NICHT gelesen: zu viele falsche Passwörter",
				"Orders NOT read: too many wrong passwords"},
			reason: [2]string{"Von einer Adresse, die nicht Eure ist, kamen in dieser Stunde zu viele falsche Passwörter für Euer " +
				"Reich; deshalb wurde ein Brief von dort nicht gelesen. War er von Euch, schickt ihn von der " +
				"Adresse, an die dieser Brief geht: Briefe von ihr werden immer gelesen.",
				"Too many wrong passwords for your realm came from an address that is not yours in this hour, so a letter from " +
					"there was not read. If it was yours, send it from the address this letter goes to; letters from " +
					"there are always read."}},
		{auth: world.ByEither, text: "$I REALM\n$A\n" +
			"dig 1\n", change: proved("unaligned"), subject: unproven, advice: proofAdvice,
			reason: [2]string{"Für Euer Reich kam von r1@example.org ein Brief ohne Passwort; sein Absender ließ " +
				"sich nicht nachweisen: er ist von sign.example unterschrieben, und die Adresse gehört zu einer " +
				"anderen Domain. Schreibt $I 1 Passwort an den Anfang und schickt alles noch einmal.",
				"A letter for your realm came from r2@example.org without a password; its sender could not be " +
					"verified: it is signed by sign.example, and the address is of another domain. Put $I 2 password " +
					"first and send it again."}},
		{auth: world.ByDKIM, text: "$I REALM\n$A\n" +
			"dig " +
			"1\n", change: func(l *letter.Letter) { l.From = "who@example.com" }, subject: unproven, advice: proofAdvice,
			reason: [2]string{"Von einer Adresse, die nicht Eure ist, kam ein Brief für Euer Reich. In diesem Spiel gelten nur Briefe " +
				"von Euren eingetragenen Adressen.",
				"A letter for your realm came from an address that is not yours. In this game only letters from your registered " +
					"addresses count."}},
		dkim("", "er trägt keine Signatur eines Mailanbieters", "it has no signature of a mail provider"),
		dkim("unaligned", "er ist von sign.example unterschrieben, und die Adresse gehört zu einer anderen Domain",
			"it is signed by sign.example, and the address is of another domain"),
		dkim("broken", "die Signatur passt nicht; der Brief wurde unterwegs verändert, oder sie ist gefälscht",
			"its signature does not fit; the letter was changed on its way, or the signature is forged"),
		dkim("unread", "der Mailserver des Spiels meldet keine Signatur",
			"the game's mail server reports no signature"),
		dkim("dns", "die Signatur ließ sich nicht prüfen, weil der Schlüssel nicht zu bekommen war",
			"its signature could not be checked, because the key could not be fetched"),
		dkim("dns-hours", "die Signatur ließ sich nicht prüfen, weil der Schlüssel nicht zu bekommen war, auch "+
			"Stunden nach seiner Ankunft nicht",
			"its signature could not be checked, because the key could not be fetched, not even hours after it came"),
		dkim("dns-late", "die Signatur ließ sich nicht prüfen, weil der Schlüssel nicht zu bekommen war, und der "+
			"seit Stunden überfällige Zug kann nicht länger warten",
			"its signature could not be checked, because the key could not be fetched; the turn is hours late and "+
				"cannot wait any longer"),
		dkim("dns-more", "die Signatur ließ sich nicht prüfen, weil der Schlüssel nicht zu bekommen war, und andere "+
			"Briefe von dieser Adresse warten schon darauf",
			"its signature could not be checked, because the key could not be fetched, and other letters from this "+
				"address already wait for that"),
		dkim("sender", "sein Kopf nennt nicht auf gewöhnliche Weise genau einen Absender",
			"its head does not name one sender in the ordinary way"),
		dkim("weak", "eine seiner Signaturen gilt nur einem Teil, lautet auf einen anderen oder ist nicht zu lesen",
			"one of its signatures covers only a part, is in another's name, or cannot be read"),
		dkim("elsewhere", "er ist nicht an die Adresse des Spiels gerichtet (An oder Kopie)",
			"it is not addressed to the game (To or Cc)"),
		dkim("unbound", "die Signatur gilt nicht für Empfänger und Betreff; so könnte jeder einen Brief von Euch "+
			"hierher lenken, der anderswohin ging",
			"its signature leaves out the recipients or the subject, so anybody could redirect a letter of yours to "+
				"the game"),
		dkim("form", "die Signatur sagt nicht, wie der Text zu lesen ist (Content-Type), und er könnte anders "+
			"gemeint gewesen sein",
			"its signature does not cover how the text is to be read (Content-Type), so it may have been meant "+
				"otherwise"),
		{auth: world.ByDKIM, text: "$I REALM\n$A\ndig 1\n", subject: unproven, advice: proofAdvice,
			change: func(l *letter.Letter) { l.Proof.Domain, l.Others = "example.org", true },
			reason: refused("die Befehle stehen in einem anderen Brief, den er weiterleitet oder zitiert, ihr "+
				"Verfasser ist unbekannt; schickt sie in Eurem eigenen Text oder als Datei",
				"the orders are in another letter that it forwards or quotes, their author is unknown; send them in "+
					"your own text or as a file")},
	} {
		for i := range 2 {
			b := worldtest.Found(t, worldtest.Tiny{}, 3, func(s *world.Settings) { s.Auth = c.auth })
			b.Sent("", b.ClockAt)
			realm, got := i+1, ""
			for range max(c.times, 1) {
				l := b.Letter(realm, strings.ReplaceAll(c.text, "REALM", fmt.Sprint(realm)))
				l.Subject = ""
				if c.change != nil {
					c.change(&l)
				}
				b.Accept(l)
				if read := b.Read(realm); read != "" {
					got = read
				}
			}
			worldtest.Lines(t, got, []string{"[Bovistan Z1] ", "[Bovistan T1] "}[i]+c.subject[i]+"\n"+
				[]string{"NICHT angenommen: ", "NOT accepted: "}[i]+c.reason[i]+c.advice[i])
		}
	}
}

// notAccepted is a letter whose orders do not count, and what is said about it.
type notAccepted struct {
	auth   world.Auth
	text   string
	change func(*letter.Letter)
	times  int // that it comes; 0: once

	subject, reason, advice [2]string
}

// keepsakes adds files of these names.
func keepsakes(names ...string) func(*letter.Letter) {
	return func(l *letter.Letter) {
		for _, name := range names {
			l.Files = append(l.Files, game.File{Name: name, Type: "text/plain", Data: []byte("Hello")})
		}
	}
}
