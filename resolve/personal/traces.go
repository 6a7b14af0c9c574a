// Package personal is what a world keeps of a person: by what it is found, and how the person
// reads it.
package personal

import (
	"regexp"
	"slices"
	"strings"

	"weltentor/resolve/logbook"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
)

// Traces is by what a person's data is known: by all addresses, and by the realm.
type Traces struct {
	Realm int
	Mail  []string
	Whole bool // whatever is the realm's is the person's
	said  *regexp.Regexp
}

// TracesOf are those of a realm's player and all before; with former only those of before.
func TracesOf(realm int, rec roster.RealmRecord, former bool) Traces {
	t := Traces{Realm: realm, Whole: !former, Mail: slices.Clone(rec.Former)}
	for _, l := range rec.Left {
		t.Mail = append(t.Mail, l.Mail)
	}
	if former {
		t.Mail = slices.DeleteFunc(t.Mail, func(m string) bool { return roster.Has(rec.Mail, m) })
	} else {
		t.Mail = append(slices.Clone(rec.Mail), t.Mail...)
	}
	t.Mail = roster.DistinctMail(t.Mail)
	var words []string
	for _, m := range t.Mail {
		words = append(words, regexp.QuoteMeta(m))
	}
	if len(words) > 0 {
		t.said = regexp.MustCompile(`(?i)\b(` + strings.Join(words, "|") + `)\b`)
	}
	return t
}

// Is tells whether something is the person's: by the realm it is about, or an address.
func (t Traces) Is(realm int, mail string) bool {
	return t.Whole && realm == t.Realm || mail != "" && roster.Has(t.Mail, mail)
}

// In tells whether a text has one of the addresses.
func (t Traces) In(text string) bool { return t.said != nil && t.said.MatchString(text) }

// Without is a text without them.
func (t Traces) Without(text string) string {
	if t.said == nil {
		return text
	}
	return t.said.ReplaceAllString(text, secrecy.Hidden)
}

// logged tells whether what lies aside of an entry is his.
func (t Traces) logged(e logbook.Entry) bool {
	return t.Is(e.Realm, "") || t.In(e.Aside.Mail) || t.In(e.Aside.Text) || t.In(e.Aside.Why)
}
