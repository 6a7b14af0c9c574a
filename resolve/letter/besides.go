package letter

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"weltentor/orders"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/resolve/secrets"
	"weltentor/resolve/wording"
)

// Around is what a text says above its orders and below them, without remarks and without what mail programs and
// providers add there.
func Around(file *orders.File, text string) (above, below string) {
	lines := orders.Split(text)
	if starts := file.Starts; 1 < starts && starts <= len(lines) {
		above = unremarked(lines[:starts-1])
	}
	if leaves := file.Leaves; 0 < leaves && leaves < len(lines) {
		below = unremarked(withoutFooters(lines[leaves:]))
	}
	return above, below
}

// BelowRuler counts the lines below orders that Around leaves out since a ruler is above them. People divide texts so, too.
func BelowRuler(file *orders.File, text string) int {
	lines := orders.Split(text)
	if file.Leaves == 0 || file.Leaves >= len(lines) {
		return 0
	}
	below := lines[file.Leaves:]
	at := slices.IndexFunc(below, ruler().MatchString)
	if at < 0 {
		return 0
	}
	return len(ownLines(below[at:]))
}

// InBody reports whether the orders are in what the writer typed in the mail itself, and not in a file, a form or another
// mail.
func (l *Letter) InBody() bool { return (l.Part == "body" || l.Part == "html") && !l.Others }

// wordsBeside is what the letter's own text says above orders, if the orders taken came in a file. The line that says
// whose the file's orders are is left out.
func wordsBeside(language *orders.Language, text string, id *orders.Identity) string {
	if text == "" {
		return ""
	}
	file, _ := language.NewMemory().Glance(text, Glanced) // for the `$I` line
	text = secrets.SecretsOf(id).Clean(secrets.Scrub(text, file.Identity))
	var kept []string
	for n, line := range orders.Split(text) {
		if file.Identity != nil && n+1 == file.Identity.Line {
			continue
		}
		if wording.HasSection(line) {
			break
		}
		kept = append(kept, line)
	}
	return unremarked(kept)
}

// unremarked joins lines, and leaves out those that are remarks.
func unremarked(lines []string) string {
	var kept []string
	for _, line := range lines {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, ";") {
			kept = append(kept, line)
		}
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}

// Asks reports whether a text is for a person to read. Then it has a question, or says more than how people greet,
// mention their orders and close a letter.
func Asks(text string) bool {
	return strings.Contains(text, "?") || Speaks(bare(text))
}

// longestWish is how many words a wish, or the close of a letter, has at most.
const longestWish = 8

// longestCourtesy is a length in bytes that no text has which only greets, mentions orders and closes.
const longestCourtesy = 4000

// bare is a text without what people greet, mention their orders and close a letter with. A long one says more than that,
// and stays as it is.
func bare(text string) string {
	if len(text) > longestCourtesy {
		return text
	}
	polite := func(said string) string { // who speaks of themselves, or at length, says more than a wish
		if ofSelf().MatchString(said) || len(strings.Fields(said)) > longestWish {
			return said
		}
		return ""
	}
	text = wellWish().ReplaceAllStringFunc(leave().ReplaceAllString(text, ""), polite)
	return salutation().ReplaceAllStringFunc(courtesy().ReplaceAllString(text, ""), polite)
}

// BeyondCourtesy is a text, or "" if it says no more than how people greet, mention their orders and close a letter.
func BeyondCourtesy(text string) string {
	if strings.TrimSpace(bare(text)) == "" {
		return ""
	}
	return strings.TrimSpace(text)
}

// BeyondGreeting is a text for the person whom it answers, or "" if each of its lines is a greeting, a close with one of
// the names, or a mention of orders and nothing else. One word more, and it is passed on.
func BeyondGreeting(text string, names func() []string) string {
	closed := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		rest := politely().ReplaceAllString(line, "")
		switch polite := rest != line; {
		case line == "", onlyMentions().MatchString(line), salutes().MatchString(line):
		case (closed || polite) && onlyNames(rest, names()):
			closed = true
		default:
			return strings.TrimSpace(text)
		}
	}
	return ""
}

// Courteous reports whether a text says something, and each of its sentences greets, thanks, wishes well or is a close
// with one of the names. So it is for nobody to read, and asks for nothing.
func Courteous(text string, names []string) bool {
	said := false
	for line := range strings.Lines(text) {
		for _, one := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(".!,\r\n", r) }) {
			one = strings.TrimSpace(one)
			rest := politely().ReplaceAllString(one, "")
			switch {
			case one == "":
				continue
			case courteousSentence().MatchString(one), salutes().MatchString(one), onlyNames(rest, names):
			default:
				return false
			}
			said = true
		}
	}
	return said
}

// onlyNames reports whether there is nothing but words of names.
func onlyNames(said string, names []string) bool {
	known := plainWords(strings.Join(names, " "))
	return !strings.ContainsFunc(said, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" ,.!-'", r)
	}) &&
		!slices.ContainsFunc(plainWords(said), func(word string) bool { return !slices.Contains(known, word) })
}

// Thanks reports whether a text says thanks or wishes well, and nothing else. So its writer means no orders.
func Thanks(text string) bool {
	return BeyondCourtesy(text) == "" && wellWish().MatchString(text) && !courtesy().MatchString(text)
}

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

var passwordWord = lazy.Pattern(`(?i)\b(kennw[oö]rt|passw[oö]rt|password)`)

// AsksInSubject reports whether a subject alone says something, be it courtesy: see Says. It is not that of an answer.
func AsksInSubject(subject string, names ...string) bool {
	return !answerMark().MatchString(subject) && worded(BareSubject(subject), names)
}

// Says reports whether a text has a word besides courtesy, names, and what orders and their turn are usually called.
func Says(text string, names []string) bool { return worded(BeyondCourtesy(text), names) }

// worded is Says of a text in which courtesy counts.
func worded(text string, names []string) bool {
	known := words(strings.Join(names, " "))
	return slices.ContainsFunc(words(text), func(word string) bool {
		_, err := strconv.Atoi(strings.TrimLeft(word, "#ztrv")) // `Z3`, `v2`
		return err != nil && !isFiller(word) && !slices.Contains(orderWords, word) && !slices.Contains(known, word)
	})
}

// What programs put before the subject of a letter that is answered or forwarded, also with a count (`Re[2]:`).
const (
	forwardSign = `(fw|fwd|wg|wtrlt|weitergeleitet|weiterleitung|tr|rv|vb|enc|doorst|pd)`
	answerSign  = `(re|aw|antw|antwort|sv|vs|r|` + forwardSign + `)\s*([\[(^]?\d+[\])]?)?\s*:`
)

// answerMark matches the beginning of an answer's subject, also after the tag of a list.
var answerMark = lazy.Pattern(`(?i)^\s*(\[[^\]]{0,60}\]\s*)?` + answerSign)

// programMark matches what stands before the subject of ours that a mail answers, if that is more than a mark of answers:
// programs put it there, in whatever language. Those of answers are short.
var programMark = lazy.Pattern(`(?i)^(lu|[^\[\](:：]{4,60}?)\s*[:：]\s*(\pL{1,3}\s?[:：]\s*)*\[`)

// ByProgram reports whether a program may have written the subject of an answer.
func ByProgram(subject string) bool { return programMark().MatchString(BareSubject(subject)) }

// orderWords are words in subjects of letters with orders.
var orderWords = []string{"reich", "realm", "befehl", "befehle", "order", "orders", "zugabgabe", "abgabe", "meine", "my",
	"neue", "new", "file", "datei", "spiel", "game", "runde", "round", "korrektur", "korrigiert", "correction", "corrected",
	"nachtrag", "final", "update", "updated", "version", "und", "and", "frage", "fragen", "question", "questions",
	"nachricht", "message"}

// How people say in their own words that they would like to play.
var (
	willingDe = lazy.Pattern(`(?i)\b(an(zu)?meld|mit(zu)?spiel|mit(zu)?mach|teil(zu)?nehm|ein(zu)?steig)`)
	willingEn = lazy.Pattern(`(?i)\b(sign(ing)?[ -]?up|join(ing)?|register|registration|take ` +
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

// Words by which a text is known to be in a language: they are frequent there, and none in the other.
var tongues = map[phrase.Lang][]string{
	phrase.De: {"ich", "ist", "und", "der", "das", "den", "ein", "eine", "einen", "wie", "kann", "noch", "nicht", "mich", "wir",
		"ihr", "euch", "gibt", "es", "für", "mit", "bei", "zu", "guten", "hallo", "spiel", "bitte", "wo", "wer"},
	phrase.En: {"i", "is", "and", "the", "a", "to", "of", "it", "how", "can", "what", "with", "not", "me", "my", "you", "there", "for",
		"hello", "game", "please", "this", "do", "does", "we", "your", "would", "like"},
}

// Tongue is the language that most words of a text are in, as far as they show one; "" if neither has more.
func Tongue(text string) phrase.Lang {
	n := map[phrase.Lang]int{}
	for _, word := range words(wording.Clipped(text, willingShown)) {
		for lang, known := range tongues {
			if slices.Contains(known, word) {
				n[lang]++
			}
		}
	}
	switch {
	case n[phrase.De] > n[phrase.En]:
		return phrase.De
	case n[phrase.En] > n[phrase.De]:
		return phrase.En
	}
	return ""
}

// anyOf matches one of these words in a text. `\b` knows the letters of English alone: to it there is a `no` in `Odesláno`.
func anyOf(words string) func() *regexp.Regexp {
	return lazy.Pattern(`(?i)(?:^|[^\pL\pM\pN])(?:` + words + `)(?:$|[^\pL\pM\pN])`)
}
