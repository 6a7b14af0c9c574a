package letter

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/orders"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/wording"
)

// fillers are words that may be beside a service word and mean nothing.
var fillers = []string{"zug", "züge", "zuege", "zügen", "spielzug", "spielzüge", "turn", "turns", "für", "for", "bitte",
	"please", "von", "of", "auch", "too"}

// Wish is a request for a service: a player's, or the game master's.
type Wish struct {
	Service
	Lang    phrase.Lang // the word's language; "" if it is in both
	Number  int         // after the word: a report's turn, a pause's turns, hours; for CLOSE, 1 is yes and 0 is no
	Given   bool        // there was a number
	Realm   int         // named as in "Reich 4", or the one that the game master means; 0: none
	Rule    string      // the number of the one rule that HELP or RULES is for, such as 8.3
	Mail    string      // the substitute's address, or the new one, in lower case; if there are several, all of them
	To      string      // whom a letter is for: the numbers of realms, as in "2,5", or A, G or M; "": see Name
	Name    string      // whom a letter is for, if nobody is known by that name, or several are
	Parts   bool        // Name is a line within the letter, and another one may begin there
	Words   string      // what a letter says in the line of the request
	Realms  []int       // realms that a letter of the game master is for; none: all
	Who     string      // whom the game master means, as written in lower case: a number, a name or an address
	Time    string      // the time that the game master gives, as written; "" if there is none
	Willing bool        // its writer says in their own words that they would like to play
	Read    string      // as what a misspelt line was read; "": it was not misspelt
	prose   bool        // the line may begin a sentence: "Letter 3 of yours came"
	near    string      // whom the line nearly names, as in To; see nearly
	line    int         // the line of the text with the request, from 1; 0: the subject
}

// Wished reads what a letter asks for, in the first line of its text or otherwise in its subject. If the line gives no
// number, that of the subject is taken: `pause` below `PAUSE 2`. A letter with a section of orders asks for nothing.
// Neither does one with anything beside the word but a number, the realm and fillers: that is a sentence for a person.
// names are those that the writer knows, and are asked for only if a line may have one. They may be nil. A line that
// calls the game asks for something whatever else the letter has.
func (v Vocabulary) Wished(subject, text string, names func() []Name) (Wish, bool) {
	if v.Called == nil && wording.HasSection(text) {
		return Wish{}, false
	}
	return v.wished(subject, text, names)
}

// wished is Wished for a text of which it is known that it has no orders, whatever its lines begin with.
func (v Vocabulary) wished(subject, text string, names func() []Name) (Wish, bool) {
	above, asked := v.readLine(BareSubject(subject), names)
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		w, ok := v.readLine(line, names)
		if !ok || w.Name != "" && asked {
			break
		}
		if w.line = n; asked && above.Service == w.Service {
			if !w.Given {
				w.Number, w.Given = above.Number, above.Given
			}
			w.Realm, w.Mail = cmp.Or(w.Realm, above.Realm), oneOf(above.Mail, w.Mail)
			if above.Words != "" && above.To != w.To { // for whom they are, nobody can tell
				w.Name, w.To = cmp.Or(w.Name, BareSubject(subject)), ""
			}
			w.Words = cmp.Or(w.Words, above.Words)
		}
		return w, true
	}
	return above, asked
}

// InText reports whether the text asks, and not the subject alone.
func (w Wish) InText() bool { return w.line > 0 }

// lineIn is the line of a text that asks, if it is in the text.
func (w Wish) lineIn(text string) string {
	return strings.TrimSpace(strings.Split(text, "\n")[w.line-1])
}

// Besides is the letter's text without the line of the request, for a person to read.
func (w Wish) Besides(text string) string {
	lines := strings.Split(text, "\n")
	if w.line > 0 && w.line <= len(lines) {
		lines[w.line-1] = ""
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// Said is what a letter says: in the line of the request, and in its text without that line.
func (w Wish) Said(text string) string { return strings.TrimSpace(w.Words + "\n\n" + w.Besides(text)) }

// marks are at the beginning of a subject: those of answers and forwarded letters, and tags of lists and of our own
// letters.
var marks = lazy.Pattern(`(?i)^\s*` + aMark)

const aMark = `(` + answerSign + `|\[[^\]]{0,60}\]|\([^)]{0,60}\))`

// BareSubject is a subject without its marks.
func BareSubject(subject string) string {
	subject = wording.Clipped(subject, 300)
	for {
		at := marks().FindStringIndex(subject)
		if at == nil {
			return strings.TrimSpace(subject)
		}
		subject = subject[at[1]:]
	}
}

// longWish is how many characters a line with a request may have without its addresses, and longLine how many with
// them. What is longer is a person's, and nothing in it is searched for.
const (
	longWish = 60
	longLine = 1000
)

// readLine reads a line that asks for something, or says whom a letter is for.
func (v Vocabulary) readLine(line string, names func() []Name) (Wish, bool) {
	if v.Called != nil {
		return v.readCalled(line)
	}
	if w, ok := readAddress(line, names); ok {
		return w, true
	}
	return v.readWish(line)
}

// readCalled reads a line that calls the game before it asks: `GM TELL 3 4`.
func (v Vocabulary) readCalled(line string) (w Wish, called bool) {
	said := strings.Fields(strings.ToLower(line))
	if len(line) > longWish || len(said) < 2 || !slices.Contains(v.Called, said[0]) {
		return w, false
	}
	said[1] = strings.Trim(said[1], ".:,!?")
	of, lang, rest := v.first(said[1:])
	if last := len(rest) - 1; of != nil && of.No != nil && last >= 0 && slices.Contains(noes, rest[last]) {
		of, rest = of.No, rest[:last]
	}
	if of == nil || !of.takes(&w, rest) {
		return Wish{}, true
	}
	w.Service, w.Lang = of.Service, lang
	return w, true
}

// calledIn reports whether a line of a text asks the game for something.
func (v Vocabulary) calledIn(text string) bool {
	for line := range strings.Lines(text) {
		if w, called := v.readCalled(line); called && w.Service != "" {
			return true
		}
	}
	return false
}

// calls is the first line of a text that calls the game, for whatever; "" if there is none.
func (v Vocabulary) calls(text string) string {
	for line := range strings.Lines(text) {
		if _, called := v.readCalled(line); called {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// noes are words that call a closing, a hold or the machine off.
var noes = []string{"no", "nein", "off", "aus"}

func (v Vocabulary) readWish(line string) (Wish, bool) {
	var w Wish
	if len(line) > longLine {
		return w, false
	}
	w.Mail, line = addressIn(line)
	w.Rule, line = ruleIn(line)
	said := words(line)
	of, lang, rest := v.first(said)
	if of == nil && len(said) > 0 {
		if of, lang, w.Read = v.slipped(said[0]); of != nil {
			w.Read = strings.ToUpper(strings.Join(append([]string{w.Read}, rest...), " "))
		}
	}
	if of != nil && of.Rule && w.Rule == "" {
		w.Rule, rest = chapterIn(rest, strings.Contains(line, "?"))
	}
	if len(line) > longWish || of == nil || of.Whom || w.Mail != "" && !of.Mail || w.Rule != "" && !of.Rule ||
		!of.takes(&w, rest) {
		return Wish{}, false
	}
	w.Service, w.Lang = of.Service, lang
	return w, true
}

// takes reads what follows the word, and reports whether it may.
func (of *Word) takes(w *Wish, rest []string) bool {
	if of.Takes != nil {
		return of.Takes(w, rest)
	}
	for ; len(rest) > 0; rest = rest[1:] {
		n, err := strconv.Atoi(rest[0])
		said, is := of.Numbers[rest[0]]
		switch {
		case isFiller(rest[0]):
		case of.Number && err == nil && n >= 0 && !w.Given:
			w.Number, w.Given = n, true
		case is && !w.Given:
			w.Number, w.Given = said, true
		case slices.Contains(of.Idle, rest[0]) && (w.Given || !of.Number):
		case slices.Contains(realmWords, rest[0]) && len(rest) > 1 && w.Realm == 0:
			if w.Realm, err = strconv.Atoi(rest[1]); err != nil || w.Realm < 1 {
				return false
			}
			rest = rest[1:]
		default:
			return false
		}
	}
	return true
}

// addresses finds addresses in a line. QUIRK: mail programs add a link after it, in brackets.
var addresses = lazy.Pattern(`(?i)<?(mailto:)?[^\s<>"'();,:]+@[^\s<>"'();,:]+>?`)

// addressIn removes the addresses from a line, and returns them.
func addressIn(line string) (mail, rest string) {
	all := addresses().FindAllString(line, -1)
	for i, at := range all {
		all[i] = strings.TrimPrefix(strings.TrimRight(strings.Trim(strings.ToLower(at), "<>"), ".!?"), "mailto:")
	}
	return oneOf(all...), addresses().ReplaceAllString(line, " ")
}

// oneOf is the address that is there, as it travels: what somebody else has asked for must not look like another
// domain. Of several none is preferred. Together they are no address, so that the writer is asked for one.
func oneOf(mail ...string) string {
	named := slices.DeleteFunc(mail, func(m string) bool { return m == "" })
	return strings.Join(address.Distinct(named), ", ")
}

// ruleNumber finds the number of a rule in a line, as receipts cite it.
var ruleNumber = lazy.Pattern(`(?:^|[\s§])(\d{1,2}\.\d{1,2})(?:[\s?!]|$)`)

// ruleIn removes the number of a rule from a line, and returns it.
func ruleIn(line string) (rule, rest string) {
	at := ruleNumber().FindStringSubmatchIndex(line)
	if at == nil {
		return "", line
	}
	return line[at[2]:at[3]], strings.TrimRight(line[:at[2]], "§ ") + " " + line[at[3]:]
}

// besideChapter are words that may stand beside what of the rules is asked for.
var besideChapter = []string{"chapter", "kapitel", "section", "abschnitt", "rule", "regel", "about", "über", "zu", "on"}

// What of the rules can be asked for: a chapter by its number, or all rules with a few words that are no shorter. More
// words are a sentence.
const (
	lastChapter = 99
	leastWord   = 4
	mostWords   = 3
)

// chapterIn takes what of the rules is asked for from the words behind HELP or RULES: the number of a chapter, or words.
// Several with a question mark are a sentence. The realm for which somebody asks is left in the others.
func chapterIn(rest []string, question bool) (chapter string, others []string) {
	var all []string
	for i := 0; i < len(rest); i++ {
		one := strings.Trim(rest[i], "§")
		n, err := strconv.Atoi(one)
		switch number := err == nil && n > 0 && n <= lastChapter; {
		case one == "" || isFiller(one) || slices.Contains(besideChapter, one):
		case slices.Contains(realmWords, one) && i+1 < len(rest):
			others = append(others, rest[i:i+2]...)
			i++
		case len(all) == 0 && number:
			chapter = one
			all = make([]string, mostWords)
		case len(all) < mostWords && err != nil && utf8.RuneCountInString(one) >= leastWord && !(question && len(all) > 0):
			all = append(all, one)
			chapter = strings.Join(all, " ")
		default:
			return "", rest
		}
	}
	if chapter == "" {
		return "", rest
	}
	return chapter, others
}

// words are a line's words, in lower case.
func words(line string) []string {
	return strings.FieldsFunc(strings.ToLower(line), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(".,:;!?\"'*_„“”()", r)
	})
}

func isFiller(word string) bool { return slices.Contains(fillers, word) }

// Setting returns the line of settings that a letter consists of, in its subject or its first line, in the words of a
// language: `BERICHT KURZ`, or `KARTE`, which needs its value, or `NAME Annland`, which is the realm's. It is "" if there
// is none.
func Setting(language *orders.Language, subject, text string, lang phrase.Lang) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	for _, line := range []string{BareSubject(subject), first} {
		if line = strings.Join(strings.Fields(line), " "); line == "" || len(line) > longWish {
			continue
		}
		for _, said := range []string{line, line + " ja", "realm" + line} {
			file := language.Parse("$S\n" + said + "\n")
			if len(file.Problems) == 0 && len(file.Lines) == 0 && len(file.Settings) == 1 {
				return file.Settings[0].Speak(lang)
			}
			if len(file.Problems) == 0 && len(file.Lines) == 1 && file.Lines[0].Section == settings {
				o := file.Lines[0].Order
				if says(line, o.Print(nil, phrase.De)) || says(line, o.Print(nil, phrase.En)) || begin(said, o.Print(nil, phrase.En)) {
					return wording.Cut(string(o.Print(nil, lang)))
				}
			}
		}
	}
	return ""
}

// says reports whether a line begins as an order does, by more than the letter that suffices below `$S`: there RULES 7
// is a name for the realm.
func says(line string, order []byte) bool {
	const enough = 3
	a, b := []rune(strings.ToLower(line)), []rune(strings.ToLower(string(order)))
	return len(a) >= enough && len(b) >= enough && string(a[:enough]) == string(b[:enough])
}

// begin reports whether a line begins with the whole word of an order.
func begin(line string, order []byte) bool {
	a, _, _ := strings.Cut(line, " ")
	b, _, _ := strings.Cut(string(order), " ")
	return strings.EqualFold(a, b)
}

// settings is the letter of the section of settings, in every game that has one.
const settings = 'S'
