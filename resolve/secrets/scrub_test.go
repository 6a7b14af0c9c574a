package secrets_test

import (
	"testing"

	"weltentor/orders"
	"weltentor/resolve/secrets"
)

func TestLoosely(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"k7mw-x3pq-hhd42":                    "***",
		"K7MWX3PQHHD42.txt":                  "***.txt",
		"zug_k7mw_x3pq_hhd42_":               "zug_***_",
		"ist k7mw x3pq hhd42, ja":            "ist ***, ja",
		"k7mw–x3pq–hhd42":                    "***",
		"k7mw-x3pq-hhd423":                   "k7mw-x3pq-hhd423", // longer than one
		"ük7mw-x3pq-hhd42":                   "ük7mw-x3pq-hhd42",
		"xk7mw-x3pq-hhd42 k7mw-x3pq-hhd42":   "xk7mw-x3pq-hhd42 ***",
		"K.M 1 1230045600000 V- D.N 1 25":    "K.M 1 1230045600000 V- D.N 1 25", // no 0 and 1 in ours
		"nach dem Passwort k7mwx3pqhhd42!":   "nach dem Passwort ***!",
		"haus k7mwx3pqhhd42k7mwx3pqhhd42":    "haus k7mwx3pqhhd42k7mwx3pqhhd42",
		"k7mw-x3pq-hhd42 und k7mwx3pqhhd42 ": "*** und *** ",
	} {
		if got := secrets.MaskLikely(text); got != want {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
}

// A text of orders loses the given password, in any spelling, and nothing else that merely has thirteen letters.
func TestScrubKeepsNames(t *testing.T) {
	t.Parallel()
	id := &orders.Identity{Realm: 1, Password: "K7mw-x3pq-hhd42"}
	text := "$I 1 K7mw-x3pq-hhd42\n$A\nDame_Graf_Kunst 1 ; k7mwx3pqhhd42\nPyrenaengaubb 2 k7mw x3pq hhd42 " +
		"_K7MW_X3PQ_HHD42_\n"
	want := "$I 1 ***\n$A\nDame_Graf_Kunst 1 ; ***\nPyrenaengaubb 2 *** _***_\n"
	if got := secrets.Scrub(text, id); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
