package letter

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"weltentor/orders/phrase"
	"weltentor/resolve/roster"
	"weltentor/resolve/wording"
)

// Service is what a player asks of the machine itself. Services are stored by name, so the names never change.
type Service string

// The services. Helps asks what can be asked, and TellsNow for the orders in force.
const (
	Helps       Service = "help"
	SendsReport Service = "report"
	TellsNow    Service = "orders"
	Templates   Service = "template"
	Rulebooks   Service = "rules"
	Guides      Service = "guide"  // the page for beginners
	Manuals     Service = "manual" // the manual for players
	Passwords   Service = "password"
	Pauses      Service = "pause"
	SignsUp     Service = "signup"
	Substitutes Service = "substitute"
	StandsIn    Service = "stands-in" // a substitute agrees; nobody asks for it with a word
	MoreTime    Service = "more-time"
	Closes      Service = "close"
	Publics     Service = "public"   // what is public
	Pages       Service = "page"     // the page of the player's table
	Maps        Service = "map"      // the map as a picture
	Leaves      Service = "leave"    // gives the realm back
	Reminds     Service = "remind"   // when reminders come
	Moves       Service = "address"  // another address
	Letters     Service = "letter"   // sends a letter to other players
	Archives    Service = "archive"  // what other players have written
	Practices   Service = "practice" // begins a practice game

	TakesAddress Service = "takes-address" // the new address agrees; nobody asks for it with a word
	TakesBack    Service = "takes-back"    // the old address takes the change back; the same

	AnswersPlayer Service = "answer" // the game master confirms, see mastermail; nobody asks for it with a word
)

// serviceWords are the words that ask for a service, German and English, in lower case.
var serviceWords = []struct {
	word string
	of   Service
	lang phrase.Lang
}{
	{"hilfe", Helps, phrase.De}, {"help", Helps, phrase.En},
	{"bericht", SendsReport, phrase.De}, {"report", SendsReport, phrase.En},
	{"befehle", TellsNow, phrase.De}, {"orders", TellsNow, phrase.En},
	{"vorlage", Templates, phrase.De}, {"template", Templates, phrase.En},
	{"regeln", Rulebooks, phrase.De}, {"regelbuch", Rulebooks, phrase.De}, {"rules", Rulebooks, phrase.En},
	{"anleitung", Guides, phrase.De}, {"guide", Guides, phrase.En},
	{"handbuch", Manuals, phrase.De}, {"manual", Manuals, phrase.En},
	{"passwort", Passwords, phrase.De}, {"kennwort", Passwords, phrase.De}, {"password", Passwords, phrase.En},
	{"pause", Pauses, ""}, // the same in both languages
	{"mehr zeit", MoreTime, phrase.De}, {"more time", MoreTime, phrase.En},
	{"stand", Publics, phrase.De}, {"standings", Publics, phrase.En},
	{"abmeldung", Leaves, phrase.De}, {"abmelden", Leaves, phrase.De}, {"leave", Leaves, phrase.En},
	{"archiv", Archives, phrase.De}, {"archive", Archives, phrase.En},
	{"brief", Letters, phrase.De}, {"letter", Letters, phrase.En},
	{"adresse", Moves, phrase.De}, {"address", Moves, phrase.En},
	{"erinnern", Reminds, phrase.De}, {"remind", Reminds, phrase.En},
	{"anmeldung", SignsUp, phrase.De}, {"anmelden", SignsUp, phrase.De},
	{"signup", SignsUp, phrase.En}, {"sign-up", SignsUp, phrase.En},
	{"tisch", Pages, phrase.De}, {"table", Pages, phrase.En},
	{"karte", Maps, phrase.De}, {"map", Maps, phrase.En},
	{"üben", Practices, phrase.De}, {"ueben", Practices, phrase.De},
	{"practice", Practices, phrase.En}, {"practise", Practices, phrase.En},
	{"schluss", Closes, phrase.De}, {"close", Closes, phrase.En},
	{"vertretung", Substitutes, phrase.De}, {"substitute", Substitutes, phrase.En},
}

// fillers are words that may be beside a service word and mean nothing.
var fillers = []string{"zug", "züge", "zuege", "zügen", "spielzug", "spielzüge", "turn", "turns", "für", "for", "bitte",
	"please", "von", "of"}

// Wish is a request for a service.
type Wish struct {
	Service
	Lang   phrase.Lang // the word's language; "" if it is in both
	Number int         // after the word: a report's turn, a pause's turns, hours; for CLOSE, 1 is yes and 0 is no
	Given  bool        // there was a number
	Realm  int         // named as in "Reich 4"; 0: none
	Rule   string      // the number of the one rule that HELP or RULES is for, such as 8.3
	Mail   string      // the substitute's address, or the new one, in lower case; if there are several, all of them
	To     string      // whom a letter is for: the numbers of realms, as in "2,5", or A, G or M; "": see Name
	Name   string      // whom a letter is for, if nobody is known by that name, or several are
	Words  string      // what a letter says in the line of the request
	line   int         // the line of the text with the request, from 1; 0: the subject
}

// Wished reads what a letter asks for, in the first line of its text or otherwise in its subject. If the line gives no
// number, that of the subject is taken: `pause` below `PAUSE 2`. A letter with a section of orders asks for nothing.
// Neither does one with anything beside the word but a number, the realm and fillers: that is a sentence for a person.
func Wished(subject, text string) (Wish, bool) { return WishedOf(subject, text, nil) }

// WishedOf is Wished for a writer who knows these names. They are asked for only if a line may have one.
func WishedOf(subject, text string, names func() []Name) (Wish, bool) {
	if wording.Section.MatchString(text) {
		return Wish{}, false
	}
	above, asked := readLine(BareSubject(subject), names)
	for n, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		w, ok := readLine(line, names)
		if !ok || w.Name != "" && asked {
			break
		}
		if w.line = n + 1; asked && above.Service == w.Service {
			if !w.Given {
				w.Number, w.Given = above.Number, above.Given
			}
			w.Realm, w.Mail = cmp.Or(w.Realm, above.Realm), oneOf(above.Mail, w.Mail)
			w.Words = cmp.Or(w.Words, above.Words)
		}
		return w, true
	}
	return above, asked
}

// InText reports whether the text asks, and not the subject alone.
func (w Wish) InText() bool { return w.line > 0 }

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

// marks are at the beginning of a subject: those of answers and forwarded letters, also with a count (`Re[2]:`), and
// tags of lists and of our own letters.
var marks = lazily(
	`(?i)^\s*((re|aw|antw|antwort|sv|vs|tr|r|fw|fwd|wg|wtrlt|weitergeleitet)\s*([\[(^]?\d+[\])]?)?\s*:` +
		`|\[[^\]]{0,60}\]|\([^)]{0,60}\))`)

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

// longWish is how many characters a line with a request may have.
const longWish = 60

// readLine reads a line that asks for something, or says whom a letter is for.
func readLine(line string, names func() []Name) (Wish, bool) {
	if w, ok := readAddress(line, names); ok {
		return w, true
	}
	return readWish(line)
}

func readWish(line string) (Wish, bool) {
	var w Wish
	w.Mail, line = addressIn(line)
	w.Rule, line = ruleIn(line)
	fields := words(line)
	if len(fields) > 1 && (&Wish{}).named(fields[0]+" "+fields[1]) { // a service word that is two words
		fields = append([]string{fields[0] + " " + fields[1]}, fields[2:]...)
	}
	if len(line) > longWish || len(fields) == 0 || !w.named(fields[0]) {
		return Wish{}, false
	}
	for rest := fields[1:]; len(rest) > 0; rest = rest[1:] {
		n, err := strconv.Atoi(rest[0])
		switch {
		case isFiller(rest[0]):
		case err == nil && n >= 0 && !w.Given && w.Service != Closes && w.Service != Pages:
			w.Number, w.Given = n, true
		case (w.Service == Substitutes || w.Service == Reminds) && slices.Contains(ends, rest[0]) && !w.Given:
			w.Given = true
		case w.Service == Reminds && w.Given && slices.Contains(hours, rest[0]):
		case w.Service == Pages && slices.Contains(anew, rest[0]):
		case w.Service == Closes && slices.Contains(votes, rest[0]) && !w.Given:
			w.Given = true
			if rest[0] == "ja" || rest[0] == "yes" {
				w.Number = 1
			}
		case slices.Contains(realmWords, rest[0]) && len(rest) > 1 && w.Realm == 0:
			if w.Realm, err = strconv.Atoi(rest[1]); err != nil || w.Realm < 1 {
				return Wish{}, false
			}
			rest = rest[1:]
		default:
			return Wish{}, false
		}
	}
	takes := func(services ...Service) bool { return slices.Contains(services, w.Service) }
	if w.Given && !takes(SendsReport, Archives, Pauses, Substitutes, Closes, Reminds) ||
		w.Service == Letters || // see readAddress
		w.Mail != "" && !takes(Substitutes, Moves) || w.Rule != "" && !takes(Helps, Rulebooks) {
		return Wish{}, false
	}
	return w, true
}

// votes are words for a vote. A vote for closing is the number 1, one against it 0.
var votes = []string{"ja", "nein", "yes", "no"}

// anew are words that may follow the word for the page: once it was sent again only with one of them.
var anew = []string{"neu", "nochmal", "again", "anew", "new"}

// ends are words for 0 turns, or hours.
var ends = []string{"ende", "end", "aus", "off"}

// hours are words that may follow a number of hours.
var hours = []string{"stunde", "stunden", "hour", "hours", "vorher", "before"}

// addresses finds addresses in a line. QUIRK: mail programs add a link after it, in brackets.
var addresses = lazily(`(?i)<?(mailto:)?[^\s<>"'();,:]+@[^\s<>"'();,:]+>?`)

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
	return strings.Join(roster.DistinctMail(named), ", ")
}

// ruleNumber finds the number of a rule in a line, as receipts cite it.
var ruleNumber = lazily(`(?:^|[\s§])(\d{1,2}\.\d{1,2})(?:[\s?!]|$)`)

// ruleIn removes the number of a rule from a line, and returns it.
func ruleIn(line string) (rule, rest string) {
	at := ruleNumber().FindStringSubmatchIndex(line)
	if at == nil {
		return "", line
	}
	return line[at[2]:at[3]], strings.TrimRight(line[:at[2]], "§ ") + " " + line[at[3]:]
}

// words are a line's words, in lower case.
func words(line string) []string {
	return strings.FieldsFunc(strings.ToLower(line), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(".,:;!?\"'*_„“”()", r)
	})
}

// named sets the service of a word, and reports whether it has one.
func (w *Wish) named(word string) bool {
	for _, s := range serviceWords {
		if s.word == word {
			w.Service, w.Lang = s.of, s.lang
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
