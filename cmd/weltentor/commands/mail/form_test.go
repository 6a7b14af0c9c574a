package mail_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/e2e/stage"
)

// newForms is a counter with a game master, where Anna has an army and has been
// sent her template.
func newForms(t *testing.T) (d *clitest.Counter, template stage.Letter, filled string) {
	t.Helper()
	d = clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	d.Mail(stage.Anna, "$R\nK.M 1 2000 0 0\n")
	d.Cron()
	d.Done("turn", d.Dir, "--force")
	d.Done("send", d.Dir)
	d.Fresh(stage.Anna)
	d.Fresh(stage.Bob)
	d.Got("gm@demo.test")
	d.Writes("anna@demo.test", "VORLAGE", "")
	template = d.One(stage.Anna)
	filled = strings.ReplaceAll(template.Body, "\r", "")
	filled = strings.Replace(filled, "$I 1 Passwort 2", d.Players[0].Identity+" 2", 1)
	if filled = strings.Replace(filled, "K.M 1 0000000000000 V+", "K.M 1 1000000000000 E+", 1); filled ==
		template.Body {
		t.Fatal("nothing to fill in", filled)
	}
	return d, template, filled
}

func headed(text string) string {
	return "________________________________\nVon: Probe <" + stage.GameAddress +
		">\nGesendet: Montag\nAn: Anna\nBetreff: Eine Befehlsvorlage\n\n" + text
}

// The template may be filled in where an answer quotes it.
func TestFormFilledInWhereItIsQuoted(t *testing.T) {
	t.Parallel()
	d, template, filled := newForms(t)
	body := "<p>Hier</p><hr><p><b>Von:</b> Probe<br><b>Gesendet:</b> Montag<br><b>An:</b> Anna<br><b>Betreff:</b> " +
		"x</p><p>" + strings.ReplaceAll(filled, "\n", "<br>\n") + "</p>"
	// typed again, so not marked
	between := regexp.MustCompile(`\n> (K\.M 1 )`).ReplaceAllString(clitest.Marked(filled), "\n$1")
	for i, c := range []struct{ name, text, kind string }{
		{"marked", "Hier:\n\n" + clitest.Marked(filled), ""},
		{"below a head", "Hier:\n\n" + headed(filled), ""},
		{"HTML", body, "text/html"},
		{"a line between", "Gruß\n" + between, ""},
		{"nothing else", clitest.Marked(filled), ""},
		{"a signature below", clitest.Marked(filled) + "\n-- \nAnna\n", ""},
	} {
		d.Now = d.Now.Add(time.Hour)
		raw := fmt.Sprintf("From: anna@demo.test\r\nTo: %s\r\nSubject: Re: %s\r\nMessage-ID: <f%d@player.test>\r\n"+
			"Content-Type: %s; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n%s",
			stage.GameAddress, template.Subject, i, strings.TrimSpace(c.kind+" "),
			strings.ReplaceAll(c.text, "\n", "\r\n"))
		if c.kind == "" {
			raw = strings.Replace(raw, "Content-Type: ;", "Content-Type: text/plain;", 1)
		}
		d.Office.Post(t, "anna@demo.test", []byte(raw))
		d.Cron()
		l := d.One(stage.Anna)
		if !strings.Contains(l.Subject, "Befehle angekommen: 1 gut, 0 fehlerhaft") ||
			!strings.Contains(l.Body, "K.M 1 soll erobern") ||
			!strings.Contains(l.Body, "standen in der Vorlage, die Euer Brief zitiert") {
			t.Errorf("%s: %s\n%s", c.name, l.Subject, l.Body)
		}
	}
	d.Writes("anna@demo.test", "Re: Vorlage",
		strings.Replace(clitest.Marked(filled), "\n> $A", "\n$R\nK.M 2 1000 0 0\n> $A", 1))
	d.Says("a section between", d.One(stage.Anna).Body, "Angenommen: 2 Zeilen ", "K.M 1 soll erobern",
		"K.M 2 wird mit 1000 Mann")
	d.Writes("anna@demo.test", "Re: Vorlage", "$R\nK.M 3 1000 0 0\n\n"+clitest.Marked(filled))
	d.Says("a section above", d.One(stage.Anna).Body,
		"1 Zeile gut.\n", "gilt nicht mehr:\n  $R K.M 2 1000 0 0\nHINWEIS: Befehle standen auch in Eurem Text außerhalb des Zitats. Die gelten NICHT; nur "+
			"die in der zitierten Vorlage wurden gelesen.")
	d.Office.Post(t, "anna@demo.test", fmt.Appendf(nil, "From: anna@demo.test\r\nTo: %s\r\nSubject: Re: %s\r\n"+
		"X-Loop: home\r\nMessage-ID: <loop@player.test>\r\nContent-Type: text/plain; charset=UTF-8\r\n"+
		"Content-Transfer-Encoding: 8bit\r\n\r\n%s", stage.GameAddress, template.Subject,
		strings.ReplaceAll(clitest.Marked(filled), "\n", "\r\n")))
	d.Cron()
	d.Says("with the mark of a machine", d.One(stage.Anna).Body, "K.M 1 soll erobern", "(X-Loop)")
	if got := d.Got("gm@demo.test"); len(got) != 0 {
		t.Errorf("to the game master: %v", got)
	}
	d.Nowhere(strings.Fields(d.Players[0].Identity)[2])
}

// Words above it are for the game master.
func TestFormWithAQuestion(t *testing.T) {
	t.Parallel()
	d, template, filled := newForms(t)
	d.Writes("anna@demo.test", "Re: "+template.Subject, "Wo liegt eigentlich das Feld 3/1?\n\n"+clitest.Marked(filled))
	d.Says("the receipt", d.One(stage.Anna).Subject, "1 gut")
	d.Says("to the master", d.Master(), "Wo liegt eigentlich das Feld 3/1?")
}

// An answer that merely quotes it changes nothing, and hears so. With words of its own it asks something; what Anna sent
// herself is not sent again by quoting it.
func TestQuotedOrdersAreNotSentAgain(t *testing.T) {
	t.Parallel()
	d, template, filled := newForms(t)
	d.Writes("anna@demo.test", "Re: "+template.Subject, "Danke!\n\n"+clitest.Marked(template.Body))
	d.Says("thanks", d.One(stage.Anna).Subject, "Euer Brief, ohne Befehle")

	d.Writes("anna@demo.test", "Re: "+template.Subject, "Was heißt denn V+ in der Vorlage?\n\n"+headed(template.Body))
	d.Says("a question", d.One(stage.Anna).Subject, "an die Spielleitung weitergereicht")
	d.Says("to the master", d.Master(), "Was heißt denn V+ in der Vorlage?")

	unread := regexp.MustCompile(`\((\d+) Zeilen\) stehen (in zitiertem Text; der wird nicht|unter dem Kopf einer früheren Mail; dort wird nichts) gelesen`)
	for name, text := range map[string]string{
		"her own mail":              "Hier:\n\n" + clitest.Marked(filled[strings.Index(filled, "$I"):]),
		"her answer, marked twice":  "Hier:\n\n" + clitest.Marked(clitest.Marked(filled)+"\n$A\nK.M 1 1 E\n"),
		"her answer, below heads":   "Hier:\n\n" + headed("Von mir\n\n$A\nK.M 1 1 E\n"+headed(filled)),
		"her answer, below and in":  "Hier:\n\n" + headed("$A\nK.M 1 1 E\n\n"+clitest.Marked(filled)),
		"her own, below a head":     "Hier:\n\n" + headed(filled[strings.Index(filled, "$I"):]),
		"nothing but her own":       clitest.Marked(filled[strings.Index(filled, "$I"):]),
		"her answer, a head within": clitest.Marked("$A\nK.M 1 1 E\n\n" + headed(filled)),
	} {
		d.Now = d.Now.Add(time.Hour)
		d.Writes("anna@demo.test", "Re: Zug 2", text)
		l := d.One(stage.Anna)
		if !strings.Contains(l.Subject, "Befehle NICHT angenommen: nur zitierte Zeilen") &&
			!strings.Contains(l.Subject, "Befehle NICHT angenommen: unter einer früheren Mail") || !unread.MatchString(l.Body) ||
			!strings.Contains(l.Body, "Von Euch liegen für diesen Zug keine Befehle vor.") {
			t.Errorf("%s: %s\n%s", name, l.Subject, l.Body)
		}
	}
	d.Writes("anna@demo.test", "Re: Zug 2", "Sind die denn bei Euch angekommen, oder nicht?\n\n"+
		clitest.Marked(filled[strings.Index(filled, "$I"):]))
	d.Says("a question over her own mail", d.One(stage.Anna).Body, "ging als Frage", "in zitierten Zeilen", "ohne >")
	if got := d.Got("gm@demo.test"); len(got) != 1 {
		t.Errorf("to the game master: %v", got)
	}
}

// Orders changed in the quote without the password: the word of the template is
// none, and the answer says which belongs there.
func TestFormWithoutThePassword(t *testing.T) {
	t.Parallel()
	d, template, _ := newForms(t)
	changed := strings.Replace(template.Body, "K.M 1 0000000000000 V+", "K.M 1 1000000000000 E+", 1)
	d.Writes("anna@demo.test", "Re: "+template.Subject, clitest.Marked(changed))
	l := d.One(stage.Anna)
	d.Says("the word of the template", l.Subject, "Befehle NICHT angenommen: Passwort fehlt")
	d.Says("the word of the template", l.Body, `steht "Passwort". Dorthin gehört Euer eigenes Passwort`, "PASSWORT",
		"Ihr habt Zeit bis")
	if strings.Contains(l.Body, "ersetzt diesen") {
		t.Errorf("nothing is there to be replaced:\n%s", l.Body)
	}
	d.Writes("bob@demo.test", "orders", "$I 2 password 2\n$S\ninfo\n")
	d.Says("the English word", d.One(stage.Bob).Body, `has "password" in it. Put your own password there`)
	wrong := strings.Replace(changed, "Passwort 2", "abcd-efgh-jkmnp 2", 1)
	d.Writes("anna@demo.test", "Re: "+template.Subject, clitest.Marked(wrong))
	d.Says("a wrong one", d.One(stage.Anna).Body, "ein falsches Passwort", "schickt PASSWORT an "+stage.GameAddress)
}

// The answer to ORDERS, with the orders in force, is such a form too.
func TestOrdersInForceAreAForm(t *testing.T) {
	t.Parallel()
	d, _, _ := newForms(t)
	d.Mail(stage.Anna, "$A\nK.M 1 1000000000000 E+\n")
	d.Cron()
	d.One(stage.Anna)
	d.Writes("anna@demo.test", "BEFEHLE", "")
	told := d.One(stage.Anna)
	changed := strings.Replace(strings.Replace(told.Body, "$I 1 ***", d.Players[0].Identity, 1),
		"K.M 1 1000000000000 E+", "K.M 1 2000000000000 E+", 1)
	d.Writes("anna@demo.test", "Re: "+told.Subject, clitest.Marked(changed))
	d.Says("the receipt", d.One(stage.Anna).Body, "+ $A K.M 1 2000000000000 E+")
	d.Writes("anna@demo.test", "Re: "+told.Subject, "Danke\n"+clitest.Marked(told.Body))
	d.Says("thanks", d.One(stage.Anna).Subject, "Euer Brief, ohne Befehle")
}

// What the letter says beside those orders does not come back with them. That holds although the last section is a
// text and one of the lines did not count.
func TestOrdersInForceComeBackAlone(t *testing.T) {
	t.Parallel()
	d, _, _ := newForms(t)
	d.Mail(stage.Anna, "$A\nK.M 1 1000000000000 E+\nK.M 7 1000000000000 E+\n$K\nWir grüßen alle.\n")
	d.Cron()
	d.Says("the receipt", d.One(stage.Anna).Subject, "2 gut, 1 fehlerhaft")
	form := func() (subject, body string) {
		d.Writes("anna@demo.test", "BEFEHLE", "")
		l := d.One(stage.Anna)
		return l.Subject, strings.ReplaceAll(l.Body, "\r", "")
	}
	below := func(body string) string { return body[strings.Index(body, "$I 1 ***"):] }
	subject, told := form()
	d.Says("the bad line", told, "K.M 7 1000000000000 E+")
	if want := "$I 1 ***\n$A\nK.M 1 1000000000000 E+\n$K\nWir grüßen alle.\n$E\n"; below(told) != want {
		t.Fatalf("the letter has %q, want %q", below(told), want)
	}
	d.Writes("anna@demo.test", "Re: "+subject, clitest.Marked(strings.NewReplacer("$I 1 ***", d.Players[0].Identity,
		"1000000000000", "2000000000000").Replace(told)))
	d.Says("the receipt of the answer", d.One(stage.Anna).Subject, "2 gut, 0 fehlerhaft")
	if _, now := form(); below(now) != strings.ReplaceAll(below(told), "1000000000000", "2000000000000") {
		t.Errorf("in force now: %s", now)
	}
	if got := d.Got("gm@demo.test"); len(got) != 0 {
		t.Errorf("to the game master: %v", got)
	}
}

// `weltentor read` shows what an intake would take of such an answer.
func TestReadShowsAFilledForm(t *testing.T) {
	t.Parallel()
	head := "From: a@b.example\r\nTo: c@d.example\r\nSubject: Re: x\r\n\r\nHier:\r\n> === TEMPLATE 00000000 ===\r\n" +
		"> $I 4 "
		// its sum is another: it was changed
	for password, want := range map[string]int{"geheim": complaint.ExitDone, "password": complaint.ExitDone} {
		code, out, errs := clitest.Run(t, head+password+"\r\n> $N\r\n> #A\r\n> Hallo\r\n> #E\r\n", "read", "-", "--lang",
			"en")
		if code != want || out != "$I 4 "+password+"\n$N\n#A\nHallo\n#E\n" ||
			!strings.Contains(errs, "in the template that your letter quotes") {
			t.Errorf("%s: exit %d, %q, %q", password, code, out, errs)
		}
	}
	if code, out, _ := clitest.Run(t, strings.Replace(head, "> ===", "> > ===", 1)+"geheim\r\n> $N\r\n", "read", "-",
		"--lang",
		"en"); code != complaint.ExitNo || out != "" {
		t.Errorf("quoted twice: exit %d, %q", code, out)
	}
}
