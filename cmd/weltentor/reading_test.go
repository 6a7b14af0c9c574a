package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/laws"
	"weltentor/worlds/game"
)

// attach posts a mail with a text and files, and lets cron take it.
func (d *counter) attach(from, subject, text string, files ...game.File) {
	d.t.Helper()
	d.mails++
	var b strings.Builder
	fmt.Fprintf(&b, "From: %s\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <a%d@player.test>\r\nMIME-Version: 1.0\r\n"+
		"Content-Type: multipart/mixed; boundary=cut\r\n\r\n"+
		"--cut\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n%s\r\n", from,
		gameAddress, subject, d.mails, strings.ReplaceAll(text, "\n", "\r\n"))
	for _, f := range files {
		fmt.Fprintf(&b, "--cut\r\nContent-Type: %s\r\nContent-Disposition: attachment; filename=%q\r\n"+
			"Content-Transfer-Encoding: base64\r\n\r\n%s\r\n", f.Type, f.Name, base64Lines(f.Data))
	}
	d.office.post(d.t, from, []byte(b.String()+"--cut--\r\n"))
	d.cron()
}

func (d *counter) lacks(what, text string, words ...string) {
	d.t.Helper()
	for _, w := range words {
		if strings.Contains(text, w) {
			d.t.Errorf("%s says %q:\n%s", what, w, text)
		}
	}
}

// Orders in the text beside a file's are void, and that is told above all else,
// also where the file was refused. A stranger's files are named to nobody.
func TestOrdersInTextAndFile(t *testing.T) {
	t.Parallel()
	d := newCounter(t, nil)
	mine := d.players[0].identity + "\n$R\nK.M 1 2000 0 0\n"
	file := game.File{Name: "zug.txt", Type: "text/plain",
		Data: []byte(d.players[0].identity + "\n$R\nK.M 2 1000 0 0\n")}
	d.attach("anna@demo.test", "Zug", mine, file)
	l := d.one(anna)
	warns := "HINWEIS: Befehle standen auch in: dem Text des Briefs. Die gelten NICHT; gelesen wurde nur: zug.txt.\n"
	d.says("the receipt", l.body, "Angenommen: 1 Zeile gut.\n"+warns+"Reich 1", "K.M 2 wird")
	d.lacks("the receipt", l.body, "K.M 1 wird", "nicht genommen")

	file.Data = []byte("$I 1 abcd-efgh-jkmnp\n$R\nK.M 2 1000 0 0\n")
	d.attach("anna@demo.test", "Zug", mine, file)
	d.says("an old file", d.one(anna).body, "ein falsches Passwort", warns)
	d.attach("evil@demo.test", "Zug", strings.Replace(mine, "$I 1 ", "$I 1 x", 1), file)
	l = d.one(anna)
	d.says("a stranger's", l.body, "ein falsches Passwort")
	d.lacks("a stranger's", l.body, "zug.txt")

	file.Data = []byte(d.players[1].identity + "\n$R\nK.M 2 1000 0 0\n")
	d.attach("bob@demo.test", "turn", d.players[1].identity+"\n$R\nK.M 1 2000 0 0\n", file)
	d.says("in English", d.one(bob).body,
		"NOTE: orders were also in: the text of the letter. They do NOT count; only this was read: zug.txt.")
}

// A program beside good orders is no order file, an old mail brings no old orders
// back, and a file may leave it to the text to say whose it is.
func TestOwnTextBeforeFiles(t *testing.T) {
	t.Parallel()
	d := newCounter(t, nil)
	mine := d.players[0].identity + "\n$R\nK.M 1 2000 0 0\n"
	d.attach("anna@demo.test", "Zug", mine,
		game.File{Name: "tool.pl", Type: "application/x-perl", Data: []byte("$a = 5;\n$i = 3;\nprint $a + $i;\n")})
	d.says("beside a program", d.one(anna).body,
		"Angenommen: 1 Zeile gut.\nHINWEIS: Befehle standen auch in: tool.pl. Die gelten NICHT", "K.M 1 wird")

	old := "From: anna@demo.test\nSubject: Zug 1\n\n" + d.players[0].identity + "\n$R\nK.M 2 1000 0 0\n"
	for _, kind := range []string{"message/rfc822", "application/octet-stream"} {
		d.attach("anna@demo.test", "Zug", mine, game.File{Name: "alt.eml", Type: kind, Data: []byte(old)})
		d.says(kind, d.one(anna).body, "HINWEIS: Befehle standen auch in: dem Text des Briefs, weitergeleitet. Die "+
			"gelten NICHT", "K.M 1 wird")
	}

	file := game.File{Name: "zug.txt", Type: "text/plain", Data: []byte("$R\nK.M 1 1000 0 0\nK.M 99 1 0 0\n")}
	d.attach("anna@elsewhere.example", "Zug", "Hallo, hier mein Zug.\n\n"+d.players[0].identity+"\n", file)
	d.says("two places", d.one(anna).body, "1 Zeile gut", "Gelesen aus: zug.txt",
		"Wessen Befehle es sind, stand in: dem Text des Briefs. Diese Zeile zählt als Zeile 1, und die Datei "+
			"beginnt mit Zeile 2.", "Zeile 4, Spalte")
}

// A file nobody can read is told of, whatever else becomes of the letter.
func TestUnreadableFileIsTold(t *testing.T) {
	t.Parallel()
	d := newCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	pdf := game.File{Name: "Befehle.pdf", Type: "application/pdf", Data: []byte("%PDF-1.4\n1 0 obj\n")}
	unread := "Was in Befehle.pdf steht, ist kein Text, sondern pdf; es wurde nicht gelesen."
	d.attach("anna@demo.test", "Mein Zug", "Siehe Anhang\n", pdf)
	l := d.one(anna)
	d.says("a greeting and a PDF", l.subject, "Befehle NICHT angenommen: Anhang nicht lesbar")
	d.says("a greeting and a PDF", l.body, "der Anhang ließ sich nicht lesen", unread,
		"Von Euch liegen für diesen Zug keine Befehle vor.")
	d.attach("anna@demo.test", "Mein Zug liegt bei", "", pdf)
	d.says("a PDF alone", d.one(anna).body, "NICHT angenommen", unread)
	if got := d.got("gm@demo.test"); len(got) != 0 {
		t.Errorf("to the game master: %v", got)
	}
	d.attach("anna@demo.test", "Frage", "Könnt Ihr lesen, was in der Datei steht?\n", pdf)
	d.says("a question and a PDF", d.one(anna).body, "ging als Frage an die Spielleitung", unread)
	d.says("to the master", d.master(), "Könnt Ihr lesen")
}

// Who is refused hears what counts of him now, and of no letter that a new one
// would replace; an old number is told with its cure.
func TestRefusedLettersSayWhatStands(t *testing.T) {
	t.Parallel()
	d := newCounter(t, nil)
	d.done("turn", d.dir, "--force", "--yes")
	d.done("send", d.dir)
	d.fresh(anna)
	d.fresh(bob)
	d.writes("anna@demo.test", "Zug", d.players[0].identity+" 1\n$R\nK.M 1 2000 0 0\n")
	l := d.one(anna)
	d.says("an old number", l.body, "Jetzt läuft Zug 2: Schreibt in der Zeile $I 2 statt 1, oder lasst die Zahl weg.",
		"Ihr habt Zeit bis ", "Von Euch liegen für diesen Zug keine Befehle vor.")
	d.lacks("an old number", l.body, "ersetzt diesen")
	d.writes("anna@demo.test", "Zug", d.players[0].identity+" 2\n$R\nK.M 1 2000 0 0\nK.M 2 1000 0 0\n")
	at := d.now
	d.says("the receipt", d.one(anna).body, "Ein neuer Brief bis dahin ersetzt diesen.")
	when := fmt.Sprintf("Eure Befehle vom Montag, 2. März 2026, %s Uhr (Europe/Berlin) gelten weiter (2 Zeilen).",
		at.In(berlin(t)).Format("15:04"))
	for name, text := range map[string]string{
		"no line":       "$R\nK.M 1 2000 0 0\n",
		"no password":   "$I 1\n$R\nK.M 1 2000 0 0\n",
		"another realm": "$I 2 abcd-efgh-jkmnp\n$R\nK.M 1 2000 0 0\n",
	} {
		d.writes("anna@demo.test", "Zug", text)
		for _, l := range d.fresh(anna) {
			d.says(name, l.body, when)
			d.lacks(name, l.body, "ersetzt diesen")
		}
		d.fresh(bob)
	}
	d.now = d.now.Add(time.Hour)
	d.writes("anna@demo.test", "Zug", d.players[0].identity+"\n\n\n$R\nR.X 1 20 0 0\n")
	l = d.one(anna)
	kept := "\nWeiter in Kraft, aus Eurem Brief vom Montag, 2. März 2026, " + at.In(berlin(t)).Format("15:04") +
		" Uhr (Europe/Berlin):\n  K.M 1 wird mit 2000 Mann"
	d.says("no line in it is good", l.body, "Keine Zeile ist gut", "Zeile 5, Spalte 1", kept)
	d.lacks("no line in it is good", l.body, "Das geschieht", "ersetzt diesen", "\n  Zeile 3")
	d.writes("anna@demo.test", "Zug", d.players[0].identity+"\n$A\n")
	l = d.one(anna)
	d.says("empty over orders", l.subject, "Befehle NICHT angenommen: kein Befehl")
	d.says("empty over orders", l.body, "In Eurem Brief steht kein Befehl. Eure früheren Befehle gelten weiter.", kept)
	d.writes("bob@demo.test", "turn", d.players[1].identity+"\n$A\n")
	d.says("empty", d.one(bob).body, "It counts as sent for this turn; you get no more reminders.")
}

func berlin(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// A greeting above which `$E` is missing is no bad order, in the receipt and in
// the report.
func TestGreetingIsNoOrder(t *testing.T) {
	t.Parallel()
	d := newCounter(t, nil)
	d.mail(anna, "$R\nK.M 1 2000 0 0\n\nGruß\nAnna\n")
	d.mail(bob, "$R\nK.M 1 2000 0 0\n\nKind regards,\nBob\n")
	d.cron()
	l := d.one(anna)
	d.says("the receipt", l.subject, "1 gut, 0 fehlerhaft")
	d.says("the receipt", l.body, "Ab hier steht ein Gruß und kein Befehl mehr; er zählt nicht. Fehlt davor ein "+
		"$E?\n      > Gruß\n")
	d.says("in English", d.one(bob).body, "Is $E missing above it?")
	d.done("turn", d.dir, "--force")
	d.done("send", d.dir)
	l = d.one(anna)
	d.lacks("the report", l.body+l.files["ERGEBNIS.TXT"], "nicht ausgeführt", "Gruß", "Armeeart")
}

// Who lost his password is told the word that brings another, in each letter
// that he may have: the refusal, the answer to his question, the welcome.
func TestLostPasswordIsHelped(t *testing.T) {
	t.Parallel()
	d := newCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`, "signup.open": "true"})
	d.writes("anna@demo.test", "Zug", "$I 1 abcd-efgh-jkmnp\n$R\nK.M 1 2000 0 0\n")
	d.says("the refusal", d.one(anna).body, "Habt Ihr es verloren, schickt PASSWORT an "+gameAddress)
	d.writes("bob@demo.test", "Forgot my password", "What can I do now?\n")
	d.says("the answer", d.one(bob).body, "Did you mean the word PASSWORD?")
	d.says("to the master", d.master(), "What can I do now?")
	d.writes(stranger, "ANMELDUNG", "Name: Kim\nReich: Kimland\n")
	asked := d.got(stranger)[0]
	d.writes(stranger, "Re: "+asked.subject, "ja\n")
	all := ""
	for _, l := range d.got(stranger) {
		all += l.body
	}
	d.says("the welcome", all, "Geht sie verloren, schickt PASSWORT")
}

// Where signing up is open, who says in his own words that he would like to play
// is invited; else nobody hears anything.
func TestWillingStrangersAreInvited(t *testing.T) {
	t.Parallel()
	for open, want := range map[string]int{"true": 1, "false": 0} {
		d := newCounter(t, map[string]string{"signup.open": open})
		for _, c := range []struct{ subject, text, says string }{
			{"Anmeldung zum Spiel", "Ich heiße Hans und möchte gern mitmachen.\n", "Ihr könnt in Probe mitspielen."},
			{"Hallo", "Kann man hier noch mitspielen?\n", "Ihr könnt in Probe mitspielen."},
			{"Question", "Hello, can I still play here?\n", "You can play in Probe."},
			{"Hi", "I would like to sign up.\n", "You can play in Probe."},
		} {
			d.now = d.now.Add(25 * time.Hour)
			d.writes(stranger, c.subject, c.text)
			got := d.got(stranger)
			if len(got) != want {
				t.Errorf("open %s, %q: %d letters", open, c.text, len(got))
				continue
			}
			for _, l := range got {
				d.says(c.text, l.body, c.says)
				d.token(l)
			}
		}
		d.now = d.now.Add(25 * time.Hour)
		d.writes(stranger, "Angebot", "Kaufen Sie jetzt 50 $ billiger!\n")
		if got := d.got(stranger); len(got) != 0 {
			t.Errorf("an advertisement is answered: %v", got)
		}
		d.fresh(anna)
	}
}

// HELP, the players' pages and the machine have one rule for what orders are.
func TestOneRuleTellsOrders(t *testing.T) {
	t.Parallel()
	d := newCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	d.writes("bob@demo.test", "Money", "I pay $50 for a map?\n")
	d.says("money in a sentence", d.one(bob).subject, "No orders: passed on to the game master")
	d.says("to the master", d.master(), "I pay $50 for a map?")
	d.writes("bob@demo.test", "HELP", "")
	help := d.one(bob).body
	rule := regexp.MustCompile(`no line begins with \$`)
	if page := laws.Content(t, "docs/player.en.md"); !rule.MatchString(help) ||
		!regexp.MustCompile("[Nn]o line of your mail begins\\s+with `\\$`").MatchString(page) {
		t.Errorf("HELP or the page has another rule:\n%s", help)
	}
	d.writes("bob@demo.test", "Zug", "Hello\n  $50 for a map\n")
	d.says("a line that begins with it", d.one(bob).subject, "who are you?")
}

// What is asked in an encrypted letter nobody here can read: both sides are told so.
// A letter that a program has split is called that.
func TestEncryptedQuestionsAndSplitLetters(t *testing.T) {
	t.Parallel()
	d := newCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	const armour = "-----BEGIN PGP MESSAGE-----\n\nhF4DQnTRc1jmW5ISAQdA1fR0oXlPCfM\n=AbCd\n-----END PGP MESSAGE-----\n"
	const told = "ist verschlüsselt"
	d.writes("anna@demo.test", "Frage zu K.M", armour)
	l := d.one(anna)
	d.says("the subject asks", l.body, "ging als Frage an die Spielleitung", "verschlüsselt; es wurde nicht gelesen.")
	master := d.master()
	d.says("to the master", master, told, "Frage zu K.M")
	d.lacks("to the master", master, "BEGIN PGP", "hF4D")
	d.writes("anna@demo.test", "Zug", "Hallo, hier ist eine Frage zu den Schiffen:\n"+armour+"Gruß, Anna\n")
	d.says("text above", d.one(anna).body, "ging als Frage an die Spielleitung", told)
	d.says("to the master", d.master(), told, "zu den Schiffen:", "Gruß, Anna")
	d.writes("anna@demo.test", "Zug 1", armour)
	l = d.one(anna)
	d.says("perhaps orders", l.body, "NICHT angenommen", told)
	if got := d.got("gm@demo.test"); len(got) != 0 {
		t.Errorf("to the game master: %v", got)
	}

	d.mails++
	d.office.post(t, "anna@demo.test", fmt.Appendf(nil,
		"From: anna@demo.test\r\nTo: %s\r\nSubject: Zug (1/2)\r\nMessage-ID: <split%d@player.test>\r\n"+
			"Content-Type: message/partial; id=x; number=1; total=2\r\n\r\nContent-Type: text/plain\r\n\r\n%s\r\n"+
			"$R\r\nK.M 1 2000 0 0\r\n", gameAddress, d.mails, d.players[0].identity))
	d.cron()
	d.says("a part", d.one(anna).body, "NICHT angenommen", "Euer Mailprogramm hat den Brief in mehrere Mails geteilt")
}

// A question in the letter's own text reaches the game master though the orders are in a
// file; a courtesy does not. The receipt says so, and the password does not go along.
func TestQuestionBesideAnAttachment(t *testing.T) {
	t.Parallel()
	d := newCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	file := game.File{Name: "zug.txt", Type: "text/plain", Data: []byte("$R\nK.M 2 1000 0 0\n")}
	d.attach("anna@demo.test", "Zug", d.players[0].identity+"\nHallo! Ist K.M die Infanterie?\n-- \nAnna, die Frage?\n",
		file)
	d.says("the receipt", d.one(anna).body, "Angenommen: 1 Zeile", "K.M 2 wird",
		"Was Ihr neben den Befehlen schreibt, ging am")
	master := d.master()
	d.says("to the master", master, "Ist K.M die Infanterie?")
	d.lacks("to the master", master, strings.Fields(d.players[0].identity)[2], "die Frage", "1000")

	file.Data = []byte(d.players[1].identity + "\n$R\nK.M 2 1000 0 0\n")
	d.attach("bob@demo.test", "turn", "Hello,\nplease find attached my orders for this turn.\nBest regards\n"+
		"Bob the Builder\n", file)
	l := d.one(bob)
	d.says("a courtesy", l.body, "Accepted: 1 line, all good.")
	d.lacks("a courtesy", l.body, "What you write beside")
	if got := d.got("gm@demo.test"); len(got) != 0 {
		t.Errorf("to the game master: %v", got)
	}
}
