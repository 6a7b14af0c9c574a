package letter

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
)

// Service is what a letter asks of the machine itself, or what a code that was mailed allows. It is stored by name, so
// the names never change.
type Service string

// The services that have a part in more than one package. The table of requests has all of them.
const (
	Helps       Service = "help"
	TellsNow    Service = "orders"
	Templates   Service = "template"
	Rulebooks   Service = "rules"
	Manuals     Service = "manual"
	Passwords   Service = "password"
	SignsUp     Service = "signup"
	Substitutes Service = "substitute"
	Moves       Service = "address"
	Letters     Service = "letter"
	Practices   Service = "practice"
	Observes    Service = "observe"

	// Nobody asks for these with a word.
	Begins        Service = "begins"        // the orders that a first letter proposes, see correspondence.Begin
	Sets          Service = "sets"          // a setting that somebody wrote without a section
	StandsIn      Service = "stands-in"     // a substitute agrees
	TakesAddress  Service = "takes-address" // the new address agrees
	TakesBack     Service = "takes-back"    // the old address takes the change back
	AnswersPlayer Service = "answer"        // the game master confirms an answer to a player, see requests
	BidsGame      Service = "bid"           // the game master confirms a request to the game, see requests
)

// Requests of the game master that have a part in more than one package. The table of masterKinds has all of them.
const (
	BidTell     Service = "tell"
	BidResume   Service = "resume"
	BidDeadline Service = "deadline"
	BidFree     Service = "free"
	BidUndo     Service = "undo"
	BidRedo     Service = "redo"
	BidPreview  Service = "preview"
	BidOrders   Service = "orders"
	BidReport   Service = "report"
)

// Word is a word that asks for a service, and what may follow it. All words are in lower case.
type Word struct {
	Service Service
	De, En  string // the word in each language, then other spellings of it, as in "regeln|regelbuch"
	// reads all that follows the word, and reports whether it may; nil: what the fields below allow may follow
	Takes   func(w *Wish, rest []string) bool
	No      *Word          // what it asks for with a NO at the end of a line of a Called vocabulary; nil: nothing
	Number  bool           // a number may follow
	Numbers map[string]int // words that mean a number
	Idle    []string       // words that mean nothing here: after the number, if there can be one
	Mail    bool           // an address may be in the line
	Rule    bool           // the number of a rule may be in the line
	Slips   bool           // misspelt by a slip, it is read all the same: nothing but a letter comes of it
	Whom    bool           // it is a letter to other players, which readAddress reads
}

// Spellings are the spellings of a word in a language, the usual one first.
func Spellings(word string) []string { return strings.Split(word, "|") }

// Vocabulary are the words that letters may ask with.
type Vocabulary struct {
	Words []Word
	// Called are the words of which one must begin a line. Any such line asks for something: if the rest of it cannot be
	// read, it asks for the Service "". None: a line begins with a word of Words
	Called []string
}

// of finds what a word asks for, and its language, which is "" if the word is the same in both. It returns nil if the
// word asks for nothing.
func (v Vocabulary) of(word string) (*Word, phrase.Lang) {
	for i := range v.Words {
		w := &v.Words[i]
		switch de, en := slices.Contains(Spellings(w.De), word), slices.Contains(Spellings(w.En), word); {
		case de && en:
			return w, ""
		case de:
			return w, phrase.De
		case en:
			return w, phrase.En
		}
	}
	return nil, ""
}

// first is of for the beginning of a line: its first word, or its first two. It also returns the words after that.
func (v Vocabulary) first(words []string) (w *Word, lang phrase.Lang, rest []string) {
	if len(words) > 1 {
		if w, lang = v.of(words[0] + " " + words[1]); w != nil {
			return w, lang, words[2:]
		}
	}
	if len(words) > 0 {
		w, lang = v.of(words[0])
		rest = words[1:]
	}
	return w, lang, rest
}

// begins reports whether the word of a service begins a short subject, or a short first line: the name of a game follows it.
func (v Vocabulary) begins(what Service, subject, text string) (lang phrase.Lang, begins bool) {
	const most = 4 // words
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	for _, line := range []string{BareSubject(subject), first} {
		if f := words(line); len(f) > 0 && len(f) <= most {
			if w, lang := v.of(f[0]); w != nil && w.Service == what {
				return lang, true
			}
		}
	}
	return "", false
}

// slipped finds the one word of which a slip of the hand makes another, and how it is spelled. It returns nil if there is
// none, or if there are several.
func (v Vocabulary) slipped(wrote string) (w *Word, lang phrase.Lang, spelled string) {
	if len(wrote) < leastSlip || isFiller(wrote) || slices.Contains(orderWords, wrote) {
		return nil, "", ""
	}
	for i := range v.Words {
		for _, word := range slices.Concat(Spellings(v.Words[i].De), Spellings(v.Words[i].En)) {
			switch {
			case !orders.Slipped(wrote, word):
			case !v.Words[i].Slips || w != nil && w != &v.Words[i]:
				return nil, "", ""
			default:
				w, lang = v.of(word)
				spelled = word
			}
		}
	}
	return w, lang, spelled
}

// leastSlip is the length from which a word is recognized although it is misspelt.
const leastSlip = 4

// Meant guesses the service that was meant by somebody who wrote more than its word, or another word beside it. The
// word then begins the first line, or the subject, if that is not an answer's: ours has the word of what it brought. A
// letter that mentions a password anywhere is about a lost one. A misspelt word alone in its line is understood, too.
func (v Vocabulary) Meant(subject, text string) (Service, bool) {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	above := BareSubject(subject)
	if answerMark().MatchString(subject) {
		above = ""
	}
	lines := []string{wording.Clipped(above, longWish), wording.Clipped(first, longWish)}
	for _, line := range lines {
		if f := words(line); len(f) > 0 {
			if w, _ := v.of(f[0]); w != nil && !w.Whom {
				return w.Service, true
			}
		}
	}
	if passwordWord().MatchString(subject) || passwordWord().MatchString(wording.Clipped(text, QuestionShown)) {
		return Passwords, true
	}
	var all []string
	for _, w := range v.Words {
		all = slices.Concat(all, Spellings(w.De), Spellings(w.En))
	}
	for _, line := range []string{above, first} {
		if f := words(line); len(f) == 1 {
			for _, near := range orders.Nearest(f[0], all) {
				w, _ := v.of(near)
				return w.Service, !w.Whom
			}
		}
	}
	return "", false
}

// These read what follows a word of the game master (see Word.Takes).

// Nothing may follow.
func Nothing(_ *Wish, rest []string) bool { return len(rest) == 0 }

// Realms are the numbers of realms, or ALL.
func Realms(w *Wish, rest []string) bool {
	for _, word := range rest {
		word = strings.Trim(word, ".:,;")
		n, err := strconv.Atoi(word)
		switch {
		case (word == "all" || word == "alle") && len(rest) == 1:
		case err == nil && n > 0:
			w.Realms = append(w.Realms, n)
		default:
			return false
		}
	}
	return len(rest) > 0
}

// OneRealm is the number of a realm.
func OneRealm(w *Wish, rest []string) bool {
	n, err := strconv.Atoi(strings.Trim(strings.Join(rest, " "), ".:,;"))
	w.Realm = n
	return err == nil && n > 0
}

// Somebody is a number of the waiting list, a name or an address.
func Somebody(w *Wish, rest []string) bool {
	w.Who = strings.Join(rest, " ")
	return w.Who != ""
}

// Until is a time, or nothing.
func Until(w *Wish, rest []string) bool {
	if len(rest) > 0 && slices.Contains([]string{"until", "bis", "to", "auf"}, rest[0]) {
		rest = rest[1:]
	}
	w.Time = strings.Join(rest, " ")
	return true
}

// To is a time.
func To(w *Wish, rest []string) bool { return Until(w, rest) && w.Time != "" }

// After is the turn after which something is to happen, as in `7` or `after turn 7`. `now` is 0.
func After(w *Wish, rest []string) bool {
	if w.Given = true; len(rest) == 1 && (rest[0] == "now" || rest[0] == "sofort") {
		return true
	}
	rest = slices.DeleteFunc(slices.Clone(rest), func(word string) bool {
		return word == "after" || word == "nach" || word == "turn" || word == "zug"
	})
	if len(rest) != 1 {
		return false
	}
	turn, err := strconv.Atoi(strings.Trim(rest[0], ".:,;"))
	w.Number = turn
	return err == nil && turn > 0
}
