package proof

import (
	"testing"

	"weltentor/mailer/incoming"
	"weltentor/mailer/mime"
)

// Both forms of a domain are the same address. This holds for the game's own, which does not answer itself, and for
// the field that binds a proof to the game.
func TestAddressesInBothForms(t *testing.T) {
	const ours, theirs = "spiel@müller.example", "Spiel@XN--MLLER-KVA.example"
	if !mime.OneAddress(ours, theirs) || !mime.OneAddress(theirs, ours) || mime.OneAddress(ours, "spiel@mueller.example") ||
		mime.OneAddress("jörg@x.example", "joerg@x.example") || mime.OneAddress("\u212aim@x.example", "kim@x.example") ||
		mime.OneAddress("k\u0130m@x.example", "kim@x.example") || mime.OneAddress("\u2126@x.example", "ω@x.example") ||
		!mime.OneAddress("Kim@X.example.", "kim@x.example") || !mime.OneAddress("kim@müller.example.", "kim@xn--mller-kva.example") {
		t.Error("addresses are compared otherwise")
	}
	for _, own := range []string{ours, theirs} {
		for _, to := range []string{ours, theirs, "J\xf6rg <" + theirs + ">", "Jörg <" + ours + ">"} {
			raw := "From: a@b.example\r\nTo: " + to + "\r\n\r\n\r\n"
			fields, _, ok := strictFields([]byte(raw))
			if c := (claim{fields: fields}); !ok || !c.names("to", own) {
				t.Errorf("%q does not name %s", to, own)
			}
		}
		if r, err := incoming.Read(t.Context(), []byte("From: "+theirs+"\r\n\r\nx\r\n"), incoming.ReadOptions{Own: own}); err != nil ||
			r.Machine != "own address" {
			t.Errorf("own %s: %q, %v", own, r.Machine, err)
		}
	}
}
