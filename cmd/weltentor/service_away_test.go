package main

import (
	"fmt"
	"strings"
	"testing"
)

// Somebody asks for a new password, and for a pause, in the name of a player who
// is away. What his program answers by itself brings the token back, and is no
// yes; what he answers himself is one.
func TestServiceIsNotConfirmedByAnAutomaticAnswer(t *testing.T) {
	t.Parallel()
	for n, head := range []string{
		"Subject: Abwesend Re: SUBJECT",
		"Subject: Out of the office Re: SUBJECT",
		"Subject: Re: SUBJECT\r\nX-Vacation: yes",
		"Subject: Re: SUBJECT\r\nPrecedence: bulk",
		"Subject: Re: SUBJECT\r\nX-Auto-Response-Suppress: All",
		"Subject: Urlaub",
	} {
		d := newCounter(t, nil)
		word := []string{"PASSWORT", "PAUSE 3"}[n%2]
		d.writes("anna@demo.test", word, "")
		asked := d.one(anna)
		quoted := "Ich bin nicht da.\r\n\r\n> " +
			strings.ReplaceAll(strings.TrimRight(asked.body, "\n"), "\n", "\r\n> ") + "\r\n"
		d.office.post(t, "anna@demo.test",
			[]byte(fmt.Sprintf("From: Anna <anna@demo.test>\r\nTo: %s\r\n"+
				"Message-ID: <away%d@demo.test>\r\n%s\r\n\r\n%s",
				gameAddress, n, strings.Replace(head, "SUBJECT", asked.subject, 1), quoted)))
		d.cron()
		l := d.one(anna)
		d.says(head, l.subject, "[Probe] Noch nicht bestätigt")
		d.says(head, l.body, "sieht aus wie eine automatische Antwort", "der Code gilt weiter")
		d.nowhere(d.token(asked))
		if list := d.done("realm", "list", d.dir); strings.Contains(list, "absent") {
			t.Errorf("%s: the pause counts\n%s", head, list)
		}
		d.mail(anna, "$R\nK.M 1 1000 0 0\n")
		d.cron()
		d.says("the old password", d.one(anna).subject, "Befehle angekommen: 1 gut")
		d.writes("anna@demo.test", "Re: "+asked.subject, "Ja.\n")
		if l := d.one(anna); strings.Contains(l.subject, "Noch nicht") || tokenIn.MatchString(l.subject) {
			t.Errorf("%s: her own answer: %s\n%s", head, l.subject, l.body)
		}
	}
}

// Nobody hears of a sign-up that a stranger's program has answered.
func TestSignupIsNotConfirmedByAnAutomaticAnswer(t *testing.T) {
	t.Parallel()
	d := newCounter(t, map[string]string{"signup.open": "true", "gm.mail": `"gm@demo.test"`})
	d.writes(stranger, "ANMELDUNG", "Name: Cilli\nReich: Cedania\n")
	asked := d.got(stranger)
	if len(asked) != 1 {
		t.Fatalf("%d letters", len(asked))
	}
	d.writes(stranger, "Abwesend: Re: "+asked[0].subject, "Ich bin nicht da.\n")
	if l := d.got(stranger); len(l) != 0 {
		t.Errorf("told %+v", l)
	}
	if list := d.done("realm", "list", d.dir); strings.Contains(list, "Cedania") {
		t.Error(list)
	}
	d.writes(stranger, "Re: "+asked[0].subject, "Ja.\n")
	if l := d.got(stranger); len(l) == 0 {
		t.Error("her own answer is not heard")
	}
}
