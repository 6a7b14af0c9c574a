package mail_test

import (
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
)

// A player asks above his orders, the game master answers by mail, confirms, and the
// player has it from the game, in his conversation.
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
		"anna@demo.test")
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
	d.None(stage.Anna)
	his = d.Got("gm@demo.test")
	if len(his) != 1 {
		t.Fatalf("%d letters with a code", len(his))
	}
	d.Says("what he is to confirm", his[0].Body, "  1200, Anna.\n", "ginge so an anna@demo.test")
	d.Says("what he is to confirm", his[0].Body, "Der Auftrag kam mit Eurem Passwort.")
	d.Lacks("what he is to confirm", his[0].Body, "Wie viele Felder hat", strings.Fields(line)[2])
	code := d.Token(his[0])
	d.Writes("gm@demo.test", "Re: "+his[0].Subject, "Ja.\n", "In-Reply-To: "+his[0].ID)
	answer := d.One(stage.Anna)
	d.Says("the answer", answer.Body, "\n1200, Anna.\n")
	d.Lacks("the answer", answer.Body, "Wie viele", code)
	if answer.Answers != asked {
		t.Errorf("it answers %q, not %q", answer.Answers, asked)
	}
	his = d.Got("gm@demo.test")
	if len(his) != 1 {
		t.Fatalf("%d letters after it", len(his))
	}
	d.Says("what he is told", his[0].Body, "Eure Antwort auf #1", "ging an anna@demo.test")
	d.Nowhere(code, strings.Fields(line)[2])

	// Anything else the game master writes is answered.
	d.Writes("gm@demo.test", "Hallo", "Bitte einen Zug weiter.\n")
	his = d.Got("gm@demo.test")
	if len(his) != 1 {
		t.Fatalf("%d letters about nothing", len(his))
	}
	d.Says("what works by mail", his[0].Body, "Es ist nichts geschehen", "#2, ")
}
