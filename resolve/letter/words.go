package letter

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
)

// QuestionShown is how many characters of a question are passed on.
const QuestionShown = 4000

// sentence is from how many words on a text says more than a greeting.
const sentence = 6

// Speaks tells whether a text says more than a greeting does.
func Speaks(text string) bool {
	return len(strings.Fields(text)) >= sentence || strings.Contains(text, "?")
}

// Meant finds the service that somebody wanted perhaps who wrote more than its
// word, or it beside another: the word begins the subject or the first line.
// What is said of passwords anywhere is about a lost one.
func Meant(subject, text string) (Service, bool) {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	for _, line := range []string{BareSubject(subject), first} {
		if line = wording.Clipped(line, longWish); line == "" {
			continue
		}
		var w Wish
		if f := words(line); len(f) > 0 && w.named(f[0]) {
			return w.Service, true
		}
	}
	if passwordWord.MatchString(subject) || passwordWord.MatchString(wording.Clipped(text, QuestionShown)) {
		return Passwords, true
	}
	return "", false
}

var passwordWord = regexp.MustCompile(`(?i)\b(kennw[oö]rt|passw[oö]rt|password)`)

// AsksInSubject tells whether a subject says something by itself: it is no
// answer's, and has a word that is not merely the name of orders and their turn.
func AsksInSubject(subject string) bool {
	if answerMark.MatchString(subject) {
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

// answerMark is at the beginning of an answer's subject, also behind a list's tag.
var answerMark = regexp.MustCompile(
	`(?i)^\s*(\[[^\]]{0,60}\]\s*)?(re|aw|antw|antwort|sv|vs|tr|r|fw|fwd|wg|wtrlt` +
		`|weitergeleitet)\s*([\[(^]?\d+[\])]?)?\s*:`)

// orderWords are words of subjects under which players send orders.
var orderWords = []string{"reich", "realm", "befehl", "order", "zugabgabe", "meine", "my", "neue", "new", "file",
	"datei"}

// How somebody says that he would like to play, in his own words.
var (
	willingDe = regexp.MustCompile(`(?i)\b(an(zu)?meld|mit(zu)?spiel|mit(zu)?mach|teil(zu)?nehm|ein(zu)?steig)`)
	willingEn = regexp.MustCompile(`(?i)\b(sign(ing)?[ -]?up|join(ing)?|register|registration|take ` +
		`part|(can|may|could|to)\b[^.?!\n]{0,30}\bplay)\b`)
)

// willingShown is in how much of a letter's text that is looked for.
const willingShown = 2000

// Willing tells whether a letter says that its writer would like to play, and in
// which language.
func Willing(subject, text string) (phrase.Lang, bool) {
	if wording.Section.MatchString(text) {
		return "", false
	}
	said := wording.Clipped(subject, 300) + "\n" + wording.Clipped(text, willingShown)
	switch {
	case willingDe.MatchString(said):
		return phrase.De, true
	case willingEn.MatchString(said):
		return phrase.En, true
	}
	return "", false
}
