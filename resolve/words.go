package resolve

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
)

// meant finds the service that somebody wanted perhaps who wrote more than its
// word, or it beside another: the word begins the subject or the first line.
// What is said of passwords anywhere is about a lost one.
func meant(subject, text string) (service, bool) {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	for _, line := range []string{bareSubject(subject), first} {
		if line = clipped(line, longWish); line == "" {
			continue
		}
		var w wish
		if f := words(line); len(f) > 0 && w.named(f[0]) {
			return w.service, true
		}
	}
	if passwordWord.MatchString(subject) || passwordWord.MatchString(clipped(text, questionShown)) {
		return passwords, true
	}
	return "", false
}

var passwordWord = regexp.MustCompile(`(?i)\b(kennw[oö]rt|passw[oö]rt|password)`)

// asksInSubject tells whether a subject says something by itself: it is no
// answer's, and has a word that is not merely the name of orders and their turn.
func asksInSubject(subject string) bool {
	if answerMark.MatchString(subject) {
		return false
	}
	for _, word := range words(bareSubject(subject)) {
		var w wish
		_, err := strconv.Atoi(word)
		switch {
		case err == nil || isFiller(word) || slices.Contains(orderWords, word):
		case w.named(word) && w.service == tellsNow:
		default:
			return true
		}
	}
	return false
}

// answerMark is at the beginning of an answer's subject, also behind a list's tag.
var answerMark = regexp.MustCompile(`(?i)^\s*(\[[^\]]{0,60}\]\s*)?(re|aw|antw|antwort|sv|vs|tr|r|fw|fwd|wg|wtrlt|weitergeleitet)\s*([\[(^]?\d+[\])]?)?\s*:`)

// orderWords are words of subjects under which players send orders.
var orderWords = []string{"reich", "realm", "befehl", "order", "zugabgabe", "meine", "my", "neue", "new", "file", "datei"}

// How somebody says that he would like to play, in his own words.
var (
	willingDe = regexp.MustCompile(`(?i)\b(an(zu)?meld|mit(zu)?spiel|mit(zu)?mach|teil(zu)?nehm|ein(zu)?steig)`)
	willingEn = regexp.MustCompile(`(?i)\b(sign(ing)?[ -]?up|join(ing)?|register|registration|take part|(can|may|could|to)\b[^.?!\n]{0,30}\bplay)\b`)
)

// willingShown is in how much of a letter's text that is looked for.
const willingShown = 2000

// willing tells whether a letter says that its writer would like to play, and in
// which language.
func willing(subject, text string) (phrase.Lang, bool) {
	if section.MatchString(text) {
		return "", false
	}
	said := clipped(subject, 300) + "\n" + clipped(text, willingShown)
	switch {
	case willingDe.MatchString(said):
		return phrase.De, true
	case willingEn.MatchString(said):
		return phrase.En, true
	}
	return "", false
}
