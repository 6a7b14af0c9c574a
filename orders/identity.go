package orders

import (
	"strings"
	"unicode"

	"weltentor/orders/phrase"
)

// identity reads `$I realm [password] [turn]`. A `-` in place of the password means that there is none. The world
// decides whether one is needed.
func (r *reader) identity(h head) {
	fields, blanks := joinPassword(strings.FieldsFunc(CutComment(h.rest), blank))
	id := Identity{Position: r.from, Blanks: blanks, words: r.language.clientWords(), opens: r.language.Opens != 0}
	ok := 1 <= len(fields) && len(fields) <= 3
	if ok {
		id.Realm, ok = realmNumber(fields[0])
	}
	if ok && len(fields) > 1 && fields[1] != noPassword {
		id.Password = unmarked(fields[1])
		id.Marked = id.Password != fields[1]
	}
	switch {
	case !ok || len(fields) < 3:
	case isZero(fields[2]):
		r.tell(1, Warning, phrase.P("identity-zero"))
	default:
		id.Turn, ok = realmNumber(fields[2])
	}
	first := r.file.Identity
	if first != nil && !(ok && id.same(first)) {
		r.place, first.Another = anothers, r.line // whose the lines below it are, nobody can tell
	}
	switch {
	case !ok && anotherHead().MatchString(h.rest):
		r.tell(1, Error, phrase.P("identity-crowded"))
	case first == nil && !ok:
		r.tell(1, Error, phrase.P("identity-form"))
		if id.opens {
			r.place = unknown // whose the lines below it are, nobody can tell
		}
	case first == nil:
		r.file.Identity = &id
	case r.place == anothers:
		r.tell(1, Error, phrase.P("identity-twice", phrase.Num("line", first.Line)))
	}
}

// same reports whether two lines say the same.
func (id *Identity) same(as *Identity) bool {
	return id.Realm == as.Realm && id.Password == as.Password && id.Turn == as.Turn
}

// below tells of what is below the end of the orders and looks like more of them: an `$I` line of another realm, or the
// first section, which such a line may open. signed is the line of the mark above a signature, if that is the end; below
// it, an `$I` line of another realm is a section like others.
func (r *reader) below(text string, signed int) {
	first, told := r.file.Identity, false
	if r.place != ended && signed == 0 {
		return
	}
	for n, line := range Split(text) {
		line = trimLeft(r.language.ours(line))
		if !strings.HasPrefix(line, "$") {
			continue
		}
		at := Position{Line: r.line + n + 1, Col: 1}
		if realm, _ := claims(line); signed == 0 && first != nil && realm > 0 && realm != first.Realm {
			r.tellAt(at, Error, phrase.P("identity-twice", phrase.Num("line", first.Line)))
			return
		}
		h := cutHead(line)
		opens := signed > 0 || h.letter != 'I' || r.language.Opens != 0
		if !told && opens && h.letter != 'E' && (h.names(r.language) || h.letter != 0 && len(h.word) == 1) {
			code, ends := "below-end", r.file.Ends
			switch told = true; {
			case signed > 0:
				code, ends = "below-signature", signed
			case h.letter == 'I':
				code = "below-end-head"
			}
			r.tellAt(at, Error, phrase.P(code, phrase.Num("line", ends)))
		}
	}
}

// claim is a line that says whose the orders below it are, in whatever spelling: `$I 4`, `$ i: Reich #4`, `$Ident. (4)`.
// A file begins with one as the manual spells it. Below that, any is a second one.
var claim = NewGrammar(LettersOnly, "$I 4", Slot{Grammar: "@Mark"}, Slot{Grammar: "@Word"},
	Slot{Grammar: "@Mark?"}, Slot{Grammar: "@Mark?"}, Slot{Grammar: "@Sign?"}, Slot{Grammar: "@Word?"},
	Slot{Grammar: "@Mark?"}, Slot{Grammar: "@Mark?"}, Slot{Grammar: "@Number"}, Slot{Grammar: RestOfLine})

// realmWords may be in front of the realm's number there.
var realmWords = []string{"", "reich", "realm", "nation"}

// claims reads a claim, and returns what follows the realm's number. The realm is 0 if the line is none.
func claims(line string) (realm int, rest string) {
	if !strings.HasPrefix(trimLeft(line), "$") {
		return 0, ""
	}
	var t Tokens
	line = CutComment(line)
	if claim.Parse(line, &t) != nil {
		return 0, ""
	}
	head, before, number := Fold(t.Each[1].Value), t.Each[5].Value, t.Each[8]
	if head != "i" && !strings.HasPrefix(head, "ident") || !Among(before, realmWords) {
		return 0, ""
	}
	rest = line[number.Pos.Offset+len(number.Value):]
	if next := firstRune(rest); rest != "" && (letterOrDigit(next) || next == '-') {
		return 0, "" // the number is part of a word
	}
	realm, _ = realmNumber(strings.TrimLeft(number.Value, "-–−"))
	return realm, rest
}

// passwordLetters is how many letters and digits a generated password has, not counting hyphens.
const passwordLetters = 13

// joinPassword joins a password that was typed with spaces instead of hyphens: what follows the realm, without a
// turn's number at the end, has as many letters as a password.
func joinPassword(fields []string) (joined []string, blanks bool) {
	for n := len(fields); n >= 3 && n >= len(fields)-1; n-- {
		password := strings.Join(fields[1:n], "")
		letters := 0
		for _, c := range unmarked(password) {
			switch {
			case '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z':
				letters++
			case c != '-':
				letters = passwordLetters + 1
			}
		}
		if letters == passwordLetters {
			return append([]string{fields[0], password}, fields[n:]...), true
		}
	}
	return fields, false
}

// unmarked is a password without the marks around it, of which ours have none; one of marks alone stays.
//
// QUIRK: players end the line like a sentence, and put the password between quotes, brackets, or the stars of bold
// letters.
func unmarked(password string) string {
	if bare := strings.Trim(password, ".,<>*\"'`„“”‚‘’«»‹›"); bare != "" {
		return bare
	}
	return password
}

// isZero reports whether a turn's number is 0. Report 0 has no orders.
func isZero(s string) bool { return s != "" && strings.Trim(s, "0") == "" }

// noPassword is written in place of a password if there is none and a turn follows.
const noPassword = "-"

// stars replace a password.
const stars = "***"

// Scrub returns the text with every password replaced by `***`, with LF line ends and the same line numbers. Parse
// reads the same orders from it. Scrub does not know the sections, so it masks anything that could be an `$I` line,
// anywhere, even quoted or written oddly. After an `$I` without a password it also masks the lines up to the next `$`.
// With what Parse took for the text's `$I`, another one stays another, although both passwords are masked; nil: it
// has none. Heads of clients are masked by their form, whatever the language: see maskHeads. But Parse reads heads that
// are none by their form, so a text of orders is masked as Language.Ours returns it.
func Scrub(text string, id *Identity) string {
	text = clean(text)
	var out strings.Builder
	out.Grow(len(text))
	waiting := false // for the password of an `$I` line without one
	free, words, opens := true, "", false
	if id != nil {
		words, opens = id.words, id.opens
	}
	for n := 1; text != ""; n++ {
		before := len(text)
		var line string
		line, text = cutLine(text)
		masked, was := mask(line)
		section := strings.HasPrefix(trimLeft(line), "$")
		switch {
		case section:
			free = cutHead(trimLeft(line)).letter == 'E'
		case !was:
			masked = maskHeads(line, words, free, n == 1)
		}
		if was && id != nil && n == id.Another {
			masked, _ = mask(CutComment(line) + " " + stars) // malformed, so that it never is the first one again
		}
		switch {
		case was:
			// Parse takes the line for `$I`, wherever it is
			waiting = !opens && strings.HasPrefix(line, "$") && cutHead(line).names(&Language{}) && !strings.Contains(masked, stars)
		case section || Signs(line):
			waiting = false
		case waiting && trim(line) != "" && trimLeft(line)[0] != ';':
			masked = stars
		}
		out.WriteString(masked)
		if len(line) < before-len(text) { // the line had a line end
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// mask hides a possible password in a line, and reports whether the line is like `$I`: `$`, anything but letters and
// digits, a word with i. It keeps the head, a realm's number after it and, in a well-formed line, the turn's number. A
// masked line stays as it is.
func mask(line string) (masked string, was bool) {
	at := strings.IndexFunc(line, letterOrDigit)
	if dollar := strings.IndexByte(line, '$'); dollar < 0 || at < dollar || line[at]|0x20 != 'i' {
		return line, false
	}
	h := cutHead("$" + line[at:])
	if strings.HasPrefix(h.rest, stars) {
		return line, true
	}
	fields, _ := joinPassword(strings.FieldsFunc(CutComment(h.rest), blank))
	if len(fields) == 0 || !isRealm(fields[0]) {
		if realm, rest := claims("$" + CutComment(line[at:])); realm > 0 {
			return maskClaim(CutComment(line), rest), true
		}
		return maskMalformed(line, at, h), true
	}
	kept := line[:at+len(h.word)] + h.rest[:strings.Index(h.rest, fields[0])+len(fields[0])]
	switch {
	case len(fields) == 1:
		return kept, true
	case len(fields) == 2:
		return kept + " " + stars, true
	case len(fields) == 3 && (isRealm(fields[2]) || isZero(fields[2])):
		return kept + " " + stars + " " + fields[2], true
	}
	return kept + " " + stars + " " + stars, true // malformed, and still malformed after this
}

// maskClaim masks what follows the realm's number in a claim, so that it stays one.
func maskClaim(line, rest string) string {
	kept := strings.TrimSuffix(line, rest)
	if trim(rest) == "" {
		return kept
	}
	return kept + " " + stars
}

// maskMalformed masks a line without a realm's number after its word. The word itself may contain the password.
func maskMalformed(line string, at int, h head) string {
	known := len(h.word) == 1
	for _, n := range identityNames {
		known = known || strings.HasPrefix(Fold(n), Fold(h.word))
	}
	switch {
	case !known:
		return line[:at+1] + stars
	case trim(h.rest) == "":
		return line
	}
	if !strings.ContainsRune(afterHead, firstRune(h.rest)) {
		return line[:at+len(h.word)] + stars // it was text before, and must be text after: `$I00` opens no section
	}
	return line[:at+len(h.word)] + " " + stars
}

func isRealm(s string) bool { _, ok := realmNumber(s); return ok }

func letterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
