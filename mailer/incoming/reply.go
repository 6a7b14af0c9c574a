package incoming

import (
	"slices"
	"strings"

	"weltentor/mailer/mime"
	"weltentor/mailer/pattern"
)

// own separates what the sender wrote in a body from what the program added: quoted lines, signature, the mail that is
// answered.
type own struct {
	Text     string
	Quoted   int      // lines that are not the sender's
	under    int      // those of them that are below the head of an earlier mail
	Below    string   // as in Parts
	footer   []string // signatures and what phones write below
	rest     string   // what is below the head of an earlier mail, unquoted
	unquoted string   // the quoted lines without their marks
}

// longest is how many octets a line may have that a program wrote above an old mail.
const longest = 1000

// ownText reads a plain body. Below the head of an earlier mail nothing is the sender's
// own, unless the head is an attribution with marked lines right below it: then what is not marked is.
func (by ReadOptions) ownText(text string) own { return by.ownOf(text, true) }

// ownOf is ownText. What is below an attribution at the top is looked at once: heads may follow each other for ever.
func (by ReadOptions) ownOf(text string, top bool) own {
	lines := strings.Split(unarmour(text), "\n")
	unstuff(lines)
	var o own
	var kept, quoted []string
	m, looked := marksOf(lines), fieldLines{}
	until := false // the sender's orders go up to `$E`: they are below an attribution that was left at the top
	for i := 0; i < len(lines); i++ {
		line, n, opens := lines[i], 0, false
		rest, marked := m.sure(lines[i:])
		if !marked && len(line) <= longest {
			if n = attribution(lines[i:]); n > 0 {
				opens = true
			} else if n = earlierMail(lines[i:], looked); n == 0 {
				rest, marked = m.odd(line)
			}
		}
		below := lines[i+n:]
		switch {
		case marked:
			o.Quoted++
			quoted = append(quoted, rest)
			continue
		case opens && m.follow(below):
			o.Quoted, i = o.Quoted+n, i+n-1
			continue
		case n == 0:
			if kept = append(kept, line); !until || !endsOrders().MatchString(line) {
				continue
			}
			below = lines[i+1:]
			o.under = textIn(below)
		default:
			above, _ := by.cutFooter(kept)
			if top && opens && !says(above) && !until {
				// The sender removed what was quoted, or wrote below it. Orders say whose they are.
				if o.Below == "" && by.ours(lines[i:i+n]) {
					o.Below = by.ownOf(strings.Join(below, "\n"), false).Text
				}
				if at := slices.IndexFunc(below, numbered().MatchString); at >= 0 {
					o.Quoted, until = o.Quoted+n+textIn(below[:at]), true
					quoted = append(quoted, below[:at]...)
					kept, i = nil, i+n+at-1
					continue
				}
			}
			o.under = len(lines) - i
		}
		o.Quoted, o.rest = o.Quoted+o.under, strings.Join(below, "\n")
		break
	}
	kept, o.footer = by.cutFooter(kept)
	o.Text = strings.TrimRight(strings.TrimLeft(strings.Join(kept, "\n"), "\n"), " \t\n")
	o.unquoted = strings.Join(quoted, "\n")
	return o
}

// says reports whether any line has text.
func says(lines []string) bool { return blankLines(lines) < len(lines) }

// textIn counts the lines with text.
func textIn(lines []string) (n int) {
	for _, l := range lines {
		n += mime.Btoi(strings.TrimSpace(l) != "")
	}
	return n
}

// The lines of PGP's armour around a signed text, and around its signature.
const (
	armourOpens  = "-----BEGIN PGP SIGNED MESSAGE-----"
	armourSigns  = "-----BEGIN PGP SIGNATURE-----"
	armourCloses = "-----END PGP SIGNATURE-----"
)

// unarmour removes PGP's armour. QUIRK: mails signed inline by PGP: a text is between two lines of dashes, and its own
// dashes at the start of a line are doubled. What is above, between and below such texts is as much the sender's as in
// any mail.
func unarmour(text string) string {
	if !strings.Contains(text, armourOpens) {
		return text // most are not signed
	}
	const outside, fields, signed, signature = 0, 1, 2, 3
	var kept []string
	in := outside
	for line := range strings.SplitSeq(text, "\n") {
		bare := strings.TrimRight(line, " \t")
		switch {
		case in != signature && bare == armourOpens:
			in = fields
		case in == fields && (bare == "" || armourField().MatchString(line)): // Hash: SHA512
			if bare == "" {
				in = signed
			}
		case in != outside && in != signature && bare == armourSigns:
			in = signature
		case in == signature:
			if bare == armourCloses {
				in = outside
			}
		case in == outside:
			kept = append(kept, line)
		default:
			in, kept = signed, append(kept, strings.TrimPrefix(line, "- "))
		}
	}
	return strings.TrimRight(strings.Join(kept, "\n"), "\n")
}

var armourField = pattern.Lazy(`^[A-Za-z-]+: `)

// unencrypted is a text without armoured PGP messages.
func unencrypted(text string) string {
	if !strings.Contains(text, "-----BEGIN PGP MESSAGE-----") {
		return text // searching by pattern takes as long as everything else
	}
	return encryptedText().ReplaceAllString(text, "")
}

// innerEnds end a line for us, but not for every program that quotes it.
var innerEnds = []string{"\r", "\f", "\u0085", "\u2028", "\u2029"}

// quotesWhole keeps each quoted line of a text one line: the mark before it counts for all of it.
func quotesWhole(text string) string {
	if !slices.ContainsFunc(innerEnds, func(end string) bool { return strings.Contains(text, end) }) {
		return text
	}
	if text = strings.ReplaceAll(text, "\r\n", "\n"); !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n") // as plain reads it
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if maybeQuoted(line) {
			for _, end := range innerEnds {
				line = strings.ReplaceAll(line, end, " ")
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

var (
	// encryptedText is an armoured PGP message, up to its end or that of the text.
	encryptedText = pattern.Lazy(`(?ms)^-----BEGIN PGP MESSAGE-----[ \t]*$.*?(^-----END PGP MESSAGE-----[ ` +
		`\t]*(\n|\z)|\z)`)

	section = pattern.Lazy(`^\$\s*\pL`)
	ruler   = pattern.Lazy(`^_{20,}\s*$`)
)

// cutFooter leaves out a signature ("-- " alone on a line), a footer under a ruler, and what phones write last. If one
// of them has a section of orders, it is a player's own ruler.
func (by ReadOptions) cutFooter(lines []string) (kept, footer []string) {
	last := -1 // last line of a section's head
	for i, l := range lines {
		if strings.HasPrefix(l, "$") && section().MatchString(l) {
			last = i
		}
	}
	cut := len(lines)
	for i := last + 1; i < len(lines); i++ {
		// QUIRK: web mailers strip the blank of the signature's "-- ".
		if l := strings.TrimRight(lines[i], " "); l == "--" || strings.HasPrefix(l, "__") && ruler().MatchString(l) && !headFollows(lines[i+1:]) {
			cut = i
			break
		}
	}
	// QUIRK: "Von meinem iPhone gesendet", without any mark.
	for cut > 0 {
		t := strings.TrimSpace(lines[cut-1])
		if t != "" && !by.Advert(t) {
			break
		}
		cut--
	}
	for _, l := range lines[cut:] {
		if strings.TrimSpace(l) != "" {
			footer = append(footer, l)
		}
	}
	return lines[:cut], footer
}

// blankLines counts the blank lines before the first with text.
func blankLines(lines []string) int {
	n := slices.IndexFunc(lines, func(l string) bool { return strings.TrimSpace(l) != "" })
	if n < 0 {
		return len(lines)
	}
	return n
}
