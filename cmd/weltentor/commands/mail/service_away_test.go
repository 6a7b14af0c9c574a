package mail_test

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/cmd/weltentor/clitest"
	"weltentor/cmd/weltentor/e2e/stage"
)

// Somebody asks for a new password, and for a pause, in the name of a player who is away. The player's automatic reply
// brings the code back, but is not a yes. A reply by the player is one.
func TestServiceIsNotConfirmedByAnAutomaticAnswer(t *testing.T) {
	t.Parallel()
	for n, head := range []string{
		"Subject: Abwesend Re: SUBJECT",
		"Subject: Out of the office Re: SUBJECT",
		"Subject: Re: SUBJECT\r\nX-Vacation: yes",
		"Subject: Vacation Re: x\r\nPrecedence: bulk",
		"Subject: Urlaub",
	} {
		d := clitest.NewCounter(t, nil)
		word := []string{"PASSWORT", "PAUSE 3"}[n%2]
		d.Writes("anna@demo.test", word, "")
		asked := d.One(stage.Anna)
		quoted := "Ich bin nicht da.\r\n\r\n> " +
			strings.ReplaceAll(strings.TrimRight(asked.Body, "\n"), "\n", "\r\n> ") + "\r\n"
		d.Office.Post(t, "anna@demo.test",
			[]byte(fmt.Sprintf("From: Anna <anna@demo.test>\r\nTo: %s\r\n"+
				"Message-ID: <away%d@demo.test>\r\n%s\r\n\r\n%s",
				stage.GameAddress, n, strings.Replace(head, "SUBJECT", asked.Subject, 1), quoted)))
		d.Cron()
		l := d.One(stage.Anna)
		d.Says(head, l.Subject, "[Probe] Noch nicht bestätigt")
		d.Says(head, l.Body, "sieht aus wie eine automatische Antwort", "der Code gilt weiter")
		d.Nowhere(d.Token(asked))
		if list := d.Done("realm", "list", d.Dir); strings.Contains(list, "absent") {
			t.Errorf("%s: the pause counts\n%s", head, list)
		}
		d.Mail(stage.Anna, "$R\nK.M 1 1000 0 0\n")
		d.Cron()
		d.Says("the old password", d.One(stage.Anna).Subject, "Befehle angekommen: 1 gut")
		d.Writes("anna@demo.test", "Re: "+asked.Subject, "Ja.\n")
		if l := d.One(stage.Anna); strings.Contains(l.Subject, "Noch nicht") || clitest.TokenIn.MatchString(l.Subject) {
			t.Errorf("%s: her own answer: %s\n%s", head, l.Subject, l.Body)
		}
	}
}

// If a stranger's automatic reply answers a sign-up, nobody is told.
func TestSignupIsNotConfirmedByAnAutomaticAnswer(t *testing.T) {
	t.Parallel()
	d := clitest.NewCounter(t, map[string]string{"signup.open": "true", "gm.mail": `"gm@demo.test"`})
	d.Writes(clitest.Stranger, "ANMELDUNG", "Name: Cilli\nReich: Cedania\n")
	asked := d.Got(clitest.Stranger)
	if len(asked) != 1 {
		t.Fatalf("%d letters", len(asked))
	}
	d.Writes(clitest.Stranger, "Abwesend: Re: "+asked[0].Subject, "Ich bin nicht da.\n")
	if l := d.Got(clitest.Stranger); len(l) != 0 {
		t.Errorf("told %+v", l)
	}
	if list := d.Done("realm", "list", d.Dir); strings.Contains(list, "Cedania") {
		t.Error(list)
	}
	d.Writes(clitest.Stranger, "Re: "+asked[0].Subject, "Ja.\n")
	if l := d.Got(clitest.Stranger); len(l) == 0 {
		t.Error("her own answer is not heard")
	}
}
