package incoming

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"weltentor/mailer/mime"
	"weltentor/mailer/pattern"
)

// The head of an earlier mail is found by what it is made of, in whatever language: an address, a day, a time, and the
// form in which programs put them. Words are looked for only where those are missing.

// languages are the words of such heads, as patterns, in the languages of the programs that were seen: the field of who
// wrote, the other fields, what stands above them, the verbs of a line above a quote, and how such a line begins if its
// day is first.
var languages = [][5]string{
	{"from", "sent|date|to|subject|cc|reply-to|importance", "original message|(begin )?forwarded message", "wrote|writes", "on"},
	{"von", "gesendet|datum|an|betreff|thema|kopie|antwort an|wichtigkeit", "original-?nachricht|ursprüngliche (nachricht|mail)" +
		"|(anfang der )?weitergeleiteten? (nachricht|mail)", "schrieb|schreibt", "am|den"},
	{"de", "envoyé|à|objet", "", "a écrit", "le"},
	{"da", "inviato|data|a|oggetto", "", "", "il"},
	{"van", "verzonden|aan|onderwerp", "", "schreef", "op"},
	{"", "enviad[ao]|enviado el|fecha|para|asunto|assunto", "", "", ""},
	{"od", "wysłano|wysłane|do|temat", "", "", ""},
	{"från|fra", "skickat|sendt|till|til|ämne|emne", "", "skrev", "den"},
}

var (
	fromNames, titles, verbs, openings = column(0), column(2), column(3), column(4)
	fieldNames                         = "(" + fromNames + "|" + column(1) + ")"
)

// column is a pattern of the words of all languages.
func column(n int) string { return "(" + alternatives(n) + ")" }

func alternatives(n int) string {
	var all []string
	for _, l := range languages {
		if l[n] != "" {
			all = append(all, l[n])
		}
	}
	return strings.Join(all, "|")
}

// A year of our calendar, or of the Thai, Arabic or Persian one; and a month's name in any script.
const (
	aYear  = `(1[349]|2[05])\d\d`
	aMonth = `[\pL\pM]{3,}\.?`
)

// signs are what a line, or several that a program has wrapped, has of such a head.
type signs struct{ address, bracketed, day, time, writes bool }

var (
	mailAddress = pattern.Lazy(`[^\s<>()\[\]"',;:*]+@[^\s<>()\[\]"',;:*]+\.[^\s<>()\[\]"',;:*]+`)
	inBrackets  = pattern.Lazy(`[<(\[]\s*(mailto:)?[^\s<>()\[\]"',;:*]+@[^\s<>()\[\]"',;:*]+\s*[>)\]]`)
	aDay        = pattern.Lazy(`\b\d{1,2}[./-] ?\d{1,2}[./-] ?(\d{4}|\d{2})\b|\b` + aYear + `[-/.] ?\d{1,2}[-/.] ?\d{1,2}\b` +
		`|` + aYear + ` ?[年년]|\b\d{1,2}(\.|st|nd|rd|th|º|er)?( de| of)? ` + aMonth + `,?( de| г\.)? ` + aYear + `\b` +
		`|` + aMonth + ` \d{1,2}(st|nd|rd|th)?,? ` + aYear + `\b|\b` + aYear + `(\.| m\.|\(?e\)?ko)? ` + aMonth + ` \d{1,2}\b` +
		`|\b\d{1,2} [Tt]háng [\pL\pM ]{2,10} ` + aYear + `\b`) // the months of Vietnam are numbers in words
	aTime = pattern.Lazy(`\b([01]?\d|2[0-3])[:.h][0-5]\d(\b|[aApP]\.?[mM]\b)`)
	// a line between dashes, as programs put it above an earlier mail
	dashed = pattern.Lazy(`^[\s*_]*-{2,} ?[^-\s].*[^-\s] ?-{2,}[\s*_]*$`)
	// QUIRK: programs in French put a blank before the colon
	knownField = `[*_]{0,2}` + fieldNames + fieldEnds
	fieldEnds  = `[ \x{a0}\x{202f}]?[*_]{0,2}:`
	original   = pattern.Lazy(`(?i)^\s*([-#=*_]{2,}\s*` + titles + `\s*[-#=*_]{2,}|` + titles + `\b.{0,80}:|##-.{5,100}-##)\s*$`)
	inOneLine  = pattern.Lazy(`(?i)(?:^|\s)` + knownField)
	headLine   = pattern.Lazy(`(?i)^[\s•|]*` + knownField)
	headField  = pattern.Lazy(`^[ \t•|]*[*_]{0,2}\pL[\pL\pM '’./-]{0,30}[ \t\x{a0}\x{202f}]?[*_]{0,2}:`)
	endsOrders = pattern.Lazy(`(?i)^\s*\$\s*E(nde|nd)?\s*$`)
	writes     = pattern.Lazy(`(?i)\b` + verbs + `\b.*:$`)
	// a line that ends in the verb of such a line: "Bovistan wrote in"
	hasWritten = pattern.Lazy(`(?i)^.{1,60}\b` + verbs + `( \pL{1,3})?$`)
	// a line above an earlier mail that has no colon
	endsWithVerb = pattern.Lazy(`(?i)\b` + verbs + `$|\b` + verbs + ` ` + openings + `\b[^.!?]{0,20}[\d.]{5,}[^!?]{0,25}\d$`)
	// how a line above an old mail begins: "Am", "On"
	opensDay = pattern.Lazy(`(?i)^\s*` + openings + `\s`)
)

// signsOf looks at a line without the marks of bold type around it. Most lines have neither a day nor an address.
func signsOf(text string) (s signs) {
	text = strings.Map(latinDigit, trimStars(text))
	s.writes = strings.HasSuffix(text, ":") && writes().MatchString(text)
	if strings.Contains(text, "@") {
		s.address, s.bracketed = mailAddress().MatchString(text), inBrackets().MatchString(text)
	}
	s.day = mayDay(text) && aDay().MatchString(text)
	s.time = mayTime(text) && aTime().MatchString(aDay().ReplaceAllString(text, " "))
	return s
}

// mayDay is a quick look: a line has a number with a stroke or a point behind it, or a year. Orders have long numbers.
func mayDay(line string) bool {
	for i := 1; i < len(line); i++ {
		if !digit(line[i-1]) {
			continue
		}
		if strings.IndexByte("./-", line[i]) >= 0 ||
			i+2 < len(line) && digit(line[i+1]) && digit(line[i+2]) && aCentury(line[i-1:i+1]) {
			return true
		}
	}
	return false
}

// aCentury reports whether a year that is a day's may begin so, see aYear.
func aCentury(two string) bool {
	return two[0] == '1' && strings.IndexByte("349", two[1]) >= 0 || two[0] == '2' && strings.IndexByte("05", two[1]) >= 0
}

// mayTime is a quick look: a line has an hour and minutes.
func mayTime(line string) bool {
	for i := 1; i+2 < len(line); i++ {
		if strings.IndexByte(":.h", line[i]) >= 0 && digit(line[i-1]) && digit(line[i+1]) && digit(line[i+2]) {
			return true
		}
	}
	return false
}

func digit(b byte) bool { return '0' <= b && b <= '9' }

// latinDigit is the digit that one of another script stands for. Each script's are in a row, from 0.
func latinDigit(r rune) rune {
	if r < utf8.RuneSelf || !unicode.IsDigit(r) {
		return r
	}
	for _, row := range unicode.Nd.R16 {
		if rune(row.Lo) <= r && r <= rune(row.Hi) {
			return '0' + (r-rune(row.Lo))%10
		}
	}
	return r
}

// mayDate is a quick look: a line has digits enough for a day or a time. Orders have few.
func mayDate(line string) bool {
	const least = 4
	n := 0
	for _, r := range line {
		if '0' <= r && r <= '9' || r >= utf8.RuneSelf && unicode.IsDigit(r) {
			if n++; n == least {
				return true
			}
		}
	}
	return false
}

// wrappedMost is into how many lines a program wraps the line above an earlier mail.
const wrappedMost = 4

// attribution counts the lines of "Am 1.2.2026 um 10:00 schrieb Weltentor <x@y>:", which programs wrap, and returns 0
// if there is none. In any language, such a line ends in a colon, or is between dashes, and has an address, or the day
// and the time.
func attribution(lines []string) int {
	if len(lines) == 0 || !mayAttribute(lines) || ordersBegin(lines[0]) {
		return 0
	}
	if n := arrowed(lines); n > 0 {
		return n
	}
	joined := ""
	for n := 1; n <= min(wrappedMost, len(lines)); n++ {
		l, below := strings.TrimSpace(lines[n-1]), lines[n:]
		if l == "" || strings.HasPrefix(l, ">") && (n == 1 || !bracketEnds().MatchString(l)) || len(l) > longest {
			return 0
		}
		s := signsOf(l)
		switch {
		case n > 1 && s.day && attributes(l, s, below):
			return 0 // a sentence above it
		case n > 1:
			s = signsOf(joined + " " + l)
		case !s.address && !s.day && !opensDay().MatchString(l) && !strings.HasSuffix(trimStars(l), ":") &&
			!hasWritten().MatchString(l):
			return 0 // a wrapped one begins with the day, or with who wrote
		}
		joined = strings.TrimSpace(joined + " " + l)
		if attributes(joined, s, below) {
			switch {
			case strings.HasSuffix(joined, "/"): // in another language it says the same, and who wrote
				n += attribution(below)
				if n+1 < len(lines) && nameLine().MatchString(lines[n]) &&
					(strings.TrimSpace(lines[n+1]) != "" || quoteFollows(lines[n+1:])) {
					n++
				}
				return n
			case n < len(lines) && endsBelow(joined, below):
				return n + 1
			}
			return n
		}
		if strings.HasSuffix(l, ":") || sentenceEnds().MatchString(l) {
			return 0
		}
	}
	return 0
}

var (
	opensArrows  = pattern.Lazy(`^(> ?){3}[^>\s]`)
	closesArrows = pattern.Lazy(`[^>]\s?>{3}$`)
)

// arrowed counts the lines of `>>> Weltentor <x@y> 1.2.2026 10:00 >>>`, and returns 0 if there is none. QUIRK: GroupWise
// puts it above an earlier mail without marks. It is none of three quotes: a line of that depth does not end so.
func arrowed(lines []string) int {
	if !opensArrows().MatchString(lines[0]) {
		return 0
	}
	joined := strings.TrimLeft(lines[0], "> ")
	for n := 1; n <= min(wrappedMost, len(lines)); n++ {
		if n > 1 {
			joined += " " + lines[n-1]
		}
		joined = strings.TrimSpace(joined)
		switch l := lines[n-1]; {
		case strings.TrimSpace(l) == "", n > 1 && strings.HasPrefix(l, ">") && !closesArrows().MatchString(" "+l), len(l) > longest:
			return 0
		case closesArrows().MatchString(joined):
			s := signsOf(joined)
			return n * mime.Btoi(s.address || s.day || s.time)
		}
	}
	return 0
}

// nameLine is who wrote, in a line of its own.
var nameLine = pattern.Lazy(`^\s*\pL[^.!?:;>]{0,40}$`)

// endsBelow reports whether a text that is the line above an earlier mail goes on in the next line: its verb is there, or
// who wrote.
func endsBelow(text string, below []string) bool {
	next := strings.TrimSpace(below[0])
	closes := strings.HasSuffix(next, ":") || strings.HasSuffix(next, "--")
	return closes && len(next) <= longest && (strings.HasSuffix(text, ">") && len(next) < 40 ||
		!strings.HasSuffix(text, ":") && !strings.HasSuffix(text, "-") && signsOf(next).bracketed)
}

// ordersBegin reports whether a line begins as only orders do: with a section, a message or a remark. No program begins
// a head so, and remarks have days in them.
func ordersBegin(line string) bool {
	line = strings.TrimLeft(line, " \t")
	return line != "" && strings.ContainsAny(line[:1], "$#;")
}

// mayAttribute is a quick look: one of the next lines ends as such a line does.
func mayAttribute(lines []string) bool {
	for _, l := range lines[:min(wrappedMost, len(lines))] {
		switch l = strings.TrimRight(l, " \t*_"); {
		case strings.TrimSpace(l) == "":
			return false
		case strings.HasSuffix(l, ":"), strings.HasSuffix(l, "--"), strings.HasSuffix(l, ">>>"),
			strings.HasSuffix(l, ">") && strings.Contains(l, "@"),
			mayDate(l) && hasVerb(l) && endsWithVerb().MatchString(trimStars(l)):
			return true
		}
	}
	return false
}

// hasVerb is a quick look: a line has a verb of who wrote an earlier mail.
func hasVerb(line string) bool {
	line = strings.ToLower(line)
	return slices.ContainsFunc(verbsAlone, func(verb string) bool { return strings.Contains(line, verb) })
}

var verbsAlone = strings.Split(alternatives(3), "|")

// twoSentences matches the end of a sentence within a text: programs write none.
var twoSentences = pattern.Lazy(`(\pL{5,}|\))[.!?] +[\pL\d]`)

// bracketEnds matches what is left of an address when it was wrapped.
var bracketEnds = pattern.Lazy(`^>\s*(\pL+\s*){0,3}:$`)

var sentenceEnds = pattern.Lazy(`(\pL{2,}|[)"”»])[.!?]$`)

// trimStars is a line without the marks of bold type around it. QUIRK: heads in two languages have a stroke between.
func trimStars(l string) string { return strings.TrimSuffix(strings.Trim(l, " \t*_"), " /") }

// attributes reports whether a text with these signs is the line above an earlier mail, of which the lines below are
// given.
func attributes(text string, s signs, below []string) bool {
	text = trimStars(text)
	switch {
	case dashed().MatchString(text):
		return s.address || s.day && s.time
	case s.day && s.bracketed && strings.HasSuffix(text, ">") && !headField().MatchString(text): // QUIRK: no verb, no colon
		return true
	case s.day && s.time && endsWithVerb().MatchString(text): // QUIRK: no colon
		return true
	case !strings.HasSuffix(text, ":"):
		return false
	case s.day && quoteFollows(below):
		return true
	case s.bracketed:
		return true
	case s.address && (s.day || s.time || s.writes), s.day && (s.time || s.writes), s.time && s.writes: // Gestern um 10:00
		return !twoSentences().MatchString(text)
	}
	// A sentence of a message may end like this, so there must be a day, or quoted lines below.
	return s.writes && (opensDay().MatchString(text) && strings.ContainsAny(text, "0123456789") || quoteFollows(below))
}

// headAbove counts the lines of a head of either kind, and returns 0 if there is none.
func headAbove(lines []string, m fieldLines) int {
	if len(lines[0]) > longest {
		return 0
	}
	if n := attribution(lines); n > 0 {
		at := n + blankLines(lines[n:])
		if f := fieldsOf(lines[at:], m); f.below() { // QUIRK: Lotus Notes puts both
			n = at + f.lines
		}
		return n
	}
	return earlierMail(lines, m)
}

// earlierMail counts the lines of the head under which Outlook and web mailers put the old mail unquoted, and returns
// 0 if there is none.
func earlierMail(lines []string, m fieldLines) int {
	first := lines[0]
	if strings.Count(first, ":") >= 3 && len(inOneLine().FindAllStringIndex(first[:min(len(first), longest)], fieldsMost)) >= 3 {
		return 1 // all of it in one line
	}
	if strings.ContainsAny(first, "-:#=*") && (original().MatchString(first) || original().MatchString(trimStars(first))) {
		n := 1 + blankLines(lines[1:])
		if f := fieldsOf(lines[n:], m); f.lines > 0 {
			return n + f.lines
		}
		return n + attribution(lines[n:]) // QUIRK: Proton puts both
	}
	if strings.HasPrefix(first, "_") && ruler().MatchString(first) || strings.Contains(first, "--") && dashed().MatchString(first) {
		n := 1 + blankLines(lines[1:])
		if f := fieldsOf(lines[n:], m); f.below() {
			return n + f.lines
		}
	}
	switch f := fieldsOf(lines, m); {
	case f.known >= 3, f.lines >= 2 && f.address && f.day, f.lines >= 3 && f.day && f.time:
		return f.lines
	}
	return fieldless(lines)
}

var (
	// chatted is a line of a chat that was copied: "[1.2.2026 10:00] Weltentor".
	chatted   = pattern.Lazy(`^\[([^\]]{8,40})\]\s*\S`)
	nameAlone = pattern.Lazy(`(?i)^[ \t]*[*_]{0,2}` + fieldNames + `[*_]{0,2}[ \t]*$`)
)

// fieldless counts the lines of a head that has neither a colon nor a verb, and returns 0 if there is none: a chat's,
// or who wrote, above a line of the day and the time. QUIRK: Lotus Notes 6 puts that, and the names of the fields in
// lines of their own below it.
func fieldless(lines []string) int {
	if m := chatted().FindStringSubmatch(lines[0]); m != nil {
		s := signsOf(m[1])
		return mime.Btoi(s.day && s.time)
	}
	if strings.TrimSpace(lines[0]) == "" || ordersBegin(lines[0]) {
		return 0
	}
	who := strings.TrimSpace(lines[0])
	named := strings.HasSuffix(who, ">") && inBrackets().MatchString(who)
	for n := 1; n < min(whenMost, len(lines)) && (named || n == 1); n++ {
		if !saysWhen(lines[n]) {
			continue
		}
		if named || slices.ContainsFunc(lines[n+1:min(n+1+whenMost, len(lines))], nameAlone().MatchString) {
			return n + 1
		}
	}
	return 0
}

// whenMost is how many lines who wrote, for whom and when may be, and how far below it the next name of a field is.
const whenMost = 4

// saysWhen reports whether a line has a day and a time, and at most a day of the week and a zone beside it.
func saysWhen(line string) bool {
	const most, words = 60, 14
	if len(line) > most || !mayDate(line) {
		return false
	}
	line = strings.Map(latinDigit, line)
	if !mayTime(line) {
		return false
	}
	if s := signsOf(line); !s.day || !s.time || s.address {
		return false
	}
	rest := aTime().ReplaceAllString(aDay().ReplaceAllString(line, ""), "")
	return len(strings.TrimSpace(rest)) <= words
}

// fields are lines `X: y` in a row.
type fields struct {
	signs
	lines, known int // known: with a word that we know
}

// below reports whether they are a head if they are below a ruler. Without one, more is asked of them.
func (f fields) below() bool { return f.known >= 2 || f.lines >= 2 && (f.address || f.day) }

// fieldsMost is how many lines of a head are looked at: each line of a text may begin one.
const fieldsMost = 20

// fieldsOf reads such lines, and those that continue them. QUIRK: in mails made of paragraphs they have blank lines
// between.
func fieldsOf(lines []string, m fieldLines) (f fields) {
	for i := 0; i < min(len(lines), fieldsMost); i++ {
		l := fieldInRow(lines[i])
		is := m.of(l)
		if !is.field {
			next := i + 1
			if f.known > 0 && strings.TrimSpace(l) == "" && next < len(lines) && len(lines[next]) <= longest &&
				headLine().MatchString(lines[next]) {
				continue
			}
			if i == 0 || strings.TrimSpace(l) == "" || len(l) > longest || !strings.ContainsAny(l[:1], " \t") {
				break
			}
		}
		if is.known {
			f.known++
		}
		f.address, f.day, f.time = f.address || is.address, f.day || is.day, f.time || is.time
		f.lines = i + 1
	}
	return f
}

// fieldLine is what a line is as one of a head.
type fieldLine struct {
	signs
	field, known bool // known: with a word that we know
}

// fieldLines remembers lines. Each line of a text may begin a head, so it is looked at as often as a head has lines. nil
// remembers none.
type fieldLines map[string]fieldLine

// of looks at a line.
func (m fieldLines) of(l string) (is fieldLine) {
	_, value, colon := strings.Cut(l, ":")
	if !colon || len(l) > longest { // as most lines are
		return is
	}
	if is, known := m[l]; known {
		return is
	}
	is = fieldLine{signsOf(value), headField().MatchString(l), headLine().MatchString(l)}
	if m != nil {
		m[l] = is
	}
	return is
}

var fieldRow = pattern.Lazy(`^\s*\|\s*(\pL[\pL ]{0,30}?)\s*\|(.*)\|\s*$`)

// fieldInRow is a line `| X | y |` as a field. QUIRK: NetEase draws a table of them.
func fieldInRow(line string) string {
	if len(line) > longest || !strings.HasPrefix(strings.TrimLeft(line, " "), stroke) {
		return line
	}
	return fieldRow().ReplaceAllString(line, "$1:$2")
}

// headFollows reports whether the next line with text starts a head.
func headFollows(lines []string) bool {
	return fieldsOf(lines[blankLines(lines):], nil).below()
}
