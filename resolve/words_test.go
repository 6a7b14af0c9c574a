package resolve

import (
	"fmt"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/world"
)

// Advertisements that mention joining leave some invitations for those who write the word.
func TestWillingLeavesInvitations(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1, func(s *world.Settings) { s.Signup = true })
	b.sent("", day0)
	invited := 0
	writes := func(n int, subject, text string) {
		l := b.letter(1, text)
		l.From, l.Subject = fmt.Sprintf("who@example%d.net", n), subject
		if b.accept(l).Answered {
			invited++
		}
	}
	for n := range 40 {
		writes(n, "Hallo", "Ich möchte gern mitspielen.\n")
	}
	if invited != 15 { // half of 30
		t.Errorf("%d of 40 were invited", invited)
	}
	for n := range 40 {
		writes(100+n, "ANMELDUNG", "")
	}
	if invited != 30 {
		t.Errorf("%d of 80 were invited", invited)
	}
}

func TestWilling(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]phrase.Lang{
		"Kann ich mich noch anmelden?": phrase.De, "Darf man mitmachen": phrase.De,
		"Ich würde gern teilnehmen.": phrase.De, "Ist noch Platz zum Einsteigen?": phrase.De,
		"May I join you?": phrase.En, "How do I sign up": phrase.En, "I'd like to play": phrase.En,
		"Wie spielt sich das?": "", "A display of playing cards": "", "$I 1 x\nmitspielen": "", "": "",
	} {
		if got, ok := letter.Willing("", text); got != want || ok != (want != "") {
			t.Errorf("%q: %q %v, want %q", text, got, ok, want)
		}
	}
}
