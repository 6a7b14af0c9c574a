package resolve

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/receipt"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// The passwords of a realm, in any spelling, are nowhere in the store, whatever became of the letter.
func TestOddlySpeltPasswordsAreNowhere(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	secret := b.Passwords[1]
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
			l := b.Letter(1, head+"\n$A\ndig 1\n$N\n#M\nit is "+s+"_\n#E\n")
			l.Subject, l.Part = "Zug_"+s, "zip: "+s+".txt"
			l.Notes = []phrase.Phrase{phrase.P("note.several-texts", phrase.Str("word", s+".txt"), phrase.Num("n", 1))}
			l.Files = []game.File{{Name: s + ".jpg", Data: []byte("\xff\xd8_" + s + "_")},
				{Name: "a.docx", Data: z.Bytes()}}
			b.Accept(l)
		}
	}
	for _, d := range b.Sent("", worldtest.Day0.Add(2*time.Hour)) {
		for _, s := range spellings {
			if strings.Contains(d.Text, s) {
				t.Errorf("a letter tells the password: %s", d.Text)
			}
		}
	}
	b.Advance(worldtest.Friday)
	b.Hides(append(spellings, z.String())...)
}

func TestPasswordsAreNowhere(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	secret := b.Passwords[1]
	l := b.Letter(1, "$I 1 PASSWORD\n$A\ndig 1 ; PASSWORD\nPASSWORD\n$N\n#M\nmy password is PASSWORD\n#E\n")
	l.Subject = "Zug " + secret
	l.Files = []game.File{{Name: "note.txt", Type: "text/plain", Data: []byte("see " + secret)}}
	b.Accept(l)
	b.Send(1, "$I 1 wrong-secret-word\n$A\ndig 1\n", receipt.WrongWord)
	_, err := intake.Submit(b.World, 1, "$I 1 "+secret+"\n$A\ndig 2\n", worldtest.Day0.Add(time.Hour))
	must(t, err)
	forgot := b.Letter(1, "I 1 PASSWORD\n$A\ndig 1\n") // no `$`
	b.Accept(forgot)
	forgot = b.Letter(1, "$I 1\nPASSWORD\n$A\ndig 1\n")
	b.Accept(forgot)
	auto := b.Letter(1, "")
	auto.Machine, auto.Subject = "auto-replied", "Re: $I 1 "+secret
	b.Accept(auto)
	b.Advance(worldtest.Friday)
	b.Hides(secret, "wrong-secret-word")
	if bytes.Contains(b.Bytes(), []byte(secret)) {
		t.Error("the password stands in the store's file")
	}
}
