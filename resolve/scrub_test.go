package resolve

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
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
		if got := secrets.Loosely(text); got != want {
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

// The passwords of a realm, in any spelling, are nowhere in the store, whatever became of the letter.
func TestOddlySpeltPasswordsAreNowhere(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	secret := b.passwords[1]
	bare := strings.ReplaceAll(secret, "-", "")
	spellings := []string{secret, strings.ToUpper(secret), bare, strings.ReplaceAll(secret, "-", "_"),
		strings.ReplaceAll(secret, "-", " ")}
	var z bytes.Buffer
	w := zip.NewWriter(&z)
	f, err := w.Create("word/document.xml")
	must(t, err)
	_, err = f.Write([]byte("<t>$I 1 " + secret + "</t>" + strings.Repeat(" ", 1000)))
	must(t, err)
	must(t, w.Close())
	for _, s := range spellings {
		for _, head := range []string{"$I 1 " + bare, "$I 1 wrong-word", "I 1 " + s, "no identity"} {
			l := b.letter(1, head+"\n$A\ndig 1\n$N\n#M\nit is "+s+"_\n#E\n")
			l.Subject, l.Part = "Zug_"+s, "zip: "+s+".txt"
			l.Notes = []phrase.Phrase{phrase.P("note.several-texts", phrase.Str("word", s+".txt"), phrase.Num("n", 1))}
			l.Files = []game.File{{Name: s + ".jpg", Data: []byte("\xff\xd8_" + s + "_")},
				{Name: "a.docx", Data: z.Bytes()}}
			b.accept(l)
		}
	}
	for _, d := range b.sent("", day0.Add(2*time.Hour)) {
		for _, s := range spellings {
			if strings.Contains(d.Text, s) {
				t.Errorf("a letter tells the password: %s", d.Text)
			}
		}
	}
	b.advance(friday)
	must(t, b.View(func(tx *store.Tx) error {
		return tx.ForEach(func(name []byte, bucket *store.Bucket) error {
			return b.searchFor(bucket, string(name), append(spellings, z.String())...)
		})
	}))
}
