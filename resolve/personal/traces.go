// Package personal finds what a world stores about a person. A realm and the record of its player go in, and what to
// show to that person, or to erase, comes out. The commands that export and forget a player reach it through master
// and players.
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

// Traces are what identifies a person's data: the realm, and all addresses.
type Traces struct {
	Realm int
	Mail  []string
	Stood []string // addresses of the person's substitutes, which count only together with the realm
	Whole bool     // everything of the realm is the person's
	// when the last former player left: until then the realm's data is of former players; zero: unknown
	Until time.Time
	now   time.Time
	said  *regexp.Regexp
	named *regexp.Regexp // like said, and addresses of substitutes
}

// TracesOf returns the traces of a realm's player and of all former ones, or only of the former ones.
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
		t.Mail = append(slices.Clone(rec.Addresses()), t.Mail...)
		t.Stood = append(rec.Substitutes(), t.Stood...)
	}
	t.Mail, t.Stood = roster.DistinctMail(t.Mail), roster.DistinctMail(t.Stood)
	t.said, t.named = anyOf(t.Mail), anyOf(slices.Concat(t.Mail, t.Stood))
	return t
}

// anyOf returns an expression that finds addresses in a text, however their domains are written. It is nil if there
// are none.
func anyOf(mail []string) *regexp.Regexp {
	var forms []string
	for _, m := range mail {
		forms = append(forms, address.Forms(m)...)
	}
	if len(forms) == 0 {
		return nil
	}
	slices.SortFunc(forms, func(a, b string) int { return len(b) - len(a) }) // longest first: one may begin another
	for i, f := range forms {
		forms[i] = regexp.QuoteMeta(f)
	}
	return regexp.MustCompile(`(?i)` + strings.Join(forms, "|"))
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

// is reports whether something belongs to the person, by the realm that it is about, or by an address.
func (t Traces) is(realm int, mail string) bool {
	return realm == t.Realm && (t.Whole || mail != "" && roster.Has(t.Stood, mail)) ||
		mail != "" && roster.Has(t.Mail, mail)
}

// had reports whether the realm's data of a time is the person's.
func (t Traces) had(realm int, at time.Time) bool {
	return realm == t.Realm && (t.Whole || at.Before(t.Until))
}

// hadAny is had for several realms: one is enough.
func (t Traces) hadAny(realms []int, at time.Time) bool {
	return slices.ContainsFunc(realms, func(n int) bool { return t.had(n, at) })
}

// sent reports whether a letter is from the person. It may be for no realm, as is the letter with which a substitute
// agrees.
func (t Traces) sent(realm int, from string) bool {
	return t.is(realm, from) || realm == 0 && from != "" && roster.Has(t.Stood, from)
}

// In reports whether a text has one of the person's addresses.
func (t Traces) In(text string) bool {
	for range whole(t.said, text) {
		return true
	}
	return false
}

// without returns a text in which the addresses of the person and of their substitutes are masked.
func (t Traces) without(text string) string {
	var out strings.Builder
	before := 0
	for from, to := range whole(t.named, text) {
		out.WriteString(text[before:from] + secrets.Hidden)
		before = to
	}
	return out.String() + text[before:]
}

// logged reports whether the erasable part of an entry is about the person.
func (t Traces) logged(e logbook.Entry) bool {
	return t.sent(e.Realm, e.Aside.Mail) || t.In(e.Aside.Mail) || t.In(e.Aside.Text) || t.In(e.Aside.Why) ||
		t.hadAny(e.Told(), e.At)
}
