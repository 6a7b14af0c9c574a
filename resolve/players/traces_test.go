package players_test

import (
	"testing"

	"weltentor/resolve/players"
	"weltentor/resolve/roster"
)

// An address is found in a text in each form of its domain, whatever letters or signs are around it. It is not found
// as a part of a longer one.
func TestAddressesAreFoundInTexts(t *testing.T) {
	const hidden = "* * *"
	for _, c := range []struct{ mail, text, want string }{
		{"kim@пример.рф", "from kim@пример.рф, today", "from " + hidden + ", today"},
		{"kim@пример.рф", "<kim@xn--e1afmkfd.xn--p1ai>", "<" + hidden + ">"},
		{"+kim@example.org", "(+kim@example.org)", "(" + hidden + ")"},
		{"+kim@example.org", "anna+kim@example.org", "anna+kim@example.org"},
		{"kim@例子.中国", "kim@例子.中国", hidden},
		{"kim@例子.中国", "请写kim@例子.中国谢谢", "请写" + hidden + "谢谢"},
		{"änne@example.org", "an änne@example.org.", "an " + hidden + "."},
		{"änne@example.org", "Hänne@example.org", "Hänne@example.org"},
		{"nne@example.org", "änne@example.org", "änne@example.org"},
		{"kim@müller.example", "kim@xn--mller-kva.example", hidden},
		{"kim@müller.example", "Kim@XN--MLLER-KVA.example and KIM@MÜLLER.example", hidden + " and " + hidden},
		{"kim@xn--mller-kva.example", "mailto:kim@müller.example", "mailto:" + hidden},
		{"kim@example.org", "anna.kim@example.org kim2@example.org 2kim@example.org", ""},
		{"kim@example.org", "kim@example.orgs kim@example.org.uk kim@example.org2", ""},
		{"kim@example.org", "kim@example.orgs kim@example.org", "kim@example.orgs " + hidden},
		{"kim@example.org", "kim@example.org.Then", hidden + ".Then"},
		{"kim@example.org", "die kim@example.org-Adresse", "die " + hidden + "-Adresse"},
		{"kim@example.org", "'kim@example.org' _kim@example.org_ -kim@example.org", "'" + hidden + "' _" + hidden + "_ -" + hidden},
		{"kim@example.org", "kim@example.org,kim@example.org", hidden + "," + hidden},
		{"kim@example.org", "kimxexample.org", ""},
		{"", "kim@example.org", ""},
	} {
		rec := roster.RealmRecord{}
		if c.mail != "" {
			rec.Mail = []string{c.mail}
		}
		if c.want == "" {
			c.want = c.text
		}
		traces := players.TracesOf(1, rec, 0)
		if got := traces.Without(c.text); got != c.want || traces.In(c.text) != (c.want != c.text) {
			t.Errorf("%s in %q: %q, want %q; %v", c.mail, c.text, got, c.want, traces.In(c.text))
		}
	}
}

// One address may be the beginning of another.
func TestBothOfTwoAddressesAreFound(t *testing.T) {
	traces := players.TracesOf(1, roster.RealmRecord{Mail: []string{"kim@example.co", "kim@example.com"}}, 0)
	if got := traces.Without("kim@example.com kim@example.co"); got != "* * * * * *" {
		t.Error(got)
	}
}
