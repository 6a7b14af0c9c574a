package complaint

import (
	"testing"

	"weltentor/orders/phrase"
)

// What a shell reads literally stays as it is; everything else is quoted.
func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{
		"bovistan": "bovistan", "../a-b_c/d.e+f@g,h:i%j=k": "../a-b_c/d.e+f@g,h:i%j=k", "Größe": "Größe", "": "''",
		"a b": "'a b'", "a'b": `'a'\''b'`, "$HOME": "'$HOME'", "a;b": "'a;b'", "~x": "'~x'",
		"a\tb": "'a\tb'", "*": "'*'",
	} {
		if got := Quoted(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}

// Names are quoted in commands, and nowhere else.
func TestSayQuotesInCommands(t *testing.T) {
	b, err := phrase.Load(phrase.En, []byte("x = \"{dir}: `a {dir}/b {file}` in {dir}/c, `{path} {why}`\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	p := phrase.P("x", phrase.Str("dir", "a `b"), phrase.Str("file", "f"), phrase.Str("path", "p q"),
		phrase.Str("why", "r s"))
	if got, want := Say(b, p), "a `b: `a 'a `b'/b f` in a `b/c, `'p q' r s`"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if p.Args[0].S != "a `b" {
		t.Error("the phrase is changed")
	}
}
