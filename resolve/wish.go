package resolve

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"weltentor/orders/phrase"
)

// service is what a player asks of the machine itself. The names are stored, so
// they never change.
type service string

const (
	helps       service = "help"
	sendsReport service = "report"
	tellsNow    service = "orders"
	templates   service = "template"
	rulebooks   service = "rules"
	passwords   service = "password"
	pauses      service = "pause"
	signsUp     service = "signup"

	answersPlayer service = "answer" // the game master's, see answer.go; nobody asks for it by a word
)

// serviceWords are the words that ask for a service, German and English, as
// folded by fold.
var serviceWords = []struct {
	word string
	of   service
	lang phrase.Lang
}{
	{"hilfe", helps, phrase.De}, {"help", helps, phrase.En},
	{"bericht", sendsReport, phrase.De}, {"report", sendsReport, phrase.En},
	{"befehle", tellsNow, phrase.De}, {"orders", tellsNow, phrase.En},
	{"vorlage", templates, phrase.De}, {"template", templates, phrase.En},
	{"regeln", rulebooks, phrase.De}, {"regelbuch", rulebooks, phrase.De}, {"rules", rulebooks, phrase.En},
	{"passwort", passwords, phrase.De}, {"kennwort", passwords, phrase.De}, {"password", passwords, phrase.En},
	{"pause", pauses, ""}, // the same in both
	{"anmeldung", signsUp, phrase.De}, {"anmelden", signsUp, phrase.De},
	{"signup", signsUp, phrase.En}, {"sign-up", signsUp, phrase.En},
}

// fillers may stand beside a service word and mean nothing.
var fillers = []string{"zug", "züge", "zuege", "zügen", "spielzug", "spielzüge", "turn", "turns", "für", "for", "bitte", "please", "von", "of"}

// wish is a service asked for.
type wish struct {
	service
	lang   phrase.Lang // of the word; "" if it is one in both
	number int         // behind it: a report's turn, a pause's turns
	given  bool        // the number
	realm  int         // named by "Reich 4"; 0 none
	line   int         // of the text, from 1, that asks for it; 0 the subject
}

// section is a line that begins with `$`: a letter that has one brings orders, any
// other asks for a service or says something to the game master. Players read
// this rule in HELP and on their page.
var section = regexp.MustCompile(`(?m)^[\s\x{feff}\x{200b}]*\$`)

// wished reads what a letter asks for, in the first line of its text or else in its
// subject, of which a number that the line does not give is taken: `pause` below
// `PAUSE 2`. A letter with a section of orders asks for nothing; nor does one
// in which anything stands beside the word but a number, the realm and fillers:
// that is a sentence, and its writer wants a person.
func wished(subject, text string) (wish, bool) {
	if section.MatchString(text) {
		return wish{}, false
	}
	above, asked := readWish(bareSubject(subject))
	for n, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		w, ok := readWish(line)
		if !ok {
			break
		}
		if w.line = n + 1; asked && above.service == w.service {
			if !w.given {
				w.number, w.given = above.number, above.given
			}
			w.realm = cmp.Or(w.realm, above.realm)
		}
		return w, true
	}
	return above, asked
}

// besides is the letter's text without the line that asked, for a person to read.
func (w wish) besides(text string) string {
	lines := strings.Split(text, "\n")
	if w.line > 0 && w.line <= len(lines) {
		lines[w.line-1] = ""
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// marks stand before a subject: of answers and forwarded letters, also counted
// (`Re[2]:`), and tags of lists and of our own letters.
var marks = regexp.MustCompile(`(?i)^\s*((re|aw|antw|antwort|sv|vs|tr|r|fw|fwd|wg|wtrlt|weitergeleitet)\s*([\[(^]?\d+[\])]?)?\s*:|\[[^\]]{0,60}\]|\([^)]{0,60}\))`)

// bareSubject is a subject without its marks.
func bareSubject(subject string) string {
	subject = clipped(subject, 300)
	for {
		at := marks.FindStringIndex(subject)
		if at == nil {
			return strings.TrimSpace(subject)
		}
		subject = subject[at[1]:]
	}
}

// longWish is how many characters a line has at most that asks for a service.
const longWish = 60

func readWish(line string) (wish, bool) {
	if len(line) > longWish {
		return wish{}, false
	}
	fields := words(line)
	var w wish
	if len(fields) == 0 || !w.named(fields[0]) {
		return wish{}, false
	}
	for rest := fields[1:]; len(rest) > 0; rest = rest[1:] {
		n, err := strconv.Atoi(rest[0])
		switch {
		case isFiller(rest[0]):
		case err == nil && n >= 0 && !w.given:
			w.number, w.given = n, true
		case (rest[0] == "reich" || rest[0] == "realm") && len(rest) > 1 && w.realm == 0:
			if w.realm, err = strconv.Atoi(rest[1]); err != nil || w.realm < 1 {
				return wish{}, false
			}
			rest = rest[1:]
		default:
			return wish{}, false
		}
	}
	if w.given && w.service != sendsReport && w.service != pauses {
		return wish{}, false
	}
	return w, true
}

// words are a line's words, in lower case.
func words(line string) []string {
	return strings.FieldsFunc(strings.ToLower(line), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(".,:;!?\"'*_„“”()", r)
	})
}

// named finds the service of a word.
func (w *wish) named(word string) bool {
	for _, s := range serviceWords {
		if s.word == word {
			w.service, w.lang = s.of, s.lang
			return true
		}
	}
	return false
}

func isFiller(word string) bool {
	for _, f := range fillers {
		if f == word {
			return true
		}
	}
	return false
}
