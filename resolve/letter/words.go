package letter

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
)

// QuestionShown is how many characters of a question are passed on.
const QuestionShown = 4000

// sentence is how many words a text must have to say more than a greeting.
const sentence = 6

// Speaks reports whether a text says more than a greeting does.
func Speaks(text string) bool {
	n := 0
	for range strings.FieldsSeq(text) {
		if n++; n == sentence {
			return true
		}
	}
	return strings.Contains(text, "?")
}

var passwordWord = lazily(`(?i)\b(kennw[oö]rt|passw[oö]rt|password)`)

// AsksInSubject reports whether a subject alone says something. It is not that of an answer, and has a word besides
// the usual names of orders and their turn.
func AsksInSubject(subject string) bool {
	if answerMark().MatchString(subject) {
		return false
	}
	for _, word := range words(BareSubject(subject)) {
		if _, err := strconv.Atoi(word); err != nil && !isFiller(word) && !slices.Contains(orderWords, word) {
			return true
		}
	}
	return false
}

// answerMark matches the beginning of an answer's subject, also after the tag of a list.
var answerMark = lazily(
	`(?i)^\s*(\[[^\]]{0,60}\]\s*)?(re|aw|antw|antwort|sv|vs|tr|r|fw|fwd|wg|wtrlt` +
		`|weitergeleitet)\s*([\[(^]?\d+[\])]?)?\s*:`)

// orderWords are words in subjects of letters with orders.
var orderWords = []string{"reich", "realm", "befehl", "befehle", "order", "orders", "zugabgabe", "meine", "my", "neue",
	"new", "file", "datei"}

// How people say in their own words that they would like to play.
var (
	willingDe = lazily(`(?i)\b(an(zu)?meld|mit(zu)?spiel|mit(zu)?mach|teil(zu)?nehm|ein(zu)?steig)`)
	willingEn = lazily(`(?i)\b(sign(ing)?[ -]?up|join(ing)?|register|registration|take ` +
		`part|(can|may|could|to)\b[^.?!\n]{0,30}\bplay)\b`)
)

// willingShown is how many characters of a letter's text are searched for that.
const willingShown = 2000

// Willing reports whether a letter says that its writer would like to play, and in which language.
func Willing(subject, text string) (phrase.Lang, bool) {
	if wording.HasSection(text) {
		return "", false
	}
	said := wording.Clipped(subject, 300) + "\n" + wording.Clipped(text, willingShown)
	switch {
	case willingDe().MatchString(said):
		return phrase.De, true
	case willingEn().MatchString(said):
		return phrase.En, true
	}
	return "", false
}

// lazily is a pattern that is compiled when it is first needed. Most commands read no letter, and would wait for all of
// them.
func lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
