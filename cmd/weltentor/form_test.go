package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

// newForms is a counter with a game master, where Anna has an army and has been
// sent her template.
func newForms(t *testing.T) (d *counter, template post, filled string) {
	t.Helper()
	d = newCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	d.mail(anna, "$R\nK.M 1 2000 0 0\n")
	d.cron()
	d.done("turn", d.dir, "--force")
	d.done("send", d.dir)
	d.fresh(anna)
	d.fresh(bob)
	d.got("gm@demo.test")
	d.writes("anna@demo.test", "VORLAGE", "")
	template = d.one(anna)
	filled = strings.ReplaceAll(template.body, "\r", "")
	filled = strings.Replace(filled, "$I 1 Passwort 2", d.players[0].identity+" 2", 1)
	if filled = strings.Replace(filled, "K.M 1 0000000000000 V+", "K.M 1 1000000000000 E+", 1); filled ==
		template.body {
		t.Fatal("nothing to fill in", filled)
	}
	return d, template, filled
}

func marked(text string) string {
	return "Am 2.3.2026 um 12:00 schrieb Probe <" + gameAddress + ">:\n> " +
		strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n> ") + "\n"
}

func headed(text string) string {
	return "________________________________\nVon: Probe <" + gameAddress +
		">\nGesendet: Montag\nAn: Anna\nBetreff: Eine Befehlsvorlage\n\n" + text
}

// The template may be filled in where an answer quotes it.
func TestFormFilledInWhereItIsQuoted(t *testing.T) {
	t.Parallel()
	d, template, filled := newForms(t)
	body := "<p>Hier</p><hr><p><b>Von:</b> Probe<br><b>Gesendet:</b> Montag<br><b>An:</b> Anna<br><b>Betreff:</b> " +
		"x</p><p>" + strings.ReplaceAll(filled, "\n", "<br>\n") + "</p>"
	between := regexp.MustCompile(`\n> (K\.M 1 )`).ReplaceAllString(marked(filled), "\n$1") // typed anew, so not marked
	for i, c := range []struct{ name, text, kind string }{
		{"marked", "Hier:\n\n" + marked(filled), ""},
		{"below a head", "Hier:\n\n" + headed(filled), ""},
		{"HTML", body, "text/html"},
		{"a line between", "Gruß\n" + between, ""},
		{"nothing else", marked(filled), ""},
		{"a signature below", marked(filled) + "\n-- \nAnna\n", ""},
	} {
		d.now = d.now.Add(time.Hour)
		raw := fmt.Sprintf("From: anna@demo.test\r\nTo: %s\r\nSubject: Re: %s\r\nMessage-ID: <f%d@player.test>\r\n"+
			"Content-Type: %s; charset=UTF-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n%s",
			gameAddress, template.subject, i, strings.TrimSpace(c.kind+" "), strings.ReplaceAll(c.text, "\n", "\r\n"))
		if c.kind == "" {
			raw = strings.Replace(raw, "Content-Type: ;", "Content-Type: text/plain;", 1)
		}
		d.office.post(t, "anna@demo.test", []byte(raw))
		d.cron()
		l := d.one(anna)
		if !strings.Contains(l.subject, "Befehle angekommen: 1 gut, 0 fehlerhaft") ||
			!strings.Contains(l.body, "K.M 1 soll erobern") ||
			!strings.Contains(l.body, "standen in der Vorlage, die Euer Brief zitiert") {
			t.Errorf("%s: %s\n%s", c.name, l.subject, l.body)
		}
	}
	d.writes("anna@demo.test", "Re: Vorlage",
		strings.Replace(marked(filled), "\n> $A", "\n$R\nK.M 2 1000 0 0\n> $A", 1))
	d.says("a section between", d.one(anna).body, "Angenommen: 2 Zeilen ", "K.M 1 soll erobern",
		"K.M 2 wird mit 1000 Mann")
	d.writes("anna@demo.test", "Re: Vorlage", "$R\nK.M 3 1000 0 0\n\n"+marked(filled))
	d.says("a section above", d.one(anna).body,
		"1 Zeile gut.\nHINWEIS: Befehle standen auch in: Eurem Text außerhalb des Zitats. Die gelten NICHT; gelesen "+
			"wurde nur: der zitierten Vorlage.")
	if got := d.got("gm@demo.test"); len(got) != 0 {
		t.Errorf("to the game master: %v", got)
	}
	d.nowhere(strings.Fields(d.players[0].identity)[2])
}

// What somebody says above it is for the game master.
func TestFormWithAQuestion(t *testing.T) {
	t.Parallel()
	d, template, filled := newForms(t)
	d.writes("anna@demo.test", "Re: "+template.subject, "Wo liegt eigentlich das Feld 3/1?\n\n"+marked(filled))
	d.says("the receipt", d.one(anna).subject, "1 gut")
	d.says("to the master", d.master(), "Wo liegt eigentlich das Feld 3/1?")
}

// An answer that merely quotes it asks something; what Anna sent herself is not
// sent again by quoting it.
func TestQuotedOrdersAreNotSentAgain(t *testing.T) {
	t.Parallel()
	d, template, filled := newForms(t)
	d.writes("anna@demo.test", "Re: "+template.subject, "Danke!\n\n"+marked(template.body))
	d.says("thanks", d.one(anna).subject, "an die Spielleitung weitergereicht")
	d.master()

	d.writes("anna@demo.test", "Re: "+template.subject, "Was heißt denn V+ in der Vorlage?\n\n"+headed(template.body))
	d.says("a question", d.one(anna).subject, "an die Spielleitung weitergereicht")
	d.says("to the master", d.master(), "Was heißt denn V+ in der Vorlage?")

	unread := regexp.MustCompile(`\((\d+) Zeilen\) stehen in zitiertem Text; der wird nicht gelesen`)
	for name, text := range map[string]string{
		"her own mail":              "Hier:\n\n" + marked(filled[strings.Index(filled, "$I"):]),
		"her answer, marked twice":  "Hier:\n\n" + marked(marked(filled)+"\n$A\nK.M 1 1 E\n"),
		"her answer, below heads":   "Hier:\n\n" + headed("Von mir\n\n$A\nK.M 1 1 E\n"+headed(filled)),
		"her answer, below and in":  "Hier:\n\n" + headed("$A\nK.M 1 1 E\n\n"+marked(filled)),
		"her own, below a head":     "Hier:\n\n" + headed(filled[strings.Index(filled, "$I"):]),
		"nothing but her own":       marked(filled[strings.Index(filled, "$I"):]),
		"her answer, a head within": marked("$A\nK.M 1 1 E\n\n" + headed(filled)),
	} {
		d.now = d.now.Add(time.Hour)
		d.writes("anna@demo.test", "Re: Zug 2", text)
		l := d.one(anna)
		if !strings.Contains(l.subject, "Befehle NICHT angenommen: nur zitierte Zeilen") ||
			!unread.MatchString(l.body) ||
			!strings.Contains(l.body, "Von Euch liegen für diesen Zug keine Befehle vor.") {
			t.Errorf("%s: %s\n%s", name, l.subject, l.body)
		}
	}
	d.writes("anna@demo.test", "Re: Zug 2", "Sind die denn bei Euch angekommen, oder nicht?\n\n"+
		marked(filled[strings.Index(filled, "$I"):]))
	d.says("a question over her own mail", d.one(anna).body, "ging als Frage", "in zitierten Zeilen", "ohne >")
	if got := d.got("gm@demo.test"); len(got) != 1 {
		t.Errorf("to the game master: %v", got)
	}
}

// Orders changed in the quote without the password: the word of the template is
// none, and the answer says which belongs there.
func TestFormWithoutThePassword(t *testing.T) {
	t.Parallel()
	d, template, _ := newForms(t)
	changed := strings.Replace(template.body, "K.M 1 0000000000000 V+", "K.M 1 1000000000000 E+", 1)
	d.writes("anna@demo.test", "Re: "+template.subject, marked(changed))
	l := d.one(anna)
	d.says("the word of the template", l.subject, "Befehle NICHT angenommen: Passwort fehlt")
	d.says("the word of the template", l.body, "steht Passwort. Dorthin gehört Euer eigenes Passwort", "PASSWORT",
		"Ihr habt Zeit bis")
	if strings.Contains(l.body, "ersetzt diesen") {
		t.Errorf("nothing is there to be replaced:\n%s", l.body)
	}
	d.writes("bob@demo.test", "orders", "$I 2 password 2\n$S\ninfo\n")
	d.says("the English word", d.one(bob).body, "has password in it. Put your own password there")
	wrong := strings.Replace(changed, "Passwort 2", "abcd-efgh-jkmnp 2", 1)
	d.writes("anna@demo.test", "Re: "+template.subject, marked(wrong))
	d.says("a wrong one", d.one(anna).body, "ein falsches Passwort", "schickt PASSWORT an "+gameAddress)
}

// The orders in force, as ORDERS tells them, are such a form, too.
func TestOrdersInForceAreAForm(t *testing.T) {
	t.Parallel()
	d, _, _ := newForms(t)
	d.mail(anna, "$A\nK.M 1 1000000000000 E+\n")
	d.cron()
	d.one(anna)
	d.writes("anna@demo.test", "BEFEHLE", "")
	told := d.one(anna)
	changed := strings.Replace(strings.Replace(told.body, "$I 1 ***", d.players[0].identity, 1),
		"K.M 1 1000000000000 E+", "K.M 1 2000000000000 E+", 1)
	d.writes("anna@demo.test", "Re: "+told.subject, marked(changed))
	d.says("the receipt", d.one(anna).body, "+ $A K.M 1 2000000000000 E+")
	d.writes("anna@demo.test", "Re: "+told.subject, "Danke\n"+marked(told.body))
	d.says("thanks", d.one(anna).subject, "weitergereicht")
}

// `weltentor read` shows what an intake would take of such an answer.
func TestReadShowsAFilledForm(t *testing.T) {
	head := "From: a@b.example\r\nTo: c@d.example\r\nSubject: Re: x\r\n\r\nHier:\r\n> === TEMPLATE 00000000 ===\r\n" +
		"> $I 4 "
		// its sum is another: it was changed
	for password, want := range map[string]int{"geheim": exitDone, "password": exitDone} {
		code, out, errs := sh(t, head+password+"\r\n> $N\r\n> #A\r\n> Hallo\r\n> #E\r\n", "read", "-", "--lang", "en")
		if code != want || out != "$I 4 "+password+"\n$N\n#A\nHallo\n#E\n" ||
			!strings.Contains(errs, "in the template that your letter quotes") {
			t.Errorf("%s: exit %d, %q, %q", password, code, out, errs)
		}
	}
	if code, out, _ := sh(t, strings.Replace(head, "> ===", "> > ===", 1)+"geheim\r\n> $N\r\n", "read", "-", "--lang",
		"en"); code != exitNo || out != "" {
		t.Errorf("quoted twice: exit %d, %q", code, out)
	}
}
