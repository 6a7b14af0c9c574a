package mail_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/cmd/weltentor/laws"
	"weltentor/worlds/game"
)

// attach posts a mail with a text and files, and lets cron take it.
func attach(d *clitest.Counter, from, subject, text string, files ...game.File) {
	d.T.Helper()
	d.Mails++
	var b strings.Builder
	fmt.Fprintf(&b, "From: %s\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <a%d@player.test>\r\nMIME-Version: 1.0\r\n"+
		"Content-Type: multipart/mixed; boundary=cut\r\n\r\n"+
		"--cut\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n%s\r\n", from,
		stage.GameAddress, subject, d.Mails, strings.ReplaceAll(text, "\n", "\r\n"))
	for _, f := range files {
		fmt.Fprintf(&b, "--cut\r\nContent-Type: %s\r\nContent-Disposition: attachment; filename=%q\r\n"+
			"Content-Transfer-Encoding: base64\r\n\r\n%s\r\n", f.Type, f.Name, stage.Base64Lines(f.Data))
	}
	d.Office.Post(d.T, from, []byte(b.String()+"--cut--\r\n"))
	d.Cron()
}

// Orders in the text beside a file's do not count, and the receipt says so first, even if the file was refused. The
// names of a stranger's files are told to nobody.
func TestOrdersInTextAndFile(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	mine := d.Players[0].Identity + "\n$R\nK.M 1 2000 0 0\n"
	file := game.File{Name: "zug.txt", Type: "text/plain",
		Data: []byte(d.Players[0].Identity + "\n$R\nK.M 2 1000 0 0\n")}
	attach(d, "anna@demo.test", "Zug", mine, file)
	l := d.One(stage.Anna)
	warns := "HINWEIS: Befehle standen auch in dem Text des Briefs. Die gelten NICHT; " +
		"nur die in zug.txt wurden gelesen.\n"
	d.Says("the receipt", l.Body, "Angenommen: 1 Zeile gut.\n"+warns+"Reich 1", "K.M 2 wird")
	d.Lacks("the receipt", l.Body, "K.M 1 wird", "nicht genommen")

	file.Data = []byte("$I 1 abcd-efgh-jkmnp\n$R\nK.M 2 1000 0 0\n")
	attach(d, "anna@demo.test", "Zug", mine, file)
	d.Says("an old file", d.One(stage.Anna).Body, "ein falsches Passwort", warns)
	attach(d, "evil@demo.test", "Zug", strings.Replace(mine, "$I 1 ", "$I 1 x", 1), file)
	l = d.One(stage.Anna)
	d.Says("a stranger's", l.Body, "ein falsches Passwort")
	d.Lacks("a stranger's", l.Body, "zug.txt")

	file.Data = []byte(d.Players[1].Identity + "\n$R\nK.M 2 1000 0 0\n")
	attach(d, "bob@demo.test", "turn", d.Players[1].Identity+"\n$R\nK.M 1 2000 0 0\n", file)
	d.Says("in English", d.One(stage.Bob).Body,
		"NOTE: orders were also in: the text of the letter. They do NOT count; only this was read: zug.txt.")
}

// A program file beside good orders is not an order file. An old mail brings no old orders back, and a file may leave
// it to the text to say whose it is.
func TestOwnTextBeforeFiles(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	mine := d.Players[0].Identity + "\n$R\nK.M 1 2000 0 0\n"
	attach(d, "anna@demo.test", "Zug", mine,
		game.File{Name: "tool.pl", Type: "application/x-perl", Data: []byte("$a = 5;\n$i = 3;\nprint $a + $i;\n")})
	d.Says("beside a program", d.One(stage.Anna).Body,
		"Angenommen: 1 Zeile gut.\nHINWEIS: Befehle standen auch in tool.pl. Die gelten NICHT", "K.M 1 wird")

	old := "From: anna@demo.test\nSubject: Zug 1\n\n" + d.Players[0].Identity + "\n$R\nK.M 2 1000 0 0\n"
	for _, kind := range []string{"message/rfc822", "application/octet-stream"} {
		attach(d, "anna@demo.test", "Zug", mine, game.File{Name: "alt.eml", Type: kind, Data: []byte(old)})
		d.Says(kind, d.One(stage.Anna).Body,
			"HINWEIS: Befehle standen auch in dem Text des Briefs, weitergeleitet. Die "+
				"gelten NICHT", "K.M 1 wird")
	}

	file := game.File{Name: "zug.txt", Type: "text/plain", Data: []byte("$R\nK.M 1 1000 0 0\nK.M 99 1 0 0\n")}
	attach(d, "anna@elsewhere.example", "Zug", "Hallo, hier mein Zug.\n\n"+d.Players[0].Identity+"\n", file)
	d.Says("two places", d.One(stage.Anna).Body, "1 Zeile gut", "Gelesen aus: zug.txt",
		"Die Zeile, die sagt, wessen Befehle es sind, stand in: dem Text des Briefs. Sie zählt als Zeile 1, "+
			"und die Datei beginnt mit Zeile 2.", "Zeile 4, Spalte")
}

// A file that cannot be read is mentioned, whatever else happens to the letter.
func TestUnreadableFileIsTold(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	pdf := game.File{Name: "Befehle.pdf", Type: "application/pdf", Data: []byte("%PDF-1.4\n1 0 obj\n")}
	unread := "Was in Befehle.pdf steht, ist kein Text, sondern pdf; es wurde nicht gelesen."
	attach(d, "anna@demo.test", "Mein Zug", "Siehe Anhang\n", pdf)
	l := d.One(stage.Anna)
	d.Says("a greeting and a PDF", l.Subject, "Befehle NICHT angenommen: Anhang nicht lesbar")
	d.Says("a greeting and a PDF", l.Body, "der Anhang ließ sich nicht lesen", unread,
		"Von Euch liegen für diesen Zug keine Befehle vor.")
	attach(d, "anna@demo.test", "Mein Zug liegt bei", "", pdf)
	d.Says("a PDF alone", d.One(stage.Anna).Body, "NICHT angenommen", unread)
	if got := d.Got("gm@demo.test"); len(got) != 0 {
		t.Errorf("to the game master: %v", got)
	}
	attach(d, "anna@demo.test", "Frage", "Könnt Ihr lesen, was in der Datei steht?\n", pdf)
	d.Says("a question and a PDF", d.One(stage.Anna).Body, "ging als Frage an die Spielleitung", unread)
	d.Says("to the master", d.Master(), "Könnt Ihr lesen")
}

// A refusal says which orders of the player count now, and mentions no letter that a new one would replace. An old
// number is named with what to do.
func TestRefusedLettersSayWhatStands(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, nil)
	d.Done("turn", d.Dir, "--force", "--yes")
	d.Done("send", d.Dir)
	d.Fresh(stage.Anna)
	d.Fresh(stage.Bob)
	d.Writes("anna@demo.test", "Zug", d.Players[0].Identity+" 1\n$R\nK.M 1 2000 0 0\n")
	l := d.One(stage.Anna)
	d.Says("an old number", l.Body, "Jetzt läuft Zug 2: Schreibt in der Zeile $I 2 statt 1, oder lasst die Zahl weg.",
		"Ihr habt Zeit bis ", "Von Euch liegen für diesen Zug keine Befehle vor.")
	d.Lacks("an old number", l.Body, "ersetzt diesen")
	d.Writes("anna@demo.test", "Zug", d.Players[0].Identity+" 2\n$R\nK.M 1 2000 0 0\nK.M 2 1000 0 0\n")
	at := d.Now
	d.Says("the receipt", d.One(stage.Anna).Body, "Ein neuer Brief bis dahin ersetzt diesen.")
	when := fmt.Sprintf("Eure Befehle vom Montag, 2. März 2026, %s Uhr (Europe/Berlin) gelten weiter (2 Zeilen).",
		at.In(berlin(t)).Format("15:04"))
	for name, text := range map[string]string{
		"no line":       "$R\nK.M 1 2000 0 0\n",
		"no password":   "$I 1\n$R\nK.M 1 2000 0 0\n",
		"another realm": "$I 2 abcd-efgh-jkmnp\n$R\nK.M 1 2000 0 0\n",
	} {
		d.Writes("anna@demo.test", "Zug", text)
		for _, l := range d.Fresh(stage.Anna) {
			d.Says(name, l.Body, when)
			d.Lacks(name, l.Body, "ersetzt diesen")
		}
		d.Fresh(stage.Bob)
	}
	d.Now = d.Now.Add(time.Hour)
	d.Writes("anna@demo.test", "Zug", d.Players[0].Identity+"\n\n\n$R\nR.X 1 20 0 0\n")
	l = d.One(stage.Anna)
	kept := "\nWeiter in Kraft, aus Eurem Brief vom Montag, 2. März 2026, " + at.In(berlin(t)).Format("15:04") +
		" Uhr (Europe/Berlin):\n  K.M 1 wird mit 2000 Mann"
	d.Says("no line in it is good", l.Body, "Keine Zeile ist gut", "Zeile 5, Spalte 1", kept)
	d.Lacks("no line in it is good", l.Body, "Das geschieht", "ersetzt diesen", "\n  Zeile 3")
	d.Writes("anna@demo.test", "Zug", d.Players[0].Identity+"\n$A\n")
	l = d.One(stage.Anna)
	d.Says("empty over orders", l.Subject, "Befehle NICHT angenommen: kein Befehl")
	d.Says("empty over orders", l.Body, "In Eurem Brief steht kein Befehl. Eure früheren Befehle gelten weiter.", kept)
	d.Writes("bob@demo.test", "turn", d.Players[1].Identity+"\n$A\n")
	d.Says("empty", d.One(stage.Bob).Body, "It counts as sent for this turn; you get no more reminders.")
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
	d := clitest.NewCounter(t, nil)
	d.Mail(stage.Anna, "$R\nK.M 1 2000 0 0\n\nGruß\nAnna\n")
	d.Mail(stage.Bob, "$R\nK.M 1 2000 0 0\n\nKind regards,\nBob\n")
	d.Cron()
	l := d.One(stage.Anna)
	d.Says("the receipt", l.Subject, "1 gut, 0 fehlerhaft")
	d.Says("the receipt", l.Body, "Ab hier steht ein Gruß und kein Befehl mehr; er zählt nicht. Fehlt davor ein "+
		"$E?\n      > Gruß\n")
	d.Says("in English", d.One(stage.Bob).Body, "Is $E missing above it?")
	d.Done("turn", d.Dir, "--force")
	d.Done("send", d.Dir)
	l = d.One(stage.Anna)
	d.Lacks("the report", l.Body+l.Files["ERGEBNIS.TXT"], "nicht ausgeführt", "Gruß", "Armeeart")
}

// A player who lost the password is told the word that brings another, in each letter that they may get: the refusal,
// the answer to their question, the welcome.
func TestLostPasswordIsHelped(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`, "signup.open": "true"})
	d.Writes("anna@demo.test", "Zug", "$I 1 abcd-efgh-jkmnp\n$R\nK.M 1 2000 0 0\n")
	d.Says("the refusal", d.One(stage.Anna).Body, "Habt Ihr es verloren, schickt PASSWORT an "+stage.GameAddress)
	d.Writes("bob@demo.test", "Forgot my password", "What can I do now?\n")
	d.Says("the answer", d.One(stage.Bob).Body, "Did you mean the word PASSWORD?")
	d.Says("to the master", d.Master(), "What can I do now?")
	d.Writes(clitest.Stranger, "ANMELDUNG", "Name: Kim\nReich: Kimland\n")
	asked := d.Got(clitest.Stranger)[0]
	d.Writes(clitest.Stranger, "Re: "+asked.Subject, "ja\n")
	all := ""
	for _, l := range d.Got(clitest.Stranger) {
		all += l.Body
	}
	d.Says("the welcome", all, "EURE ERSTEN BEFEHLE", "Zeigt sie niemandem")
}

// If signing up is open, those who say in their own words that they would like to play read what the game is, and how they
// join. Others get no answer.
func TestWillingStrangersAreInvited(t *testing.T) {
	t.Parallel()
	for open, want := range map[string]int{"true": 1, "false": 0} {
		for _, c := range []struct{ subject, text, says string }{
			{"Anmeldung zum Spiel", "Ich heiße Hans und möchte gern mitmachen.\n", "Zum Mitspielen antwortet mit ANMELDUNG."},
			{"Hallo", "Kann man hier noch mitspielen?\n", "Zum Mitspielen antwortet mit ANMELDUNG."},
			{"Question", "Hello, can I still play here?\n", "To join, reply with SIGNUP."},
			{"Hi", "I would like to sign up.\n", "To join, reply with SIGNUP."},
		} {
			d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`, "signup.open": open})
			d.Writes(clitest.Stranger, c.subject, c.text)
			got := d.Got(clitest.Stranger)
			if len(got) != want {
				t.Errorf("open %s, %q: %d letters", open, c.text, len(got))
				continue
			}
			for _, l := range got {
				d.Says(c.text, l.Body, c.says)
				d.Says("to the master", d.Master(), strings.TrimSpace(c.text))
			}
		}
		d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`, "signup.open": open})
		d.Now = d.Now.Add(25 * time.Hour)
		d.Writes(clitest.Stranger, "Angebot", "Kaufen Sie jetzt 50 $ billiger!\n")
		if got := d.Got(clitest.Stranger); len(got) != 0 {
			t.Errorf("an advertisement is answered: %v", got)
		}
		d.Fresh(stage.Anna)
	}
}

// HELP, the players' pages and the machine have one rule for what orders are.
func TestOneRuleTellsOrders(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	d.Writes("bob@demo.test", "Money", "I pay $50 for a map?\n")
	d.Says("money in a sentence", d.One(stage.Bob).Subject, "No orders: passed on to the game master")
	d.Says("to the master", d.Master(), "I pay $50 for a map?")
	d.Writes("bob@demo.test", "HELP", "")
	help := d.One(stage.Bob).Body
	rule := regexp.MustCompile(`no line may begin with \$`)
	if page := laws.Content(t, "docs/player.en.md"); !rule.MatchString(help) ||
		!regexp.MustCompile("[Nn]o line of your mail begins\\s+with `\\$`").MatchString(page) {
		t.Errorf("HELP or the page has another rule:\n%s", help)
	}
	d.Writes("bob@demo.test", "Zug", "Hello\n  $50 for a map\n")
	d.Says("a line that begins with it", d.One(stage.Bob).Subject, "who are you?")
}

// An encrypted letter cannot be read here, and both sides are told so. A letter that a program has split is named as
// such.
func TestEncryptedQuestionsAndSplitLetters(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	const armour = "-----BEGIN PGP MESSAGE-----\n\nhF4DQnTRc1jmW5ISAQdA1fR0oXlPCfM\n=AbCd\n-----END PGP MESSAGE-----\n"
	const told = "ist verschlüsselt"
	d.Writes("anna@demo.test", "Frage zu K.M", armour)
	l := d.One(stage.Anna)
	d.Says("the subject asks", l.Body, "ging als Frage an die Spielleitung", "verschlüsselt; es wurde nicht gelesen.")
	master := d.Master()
	d.Says("to the master", master, told, "Frage zu K.M")
	d.Lacks("to the master", master, "BEGIN PGP", "hF4D")
	d.Writes("anna@demo.test", "Zug", "Hallo, hier ist eine Frage zu den Schiffen:\n"+armour+"Gruß, Anna\n")
	d.Says("text above", d.One(stage.Anna).Body, "ging als Frage an die Spielleitung", told)
	d.Says("to the master", d.Master(), told, "zu den Schiffen:", "Gruß, Anna")
	d.Writes("anna@demo.test", "Zug 1", armour)
	l = d.One(stage.Anna)
	d.Says("perhaps orders", l.Body, "NICHT angenommen", told)
	if got := d.Got("gm@demo.test"); len(got) != 0 {
		t.Errorf("to the game master: %v", got)
	}

	d.Mails++
	d.Office.Post(t, "anna@demo.test", fmt.Appendf(nil,
		"From: anna@demo.test\r\nTo: %s\r\nSubject: Zug (1/2)\r\nMessage-ID: <split%d@player.test>\r\n"+
			"Content-Type: message/partial; id=x; number=1; total=2\r\n\r\nContent-Type: text/plain\r\n\r\n%s\r\n"+
			"$R\r\nK.M 1 2000 0 0\r\n", stage.GameAddress, d.Mails, d.Players[0].Identity))
	d.Cron()
	d.Says("a part", d.One(stage.Anna).Body, "NICHT angenommen",
		"Euer Mailprogramm hat den Brief in mehrere Mails geteilt")
}

// A question in the letter's own text reaches the game master though the orders are in a
// file; a courtesy does not. The receipt says so, and the password does not go along.
func TestQuestionBesideAnAttachment(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	file := game.File{Name: "zug.txt", Type: "text/plain", Data: []byte("$R\nK.M 2 1000 0 0\n")}
	attach(d, "anna@demo.test", "Zug", d.Players[0].Identity+"\nHallo! Ist K.M die Infanterie?\n-- \nAnna, die Frage?\n",
		file)
	d.Says("the receipt", d.One(stage.Anna).Body, "Angenommen: 1 Zeile", "K.M 2 wird",
		"Euer Text neben den Befehlen ging am")
	master := d.Master()
	d.Says("to the master", master, "Ist K.M die Infanterie?")
	d.Lacks("to the master", master, strings.Fields(d.Players[0].Identity)[2], "die Frage", "1000")

	file.Data = []byte(d.Players[1].Identity + "\n$R\nK.M 2 1000 0 0\n")
	attach(d, "bob@demo.test", "turn", "Hello,\nplease find attached my orders for this turn.\nBest regards\n"+
		"Bob the Builder\n", file)
	l := d.One(stage.Bob)
	d.Says("a courtesy", l.Body, "Accepted: 1 line, all good.")
	d.Lacks("a courtesy", l.Body, "Your text beside")
	if got := d.Got("gm@demo.test"); len(got) != 0 {
		t.Errorf("to the game master: %v", got)
	}
}
