package intake_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/limits"
	"weltentor/resolve/worldtest"
)

// fills fills in the form on the public page, and returns to whom a letter leaves because of it.
func fills(b *worldtest.Game, id, mail string, lang phrase.Lang) (to []string) {
	b.T.Helper()
	_, err := intake.AcceptForm(b.World, id, mail, lang, b.ClockAt)
	worldtest.Must(b.T, err)
	for _, sent := range b.Sent("", b.ClockAt) {
		to = append(to, sent.To)
	}
	return to
}

// The form of the public page brings what SIGNUP brings by mail: a letter with a code, in the language of the form. An
// answer to that signs up, nothing else. The same form does nothing when it comes again.
func TestFormSignsUp(t *testing.T) {
	t.Parallel()
	for lang, word := range map[phrase.Lang]string{phrase.De: "ANMELDEN", phrase.En: "SIGNUP"} {
		b := worldtest.Found(t, worldtest.Tiny{}, 1)
		b.World.Settings.Signup = true
		b.Sent("", b.ClockAt)
		byMail := b.Newcomer("cay@three.example", word)
		b.Accept(byMail)
		want := b.Sent("", b.ClockAt)
		_, err := intake.AcceptForm(b.World, "1", "ann@one.example", lang, b.ClockAt)
		worldtest.Must(t, err)
		got := b.Sent("", b.ClockAt)
		if len(got) != 1 || len(want) != 1 || got[0].To != "ann@one.example" || got[0].Subject == "" {
			t.Fatalf("%+v %+v", got, want)
		}
		lines := func(text string) (out []string) { // without the codes, which differ
			for line := range strings.Lines(text) {
				if !strings.Contains(line, "-") {
					out = append(out, line)
				}
			}
			return out
		}
		if a, b := lines(got[0].Text), lines(want[0].Text); !slices.Equal(a, b) || len(a) < 5 {
			t.Errorf("by the form\n%s\nby mail\n%s", got[0].Text, want[0].Text)
		}
		if again := fills(b, "1", "ann@one.example", lang); again != nil {
			t.Errorf("the same form: %q", again)
		}
		if names := b.Playing(); len(names) != 1 {
			t.Errorf("signed up: %q", names)
		}
	}
}

// Nobody gets a letter by the form who plays, or is the game master, or cannot be written to, or who would not get one by
// mail; and not more than half of the day's invitations go that way.
func TestFormIsBounded(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	b.Sent("", b.ClockAt)
	if to := fills(b, "closed", "ann@one.example", phrase.De); to != nil {
		t.Errorf("sign-up is closed: %q", to)
	}
	b.World.Settings.Signup = true
	for n, mail := range []string{"leiter@example.org", "r1@example.org", b.World.Settings.Address, "", "nobody", "a@b@c.example",
		"ann@one.example\nBcc: bob@two.example", "ann <ann@one.example>", "ann@one.example, bob@two.example", "postmaster@one.example"} {
		if to := fills(b, fmt.Sprint("to ", n), mail, phrase.De); to != nil {
			t.Errorf("%q: %q", mail, to)
		}
	}
	told := 0
	for n := range limits.Invitations.Most() {
		to := fills(b, fmt.Sprint(n), fmt.Sprintf("p@d%d.example", n), phrase.En)
		told += len(to)
	}
	if told != limits.Invitations.Most()/2 {
		t.Errorf("%d of %d letters leave", told, limits.Invitations.Most())
	}
	b.Accept(b.Newcomer("zoe@last.example", "SIGNUP"))
	if to := b.Sent("", b.ClockAt); len(to) != 1 {
		t.Errorf("whoever writes gets %d letters", len(to))
	}
}
