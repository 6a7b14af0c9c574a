package players

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
)

// Traces are what identifies a person's data: the realm, the addresses, and the time in which the person had it.
type Traces struct {
	Realm int
	Mail  []string // addresses that are nobody else's
	stood []string // of the person's substitutes, and nobody else's; they count only together with the realm
	who   int
	all   []roster.Stretch // everybody who has had the realm; who is the person
	now   time.Time
	said  *regexp.Regexp
	named *regexp.Regexp // like said, and addresses of substitutes
}

// TracesOf returns the traces of one of the persons who have had a realm, by their place in the record's list.
func TracesOf(realm int, rec roster.RealmRecord, who int) Traces {
	t := Traces{Realm: realm, who: who, all: rec.Persons()}
	t.Mail, t.stood = address.Distinct(t.all[who].Mail), address.Distinct(t.all[who].Stood)
	for i, p := range t.all {
		if i != who {
			t.Mail = slices.DeleteFunc(t.Mail, func(m string) bool { return address.Contains(p.Mail, m) })
			t.stood = slices.DeleteFunc(t.stood, func(m string) bool { return address.Contains(p.Mail, m) || address.Contains(p.Stood, m) })
		}
	}
	t.said, t.named = address.Finder(t.Mail), address.Finder(slices.Concat(t.Mail, t.stood))
	return t
}

// whole yields where an address is in a text, from and to, if it is not part of a longer one.
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

// goesOnBefore reports whether an address after this text is the end of a longer one, as kim@ is in anna.kim@.
func goesOnBefore(text string) bool {
	r, size := utf8.DecodeLastRuneInString(text)
	if strings.ContainsRune(".+-_", r) {
		r, _ = utf8.DecodeLastRuneInString(text[:len(text)-size])
	}
	return inWord(r)
}

// goesOnBehind reports whether an address before this text is the beginning of a longer one. A hyphen may join a word
// to it, and a dot before a capital ends a sentence: in doubt, the address is erased.
func goesOnBehind(text string) bool {
	r, size := utf8.DecodeRuneInString(text)
	if r == '.' {
		r, _ = utf8.DecodeRuneInString(text[size:])
		return inWord(r) && !unicode.IsUpper(r)
	}
	return inWord(r)
}

// inWord reports whether a rune is a letter or digit of a script that writes blanks between words. Other scripts may
// have an address right beside their words.
func inWord(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) &&
		!unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
}

// is reports whether something of a time belongs to the person, by the realm that it is about, or by an address.
func (t Traces) is(realm int, mail string, at time.Time) bool {
	return t.owner(realm, mail, at) == t.who
}

// owner returns whose something is, or -1. An address says more than the time: people write before they get a realm,
// and after they have left it. If it is of several, as of a substitute who has the realm later, it is the time's. What
// has nobody's address, and is about the realm, is whose the realm was then; of two, it is the later one's.
func (t Traces) owner(realm int, mail string, at time.Time) (who int) {
	who, sure := -1, 0
	for i, p := range t.all {
		now := 0
		switch {
		case mail != "" && address.Contains(p.Mail, mail):
			now = 3
		case mail != "" && (realm == t.Realm || realm == 0) && address.Contains(p.Stood, mail):
			now = 2
		case realm == t.Realm && p.Has(at):
			now = 1
		}
		if p.Has(at) && (now == 3 || now == 2 && realm > 0) {
			now += 2
		}
		if now > sure || now == sure && now > 0 && !p.From.Before(t.all[who].From) {
			who, sure = i, now
		}
	}
	return who
}

// had reports whether the realm's data of a time is the person's.
func (t Traces) had(realm int, at time.Time) bool { return t.is(realm, "", at) }

// hadAny is had for several realms: one is enough.
func (t Traces) hadAny(realms []int, at time.Time) bool {
	return slices.ContainsFunc(realms, func(n int) bool { return t.had(n, at) })
}

// In reports whether a text has one of the person's addresses.
func (t Traces) In(text string) bool {
	for range whole(t.said, text) {
		return true
	}
	return false
}

// masked stands where an address was. It is not secrets.Hidden, in whose place the code of a waiting letter is put.
const masked = "* * *"

// Without returns a text in which the addresses of the person and of their substitutes are masked.
func (t Traces) Without(text string) string {
	var out strings.Builder
	before := 0
	for from, to := range whole(t.named, text) {
		out.WriteString(text[before:from] + masked)
		before = to
	}
	return out.String() + text[before:]
}

// logged reports whether the erasable part of an entry is about the person.
func (t Traces) logged(e logbook.Entry) bool {
	return t.is(e.Realm, e.Aside.Mail, e.At) || t.In(e.Aside.Mail) || t.In(e.Aside.Text) || t.In(e.Aside.Why) ||
		t.hadAny(e.Told(), e.At)
}
