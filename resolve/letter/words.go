package letter

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
)

// QuestionShown is how many characters of a question are passed on.
const QuestionShown = 4000

// sentence is how many words a text must have to say more than a greeting.
const sentence = 6

// Speaks reports whether a text says more than a greeting does.
func Speaks(text string) bool {
	return len(strings.Fields(text)) >= sentence || strings.Contains(text, "?")
}

// Meant guesses the service that was meant by somebody who wrote more than its word, or another word beside it. The
// word then begins the first line, or the subject, if that is not an answer's: ours has the word of what it brought. A
// letter that mentions a password anywhere is about a lost one. A misspelt word alone in its line is understood, too.
func Meant(subject, text string) (Service, bool) {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	above := BareSubject(subject)
	if answerMark().MatchString(subject) {
		above = ""
	}
	for _, line := range []string{above, first} {
		if line = wording.Clipped(line, longWish); line == "" {
			continue
		}
		var w Wish
		if f := words(line); len(f) > 0 && w.named(f[0]) && w.Service != Letters {
			return w.Service, true
		}
	}
	if passwordWord().MatchString(subject) || passwordWord().MatchString(wording.Clipped(text, QuestionShown)) {
		return Passwords, true
	}
	for _, line := range []string{above, first} {
		if f := words(line); len(f) == 1 {
			for _, near := range orders.Nearest(f[0], wordsOfServices()) {
				var w Wish
				is := w.named(near) && w.Service != Letters
				return w.Service, is
			}
		}
	}
	return "", false
}

// wordsOfServices returns the words that ask for a service.
var wordsOfServices = sync.OnceValue(func() (all []string) {
	for _, s := range serviceWords {
		all = append(all, s.word)
	}
	return all
})

var passwordWord = lazily(`(?i)\b(kennw[oö]rt|passw[oö]rt|password)`)

// AsksInSubject reports whether a subject alone says something. It is not that of an answer, and has a word besides
// the usual names of orders and their turn.
func AsksInSubject(subject string) bool {
	if answerMark().MatchString(subject) {
		return false
	}
	for _, word := range words(BareSubject(subject)) {
		var w Wish
		_, err := strconv.Atoi(word)
		switch {
		case err == nil || isFiller(word) || slices.Contains(orderWords, word):
		case w.named(word) && w.Service == TellsNow:
		default:
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
var orderWords = []string{"reich", "realm", "befehl", "order", "zugabgabe", "meine", "my", "neue", "new", "file",
	"datei"}

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
	if wording.Section.MatchString(text) {
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
