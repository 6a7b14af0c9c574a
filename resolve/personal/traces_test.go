package personal

import (
	"encoding/json"
	"testing"
	"time"

	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
)

// An address is found in a text in each form of its domain, whatever letters or signs are around it. It is not found
// as a part of a longer one.
func TestAddressesAreFoundInTexts(t *testing.T) {
	const hidden = secrets.Hidden
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
		traces := TracesOf(1, rec, 0)
		if got := traces.without(c.text); got != c.want || traces.In(c.text) != (c.want != c.text) {
			t.Errorf("%s in %q: %q, want %q; %v", c.mail, c.text, got, c.want, traces.In(c.text))
		}
	}
}

// One address may be the beginning of another.
func TestBothOfTwoAddressesAreFound(t *testing.T) {
	traces := TracesOf(1, roster.RealmRecord{Mail: []string{"kim@example.co", "kim@example.com"}}, 0)
	if got := traces.without("kim@example.com kim@example.co"); got != secrets.Hidden+" "+secrets.Hidden {
		t.Error(got)
	}
}

// Older stores know all former players of a realm together, by their addresses. They are one person, whose time ends
// when the last one left; if that is unknown, only the addresses count.
func TestFormerPlayersOfAnOlderStore(t *testing.T) {
	left := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	for _, known := range []bool{true, false} {
		var rec roster.RealmRecord
		raw := `{"mail": ["kim@example.org"], "former": ["a@example.org", "b@example.org"], "former_stood": ["c@example.org"]`
		if known {
			raw += `, "left": [{"mail": "b@example.org", "player": "B", "at": "2026-11-24T12:00:00Z"}]`
		}
		if err := json.Unmarshal([]byte(raw+"}"), &rec); err != nil {
			t.Fatal(err)
		}
		former, present := TracesOf(1, rec, 0), TracesOf(1, rec, 1)
		for _, c := range []struct {
			realm int
			mail  string
			at    time.Time
			want  bool // it is the former one's
		}{{0, "a@example.org", left.AddDate(1, 0, 0), true}, {1, "c@example.org", left, true}, {1, "", left, known},
			{1, "", left.Add(1), false}, {1, "kim@example.org", left, false}} {
			if former.is(c.realm, c.mail, c.at) != c.want || present.is(c.realm, c.mail, c.at) == c.want {
				t.Errorf("known %v, %+v", known, c)
			}
		}
	}
}
