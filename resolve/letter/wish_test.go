package letter

import (
	"strings"
	"testing"

	"weltentor/resolve/secrets"
)

// What is beside a word that asks is for a person. The line with the word is not.
func TestWhatIsBesideAWish(t *testing.T) {
	for line, want := range map[int]string{0: "a\nb\nc", 1: "b\nc", 2: "a\n\nc", 3: "a\nb", 4: "a\nb\nc"} {
		if got := (Wish{line: line}).Besides("a\nb\nc"); got != want {
			t.Errorf("without line %d: %q, want %q", line, got, want)
		}
	}
}

func TestTokensIn(t *testing.T) {
	const one, two = "WT-ABCDEFGHIJKLMNOPQRSTUVWXYZ", "WT-234567ABCDEFGHIJKLMNOPQRST"
	for _, c := range []struct {
		subject, text, quoted string
		want                  []string
	}{
		{"Re: [X] Bitte antworten " + one, "ja", "", []string{one}},
		{"Re: x", "ok", "text\n  " + strings.ToLower(two) + "\n", []string{two}},
		{one, "", two + " " + one, []string{one, two}},
		{"WT-ABC", "", "", nil},
		{strings.Repeat(one+" ", 3), two, "", []string{one, two}},
	} {
		if got := tokensIn(c.subject, c.text, c.quoted); strings.Join(got, " ") != strings.Join(c.want, " ") {
			t.Errorf("%+v: %q", c, got)
		}
	}
	if got := secrets.MaskLikely("Re: " + strings.ToLower(one) + " ja"); got != "Re: *** ja" {
		t.Errorf("a stored subject would be %q", got)
	}
	many := ""
	for _, c := range "ABCDEFGHIJKLMNOP" {
		many += "WT-" + strings.Repeat(string(c), 26) + "\n"
	}
	if got := tokensIn("", many, many); len(got) != tokensTried {
		t.Errorf("%d tokens would be tried", len(got))
	}
}
