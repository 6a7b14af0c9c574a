package mail_test

import (
	"regexp"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
)

// A player asks above the orders, the game master replies, and the player has it from the game, in that conversation: the
// code in the subject of the question releases one answer. Any other answer is confirmed by a letter more.
func TestAnswerByMail(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"gm.mail": `"gm@demo.test"`})
	d.Got("gm@demo.test")
	d.Writes("anna@demo.test", "Zug 1", "Wie viele Felder hat die Karte?\n\n"+d.Players[0].Identity+
		"\n$R\nK.M 1 1000 0 0\n$N\n#M\nUnd wann ist das Fest?\n#E\n$E\n")
	asked := d.LastID
	receipt := d.One(stage.Anna)
	d.Says("the receipt", receipt.Body, "neben den Befehlen ging am", "Nachricht an die Spielleitung (Zeile 7) ging am")
	his := d.Got("gm@demo.test")
	if len(his) != 2 {
		t.Fatalf("%d letters to the game master", len(his))
	}
	question, message := his[0], his[1]
	if strings.Contains(question.Subject, "#2]") {
		question, message = message, question
	}
	d.Says("the question", question.Subject+question.Body, "[Probe #1]", "  Wie viele Felder hat die Karte?",
		"anna@demo.test", "Eure Worte gehen sofort an anna@demo.test.")
	d.Says("the message", message.Subject+message.Body, "[Probe #2]", "  Und wann ist das Fest?", "anna@demo.test")

	// In a new world an address alone does not prove the game master. A line with a password that a command makes
	// does.
	d.Writes("gm@demo.test", "Re: "+question.Subject, "1300, Anna.\n", "In-Reply-To: "+question.ID)
	his = d.Got("gm@demo.test")
	if len(his) != 1 {
		t.Fatalf("%d letters to whoever proves nothing", len(his))
	}
	d.Says("who proves nothing", his[0].Body, "nichts weist nach, dass er von Euch ist", "SL PASSWORT")
	line := d.Done("realm", "passwd", d.Dir, "--gm")
	d.Writes("gm@demo.test", "Re: "+question.Subject,
		strings.TrimSpace(line)+"\n1200, Anna.\n\nAm Montag schrieb Probe:\n> Wie viele Felder\n",
		"In-Reply-To: "+question.ID)
	answer := d.One(stage.Anna)
	d.Says("the answer", answer.Body, "\n1200, Anna.\n")
	d.Lacks("the answer", answer.Body, "Wie viele Felder hat", strings.Fields(line)[2], codeOf(t, question.Subject))
	if answer.Answers != asked {
		t.Errorf("it answers %q, not %q", answer.Answers, asked)
	}
	his = d.Got("gm@demo.test")
	if len(his) != 1 {
		t.Fatalf("%d letters after it", len(his))
	}
	d.Says("what he is told", his[0].Body, "Eure Antwort auf #1", "ging an anna@demo.test")

	// The code has done its work: what comes with it later is shown first, and so is what comes without a code, from
	// a program, or with files.
	line = strings.TrimSpace(line) + "\n"
	for _, c := range []struct {
		subject, text string
		fields        []string
		says          string
	}{
		{"Re: " + question.Subject, "1100, Anna.\n", nil, "  1100, Anna.\n"},
		{"Re: [Probe #2]", "Am Montag.\n", nil, "  Am Montag.\n"},
		{"Re: [Probe #2] WT-MAK7S3OZHU66QYRPBWHGSVI5LU", "Am Dienstag.\n", nil, "  Am Dienstag.\n"},
		{"Re: " + message.Subject, "Bin im Urlaub.\n", []string{"Auto-Submitted: auto-replied"}, ""},
		{"Abwesenheitsnotiz: " + message.Subject, "Ich bin bis Montag nicht im Haus.\n", nil, ""},
	} {
		d.Writes("gm@demo.test", c.subject, line+c.text, c.fields...)
		d.None(stage.Anna)
		his = d.Got("gm@demo.test")
		if len(his) == 0 && c.says != "" || len(his) > 0 && !strings.Contains(his[0].Body, c.says) {
			t.Fatalf("%s, %s: %d letters, %+v", c.subject, c.text, len(his), his)
		}
	}
	d.Writes("gm@demo.test", "Re: [Probe #2]", line+"Am Freitag.\n", "In-Reply-To: "+message.ID)
	d.None(stage.Anna)
	his = d.Got("gm@demo.test")
	if len(his) != 1 {
		t.Fatalf("%d letters with a code", len(his))
	}
	d.Says("what he is to confirm", his[0].Body, "  Am Freitag.\n", "ginge so an anna@demo.test")
	d.Says("what he is to confirm", his[0].Body, "Der Auftrag kam mit Eurem Passwort.")
	code := d.Token(his[0])
	d.Writes("gm@demo.test", "Re: "+his[0].Subject, "Ja.\n", "In-Reply-To: "+his[0].ID)
	d.Says("the answer", d.One(stage.Anna).Body, "\nAm Freitag.\n")
	d.Got("gm@demo.test")
	d.Nowhere(code, codeOf(t, question.Subject), codeOf(t, message.Subject), strings.Fields(line)[2])

	// Anything else the game master writes is answered.
	d.Writes("gm@demo.test", "Hallo", "Bitte einen Zug weiter.\n")
	his = d.Got("gm@demo.test")
	if len(his) != 1 {
		t.Fatalf("%d letters about nothing", len(his))
	}
	d.Says("what works by mail", his[0].Body, "Es ist nichts geschehen")
}

// codeOf is the code in the subject of a letter to the game master.
func codeOf(t *testing.T, subject string) string {
	t.Helper()
	code := regexp.MustCompile(`WT-[A-Z0-9]+`).FindString(subject)
	if code == "" {
		t.Fatalf("no code in %q", subject)
	}
	return code
}
