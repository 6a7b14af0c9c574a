package letter

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"weltentor/orders"
	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/resolve/secrets"
	"weltentor/resolve/wording"
)

// Reply is what an answer to a letter with a code says.
type Reply int

// What it can say. Only Agrees makes a code do its work. All others do nothing, and Refuses also ends the code.
const (
	Silent   Reply = iota // the writer's own words are empty: the answer was sent too soon, or by a program
	Absent                // what a program says while its owner is away
	Agrees                // YES or JA, with no more than courtesy beside it
	Declines              // NO or NEIN
	Refuses               // anything else
	Beside                // YES, and what was left out may take it back, or has changed what it is for
)

// Answer is an answer to a letter with a code, reduced to its writer's own words.
type Answer struct {
	Subject string   // of the answer, with codes masked
	Ours    string   // subject of the letter that it answers; "" if unknown
	Text    string   // the writer's own text, without quotes, with codes masked
	Aside   string   // signatures and attached texts: they may say no, but never yes
	Left    string   // what may be the writer's among what is left out as a quote
	Altered bool     // the quote says something else than our letter
	Unread  bool     // there is a part that cannot be read
	Code    bool     // the code is in the writer's own words, not only in a quote
	Names   []string // names with which the writer may sign
	Lists   []string // what our letter lists as answers besides YES
	Joins   bool     // it answers a form to sign up
	Filled  bool     // lines of the form were in the Text, and are left out of it
	Words   Vocabulary
}

// Reply judges the answer. YES or JA must lead its words. Codes, sections of orders, a greeting, the close with a
// signature, and what programs and firms add do not count as words. A list of refusals would never be complete, so the
// few words that may be beside YES are listed instead. A code without a YES is none: whatever is quoted, forwarded or
// cut off by mistake has one.
func (a Answer) Reply() Reply {
	words, odd := a.words()
	rest, typed := a.subject()
	away := !a.Code && absent().MatchString(rest)
	switch {
	case len(words) == 0 && !odd && len(typed) > 0 && absent().MatchString(a.Subject):
		return Absent
	case len(words) == 0 && !odd && len(typed) > 0:
		words = typed
	case !away && objecting().MatchString(rest):
		return Refuses
	}
	switch {
	case !odd && a.chosen(words) != "":
	case odd:
		return Refuses
	case len(words) == 0:
		return Silent
	case slices.Contains(refusing, words[0]) && len(words) < sentence:
		return Declines
	case away, !a.Code && absent().MatchString(a.Text):
		return Absent
	case !slices.Contains(agreeing, words[0]), slices.ContainsFunc(words, func(word string) bool {
		return !slices.Contains(agreeing, word) && !slices.Contains(courteous, word) && !a.named(word)
	}):
		return Refuses
	}
	left := rest + "\n" + a.Left
	if a.Unread || a.Altered || objecting().MatchString(a.Left) || delaying().MatchString(left) || conditions().MatchString(left) ||
		slices.ContainsFunc(ownLines(strings.Split(a.Aside, "\n")), defers) {
		return Beside
	}
	return Agrees
}

// defers reports whether a line of a signature may make a YES wait. Firms name dates in theirs, too, but ask for
// nothing, and do not speak of themselves as a person does.
func defers(line string) bool {
	return conditions().MatchString(line) || delaying().MatchString(line) && (speaksOfSelf().MatchString(line) || asksFor().MatchString(line))
}

var (
	agreeing = []string{"yes", "ja"}
	refusing = []string{"no", "nein"}
	// courteous are the words that may be beside YES: none of them takes it back, and no two of them do.
	courteous = []string{"please", "thanks", "thank", "you", "very", "much", "many", "bitte", "danke", "dank", "vielen",
		"besten", "herzlichen", "schön", "sehr", "gern", "gerne", "code"}
	// objecting are words that mean no even where other words are ignored: in a subject, or in a signature.
	objecting = anyOf(`no|not|none|nothing|never|nope|cannot|\pL+n['’]t|dont|didnt|wont|stop|spam|scam` +
		`|fraud|fake|phishing|abuse|cancel|refus\pL*|reject\pL*|declin\pL*|deny|denied|wrong|remove|unsubscribed?|mistake` +
		`|revoke|withdraw|but|later|nein|nicht|nichts|nie|niemals|kein\pL*|nee|stopp|abbrechen|betrug|missbrauch` +
		`|falsch\pL*|ablehn\pL*|abgelehnt|irrtum|versehen|verzichte?|zurückziehen|storn\pL*|widerr\pL*|abmelden` +
		`|austragen|lösch\pL*|unerwünscht|aber|doch|später`)
	// joining matches the YES that begins a line.
	joining = lazy.Pattern(`(?im)^\W*((hallo|hi|hello|hey|moin|servus)\b\W*)?(yes|ja)\b[,.]*`)
	// conditions are words by which a YES beside them is not one yet.
	conditions = anyOf(`if|unless|when|once|would|first|wenn|falls|sofern|sobald|würde|erst`)
	// delaying are such words where there may be a signature.
	delaying = anyOf(`wait|warte[nt]?|until|till|before|bis|bevor|ehe`)
	// asksFor matches a line that asks for something.
	asksFor = anyOf(`bitte|please|wait|warte[nt]?`)
	// choosing are the words that may be beside a number that our letter lists.
	choosing = []string{"brief", "letter", "reich", "realm", "an", "to", "für", "for", "den", "die", "das", "the"}
	// absent occurs in the answers that programs give while their owners are away. QUIRK: some have no other mark.
	absent = anyOf(`abwesen\pL*|außer haus|urlaub|nicht (im (büro|haus)|erreichbar|zu erreichen)` +
		`|automatische (antwort|nachricht)|out of (the |my )?office|away from (the |my )?(office|desk)` +
		`|on (leave|vacation|holiday)|automatic(ally)? (reply|response|generated)|auto-?reply`)
)

// Chosen is the one of the listed answers that the answer consists of, with courtesies and names of letters at most; "": it
// says something else.
func (a Answer) Chosen() string {
	words, odd := a.words()
	if odd {
		return ""
	}
	return a.chosen(words)
}

func (a Answer) chosen(words []string) (one string) {
	for _, word := range words {
		listed := word
		for _, before := range choosing { // Reich3
			if number, ok := strings.CutPrefix(word, before); ok && slices.Contains(a.Lists, number) {
				listed = number
			}
		}
		switch {
		case one == "" && slices.Contains(a.Lists, listed):
			one = listed
		case !slices.Contains(courteous, word) && !slices.Contains(choosing, word) && !slices.Contains(agreeing, word) && !a.named(word):
			return ""
		}
	}
	return one
}

// SaysNo reports whether a text begins with NO or NEIN, whatever comes after it, and SaysYes whether it does with YES or JA.
func SaysNo(text string) bool  { return begins(text, refusing) }
func SaysYes(text string) bool { return begins(text, agreeing) }

func begins(text string, with []string) bool {
	words := plainWords(Bare(text))
	return len(words) > 0 && slices.Contains(with, words[0])
}

// named reports whether the writer signs with a word.
func (a Answer) named(word string) bool {
	return slices.ContainsFunc(a.Names, func(name string) bool { return slices.Contains(plainWords(name), word) })
}

// subject returns what the subject says besides ours and marks of answers. typed are words of it that can take the
// place of a text.
func (a Answer) subject() (rest string, typed []string) {
	rest = strings.Join(strings.Fields(a.Subject), " ")
	ours := strings.Join(strings.Fields(a.Ours), " ")
	if ours == "" || !strings.Contains(rest, ours) {
		ours = asking().FindString(rest)
	}
	if ours != "" && !(a.Ours == "" && objecting().MatchString(ours)) {
		rest = strings.Replace(rest, ours, " ", 1)
	}
	rest = bareOfCodes(rest)
	answers := false
	for at := answerMark().FindStringIndex(rest); at != nil; at = answerMark().FindStringIndex(rest) {
		if objecting().MatchString(rest[:at[1]]) {
			break
		}
		rest, answers = rest[at[1]:], true
	}
	rest = strings.TrimSpace(rest)
	if _, asks := a.Words.readWish(BareSubject(rest)); !answers && !asks && !strings.Contains(rest, "[") && AsksInSubject(rest) {
		typed = plainWords(BareSubject(rest))
	}
	return rest, typed
}

// asking matches a subject of ours with a code.
var asking = lazy.Pattern(`(?i)\[[^\[\]]+\][^\[\]?]*\? ((please reply|bitte antworten) )?` +
	regexp.QuoteMeta(secrets.Hidden))

// Bare is a text without codes, sections of orders, what programs and firms add, and its greeting.
func Bare(text string) string {
	return ungreeted(text, func(string) bool { return true })
}

// ungreeted is Bare, if the name after the greeting may be there.
func ungreeted(text string, may func(name string) bool) string {
	lines := ownLines(orders.Split(bareOfCodes(text)))
	if len(lines) > 0 && len(lines[0]) <= longLine && !objecting().MatchString(lines[0]) {
		at := salutes().FindStringSubmatch(lines[0])
		if at != nil && (at[1] == "" || at[2] != "" || may(at[1])) {
			lines = lines[1:]
		}
	}
	return strings.Join(lines, "\n")
}

// Objects reports whether a text has a word that means no, or may mean it.
func Objects(text string) bool { return objecting().MatchString(text) }

// Conditional reports whether a text has a word by which a YES beside it is not one yet.
func Conditional(text string) bool { return conditions().MatchString(text) }

// words are the writer's own words in the text. odd reports whether there is something that does not go with a YES: a
// question, a picture.
func (a Answer) words() (words []string, odd bool) {
	// without a comma, a word that is no name we know may take the YES back
	lines := strings.Split(ungreeted(a.Text, func(name string) bool { return a.named(strings.ToLower(name)) }), "\n")
	for n, line := range lines {
		if leaves().MatchString(line) && a.signs(lines[n:]) {
			lines = lines[:n]
			break
		}
	}
	text := strings.Join(lines, "\n")
	words = plainWords(text)
	if len(words) > 1 && greets().MatchString(words[0]) && slices.Contains(agreeing, words[1]) {
		words = words[1:] // Hello, yes please
	}
	if a.Joins && a.joins(text) {
		words = agreeing[:1]
	}
	aside := strings.Join(ownLines(strings.Split(a.Aside, "\n")), "\n")
	return words, strings.Contains(text, "?") || strings.ContainsFunc(text, oddSign) || objecting().MatchString(aside)
}

// joins reports whether a line of an answer to a form begins with YES, and nothing beside it takes that back. People say
// there who they are, or that they would like to play. Who has filled in the form may write more.
func (a Answer) joins(text string) bool {
	at := joining().FindStringIndex(text)
	if at == nil {
		return false
	}
	rest := strings.ReplaceAll(text[:at[0]]+text[at[1]:], "!", "")
	if objecting().MatchString(rest) || conditions().MatchString(rest) {
		return false
	}
	_, willing := Willing("", rest)
	return a.Filled || willing || a.signs(strings.Split(rest, "\n"))
}

// bareOfCodes replaces masked codes by blanks.
func bareOfCodes(text string) string { return strings.ReplaceAll(text, secrets.Hidden, " ") }

// signs reports whether lines that begin with the close of a letter say nothing else: a name, and below one that we know,
// a firm. A name that we do not know is one word.
func (a Answer) signs(lines []string) bool {
	if len(lines) > signatureMost {
		return false
	}
	signed, known := false, a.Joins // we do not know yet what somebody new is called
	for n, line := range lines {
		if n == 0 {
			line = leaves().ReplaceAllString(line, "")
		}
		words := slices.DeleteFunc(strings.Fields(line), ruled().MatchString)
		polite := !slices.ContainsFunc(plainWords(line), func(word string) bool { return !slices.Contains(courteous, word) })
		switch {
		case len(words) == 0, polite, contact().MatchString(line):
			continue
		case objecting().MatchString(line), conditions().MatchString(line), strings.ContainsAny(line, "?!"),
			len(words) > signatureWords, !a.capital(words):
			return false
		}
		known = known || slices.ContainsFunc(plainWords(line), a.named)
		if !known && (signed || len(words) > 1) {
			return false
		}
		signed = true
	}
	return true
}

// capital reports whether words are written as those of names are.
func (a Answer) capital(words []string) bool {
	for _, word := range words {
		letters := []rune(strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }))
		if len(letters) > 0 && unicode.IsLower(letters[0]) && !a.named(strings.ToLower(string(letters))) &&
			!(len(words) > 1 && slices.Contains(particles, string(letters))) {
			return false
		}
	}
	return true
}

// The largest size of a signature.
const (
	signatureMost  = 9 // lines, with the close
	signatureWords = 7 // in a line
)

var particles = []string{"von", "van", "de", "der", "und", "and", "of", "the", "zu", "für", "for", "in", "at",
	"from", "aus"}

var (
	endOfOrders = lazy.Pattern(`(?i)^\$\s*E`)
	// contact matches a line that says how to reach its writer.
	contact = lazy.Pattern(`(?i)^\W*((tel|telefon|phone|mobile?|handy|fax|web|e-?mail|mail|internet|www)\.?\s*[:+\d(].{0,60}` +
		`|\+?[\d ()/.-]{6,}|\S+@\S+|<?(https?://|www\.)\S+>?)$`)
)

// oddSign reports whether a character is none of those with which people agree: a picture, or a sign with which they
// strike something out.
func oddSign(r rune) bool {
	return unicode.In(r, unicode.So, unicode.Sm) && !strings.ContainsRune("👍👌✅✔☑🙂😀😃😄😊😉🙏+<>=|", r)
}

// plainWords are a text's words in lower case.
func plainWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\''
	})
}

// run is how many words in a row must be the same for a text to repeat another.
const run = 5

// Repeats reports whether a text has a run of words of another one, or a line of it with more than a word.
func Repeats(text, other string) bool {
	lines := map[string]bool{}
	for line := range strings.Lines(other) {
		lines[strings.Join(strings.Fields(line), " ")] = true
	}
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 1 && lines[strings.Join(words, " ")] && !strings.HasPrefix(words[0], "$") {
			return true
		}
	}
	mine, theirs := strings.Fields(text), runsOf(strings.Fields(other))
	for n := 0; n+run <= len(mine); n++ {
		if theirs[strings.Join(mine[n:n+run], " ")] != nil {
			return true
		}
	}
	return false
}

// runsOf are the runs of words, with the places where each begins.
func runsOf(words []string) map[string][]int {
	runs := map[string][]int{}
	for n := 0; n+run <= len(words); n++ {
		row := strings.Join(words[n:n+run], " ")
		runs[row] = append(runs[row], n)
	}
	return runs
}

// beginning is how many words of a letter show that it begins.
const beginning = 8

// BeginsAgain returns where another text begins in a text, at the beginning of a line and below something, or -1. Who
// sends a whole letter back may have filled in the orders in it, or answered below it.
func BeginsAgain(text, other string) int {
	first := strings.Fields(wording.Clipped(other, 1000))
	if first = first[:min(len(first), beginning)]; len(first) < 4 {
		return -1
	}
	at := 0
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 && words[0] == first[0] {
			below := strings.Fields(wording.Clipped(text[at:], 2000))
			if len(below) >= len(first) && slices.Equal(below[:len(first)], first) &&
				strings.TrimSpace(text[:at]) != "" {
				return at
			}
		}
		at += len(line)
	}
	return -1
}

// Compare sorts a letter's texts by the text of our letter that it answers, and reports whether it changed any. What is
// below a line "Am … schrieb …:" at the top, without marks, is the writer's if it repeats nothing of ours: people delete a
// quote and leave that line. What begins as ours does is not: some programs quote without any mark.
func (l *Letter) Compare(ours string) (changed bool) {
	t := &l.Texts
	if at := BeginsAgain(t.Text, ours); at >= 0 && !l.Others {
		n := strings.Count(strings.TrimRight(t.Text[at:], "\n"), "\n") + 1
		l.Notes = append(slices.Clip(l.Notes), phrase.P(BelowHead, phrase.Str("word", ""), phrase.Num("n", n), phrase.Str("part", l.Part)))
		t.Quoted, t.Text, t.Below = t.Quoted+t.Text[at:], t.Text[:at], ""
		return true
	}
	if t.Below == "" || ours == "" || Repeats(t.Below, ours) {
		return false
	}
	t.Text, t.Below = t.Below+"\n", ""
	return true
}

// Leave takes out of what the writer typed, and of what is below it, what repeats our letter that this one answers. A
// code that is only there is not typed. Three stars are not a code.
func (p *Parts) Leave(ours string, of Texts) {
	typed := Without(p.Typed, ours)
	if typed != p.Typed && len(p.Given) > 0 {
		masked := Without(secrets.Scrub(strings.ReplaceAll(of.Text, secrets.Hidden, "* * *"), nil), ours)
		if !strings.Contains(masked, secrets.Hidden) {
			p.Given = nil
		}
	}
	p.Typed, p.Footer = typed, Without(p.Footer, ours)
}

// OwnLines are the lines of a quote that another text did not bring: most of their words are not in it.
func OwnLines(quoted, other string) string {
	known := map[string]bool{}
	for _, word := range plainWords(other) {
		known[word] = true
	}
	var own []string
	for line := range strings.Lines(quoted) {
		all, foreign := plainWords(bareOfCodes(line)), 0
		for _, word := range all {
			if !known[word] {
				foreign++
			}
		}
		if 2*foreign > len(all) {
			own = append(own, strings.TrimSpace(line))
		}
	}
	return strings.Join(own, "\n")
}

// Forwards reports whether a subject is that of a letter that its writer forwards.
func Forwards(subject string) bool { return forwardMark().MatchString(subject) }

// forwardMark is among the marks of a subject, or at its end. QUIRK: `[Fwd: …]`, `(Fwd) …`, `Fwd […`, `… (fwd)`.
var forwardMark = lazy.Pattern(`(?i)^(\s*` + aMark + `)*\s*[\[(]?` + forwardSign + `(\s*:|[\])]|\s+\[)|\(` + forwardSign + `\)\s*$`)

// Without takes out of a text the lines that repeat another one, from the other's beginning on, word by word and in the
// same order. Mail programs wrap lines anew, and some do not mark what they quote. A passage that only occurs in the
// middle of the other text is not a quote of it. The other text may quote a stranger, who wrote there what the writer
// of this text is going to answer. A line with a word of its own stays whole: nobody can tell what of it is whose. Lines
// keep their numbers.
func Without(text, other string) string {
	words := strings.Fields(other)
	if len(words) < run || !strings.Contains(strings.Join(strings.Fields(text), " "), strings.Join(words[:run], " ")) {
		return text
	}
	runs := runsOf(words)
	var all []string
	var line []int // of each word
	own := strings.Split(text, "\n")
	left := make([]int, len(own)) // words of each line that are its own
	for n := range own {
		for word := range strings.FieldsSeq(own[n]) {
			all, line = append(all, word), append(line, n)
			left[n]++
		}
	}
	next, done := 0, 0 // how far the other text is repeated already, and this one read
	for n := 0; n+run <= len(all); n++ {
		row := strings.Join(all[n:n+run], " ")
		places := runs[row]
		for len(places) > 0 && places[0] < next {
			places = places[1:] // for good: a word may be in the other text as often as it likes
			runs[row] = places
		}
		if len(places) == 0 || next == 0 && (places[0] > 0 || n > 0 && line[n-1] == line[n]) {
			continue
		}
		for done = max(done, n); done < n+run; done++ {
			left[line[done]]--
		}
		next = places[0] + 1
	}
	for n := range own {
		if left[n] == 0 {
			own[n] = ""
		}
	}
	return strings.Join(own, "\n")
}
