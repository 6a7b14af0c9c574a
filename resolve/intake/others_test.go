package intake_test

import (
	"strings"
	"testing"
	"time"

	"weltentor/resolve/receipt"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// Orders that the sender forwards or quotes are not their own words: a proof is not enough for them, but a password
// is. A form of ours is no better, since anybody can write the line above it.
func TestWordsOfOthersNeedAPassword(t *testing.T) {
	t.Parallel()
	const right, none = "$I 1 PASSWORD\n$A\ndig 2\n", "$I 1\n$A\ndig 2\n"
	for _, c := range []struct {
		auth world.Auth
		text string
		want receipt.Fate
	}{
		{world.ByPassword, right, receipt.Taken},
		{world.ByDKIM, none, receipt.Unproven},
		{world.ByDKIM, right, receipt.Unproven},
		{world.ByEither, none, receipt.Unproven},
		{world.ByEither, right, receipt.Taken},
		{world.ByBoth, right, receipt.Taken},
	} {
		for _, how := range []string{"forwarded", "a form"} {
			b := worldtest.Found(t, worldtest.Tiny{}, 1, asking(c.auth))
			b.Sent("", worldtest.Day0)
			text := strings.ReplaceAll(c.text, "PASSWORD", b.Passwords[1])
			l := b.Letter(1, text)
			if l.Proof = proof; how == "a form" {
				l = b.Letter(1, "See below.\n")
				l.Proof, l.Form, l.Quoted = proof, "=== TEMPLATE 00000000 ===\n"+text, text
			} else {
				l.Others = true
			}
			a := b.Accept(l)
			if a.Fate != c.want || strings.Contains(b.InForce(1), "dig 2") != (c.want == receipt.Taken) {
				t.Errorf("%s, %s %q: %s %q, want %s", c.auth, how, c.text, a.Fate, a.Reason.Code, c.want)
			}
			letters := b.Sent("", worldtest.Day0.Add(time.Hour))
			if c.want == receipt.Unproven && (len(letters) != 1 ||
				!strings.Contains(letters[0].Text,
					"die Befehle stehen in einem anderen Brief, den er weiterleitet oder zitiert")) {
				t.Errorf("%s, %s %q: told %+v", c.auth, how, c.text, letters)
			}
		}
	}
}
