// Package personal finds what a world keeps of a person: a realm and the record of its player go in, and out comes
// what to show to that person, or to erase. The commands that export and forget a player reach it through master and
// players.
package personal

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"weltentor/resolve/address"
	"weltentor/resolve/logbook"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
)

// Traces is by what a person's data is known: by all addresses, and by the realm.
type Traces struct {
	Realm int
	Mail  []string
	Stood []string // addresses of his substitutes: they count for the realm only
	Whole bool     // whatever is the realm's is the person's
	// when the last of those before went: what is the realm's from before then is theirs; zero: nobody knows
	Until time.Time
	now   time.Time
	said  *regexp.Regexp
	named *regexp.Regexp // said, and substitutes
}

// TracesOf are those of a realm's player and all before; with former only those of before.
func TracesOf(realm int, rec roster.RealmRecord, former bool) Traces {
	t := Traces{Realm: realm, Whole: !former, Mail: slices.Clone(rec.Former)}
	for _, l := range rec.Left {
		t.Mail = append(t.Mail, l.Mail)
		if l.At.After(t.Until) {
			t.Until = l.At
		}
	}
	t.Stood = slices.Clone(rec.FormerStood)
	if former {
		others := append(slices.Clone(rec.Mail), rec.Substitutes()...)
		t.Mail = slices.DeleteFunc(t.Mail, func(m string) bool { return roster.Has(rec.Mail, m) })
		t.Stood = slices.DeleteFunc(t.Stood, func(m string) bool { return roster.Has(others, m) })
	} else {
		t.Mail = append(slices.Clone(rec.Mail), t.Mail...)
		t.Stood = append(rec.Substitutes(), t.Stood...)
	}
	t.Mail, t.Stood = roster.DistinctMail(t.Mail), roster.DistinctMail(t.Stood)
	t.said, t.named = anyOf(t.Mail), anyOf(slices.Concat(t.Mail, t.Stood))
	return t
}

// anyOf finds addresses in a text, however their domains are written; nil if there are none.
func anyOf(mail []string) *regexp.Regexp {
	var forms []string
	for _, m := range mail {
		forms = append(forms, address.Forms(m)...)
	}
	if len(forms) == 0 {
		return nil
	}
	slices.SortFunc(forms, func(a, b string) int { return len(b) - len(a) }) // one may be the beginning of another
	for i, f := range forms {
		forms[i] = regexp.QuoteMeta(f)
	}
	return regexp.MustCompile(`(?i)` + strings.Join(forms, "|"))
}

// whole are where addresses stand in a text, from and to, and are no part of a longer one.
func whole(of *regexp.Regexp, text string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for start := 0; of != nil; {
			at := of.FindStringIndex(text[start:])
			if at == nil {
				return
			}
			from, to := start+at[0], start+at[1]
			if !goesOnBefore(text[:from]) && !goesOnBehind(text[to:]) {
				if !yield(from, to) {
					return
				}
				start = to
				continue
			}
			_, size := utf8.DecodeRuneInString(text[from:])
			start = from + size
		}
	}
}

// goesOnBefore tells that an address behind this text is the end of a longer one, as kim@ is in anna.kim@.
func goesOnBefore(text string) bool {
	r, size := utf8.DecodeLastRuneInString(text)
	if strings.ContainsRune(".+-_", r) {
		r, _ = utf8.DecodeLastRuneInString(text[:len(text)-size])
	}
	return inWord(r)
}

// goesOnBehind tells that an address before this text is the beginning of a longer one. A hyphen may begin the rest of a
// word, and a dot with a capital behind it ends a sentence: in doubt, the address goes.
func goesOnBehind(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	if r == '.' {
		r, _ = utf8.DecodeRuneInString(text[size:])
		return inWord(r) && !unicode.IsUpper(r)
	}
	return inWord(r)
}

// inWord tells letters and digits of words with blanks between them: others write an address without any beside it.
func inWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) &&
		!unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}

// Is tells whether something is the person's: by the realm it is about, or an address.
func (t Traces) Is(realm int, mail string) bool {
	return realm == t.Realm && (t.Whole || mail != "" && roster.Has(t.Stood, mail)) ||
		mail != "" && roster.Has(t.Mail, mail)
}

// had tells whether what the realm had at a time was the person's.
func (t Traces) had(realm int, at time.Time) bool {
	return realm == t.Realm && (t.Whole || at.Before(t.Until))
}

// hadAny is had, for any of several realms.
func (t Traces) hadAny(realms []int, at time.Time) bool {
	return slices.ContainsFunc(realms, func(n int) bool { return t.had(n, at) })
}

// sent tells whether a letter is: also one for no realm, as that by which a substitute agrees.
func (t Traces) sent(realm int, from string) bool {
	return t.Is(realm, from) || realm == 0 && from != "" && roster.Has(t.Stood, from)
}

// In tells whether a text has one of the addresses.
func (t Traces) In(text string) bool {
	for range whole(t.said, text) {
		return true
	}
	return false
}

// Without is a text without them, and without those of his substitutes.
func (t Traces) Without(text string) string {
	var out strings.Builder
	before := 0
	for from, to := range whole(t.named, text) {
		out.WriteString(text[before:from] + secrets.Hidden)
		before = to
	}
	return out.String() + text[before:]
}

// logged tells whether what lies aside of an entry is his.
func (t Traces) logged(e logbook.Entry) bool {
	return t.sent(e.Realm, e.Aside.Mail) || t.In(e.Aside.Mail) || t.In(e.Aside.Text) || t.In(e.Aside.Why) ||
		t.hadAny(e.Told(), e.At)
}
