package resolve

import (
	"regexp"
	"strings"

	"weltentor/orders"
)

// beside is what became of words for a person, in a letter of which the machine
// does something else.
type beside uint8

const (
	besideNothing beside = iota // there were none
	besideWent                  // they were passed on, now or with an earlier letter
	besideRefused               // too many such came
)

// words is what a letter says to a person above its orders, and in its own text where
// those came in a file.
func (in *intake) words() string {
	own := ""
	if found := in.l.studied; found != nil && asks(found.beside) {
		own = found.beside
	}
	return strings.TrimSpace(in.above() + "\n\n" + own)
}

// above is what the text of the orders says above its first section, without remarks
// and without a courtesy that merely names the orders.
func (in *intake) above() string {
	starts := in.file.Starts
	if in.l.Others || starts < 2 {
		return ""
	}
	text := unremarked(orders.Split(in.text)[:starts-1])
	body := in.l.Part == "body" || in.l.Part == "html"
	if strings.Contains(text, "?") || body && asks(text) {
		return text
	}
	return "" // a file may have a heading
}

// wordsBeside is what stands in the letter's own text above orders, if those taken came
// in a file. The line that says whose the file's orders are is none.
func (w *World) wordsBeside(text string, id *orders.Identity) string {
	if text == "" {
		return ""
	}
	file := w.rb.Language().Parse(text)
	text = secretsOf(id).clean(scrub(text, file.Identity))
	var kept []string
	for n, line := range orders.Split(text) {
		if file.Identity != nil && n+1 == file.Identity.Line {
			continue
		}
		if section.MatchString(line) {
			break
		}
		kept = append(kept, line)
	}
	return unremarked(kept)
}

// unremarked joins lines without those that are a remark.
func unremarked(lines []string) string {
	var kept []string
	for _, line := range lines {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, ";") {
			kept = append(kept, line)
		}
	}
	return strings.TrimSpace(strings.Join(kept, "\n"))
}

// asks tells a text that a person is to read from one that merely brings orders: it has a
// question, or says more than how people greet, name their orders and take leave.
func asks(text string) bool {
	bare := courtesy.ReplaceAllString(leave.ReplaceAllString(text, ""), "")
	return strings.Contains(text, "?") || speaks(salutation.ReplaceAllString(bare, ""))
}

var (
	// courtesy is how people say that orders follow.
	courtesy = regexp.MustCompile(`(?i)[^.?!\n]*\b(hier|anbei|anliegend|angehängt|anhang|beiliegend|folgend\pL*|here|attached|enclosed|below|following)\b[^.?!]{0,80}\b(befehl\pL*|zug\pL*|züge|orders?|turns?|moves?)\b[^.?!\n]*[.?!]?`)
	// salutation is a line with which a letter begins.
	salutation = regexp.MustCompile(`(?im)\A\s*(hallo|hi|hello|hey|moin|servus|liebe[rs]?|dear|guten (tag|morgen|abend)|good (morning|evening|day)|sehr geehrte\pL*)\b[^.?!:\n]{0,40}[,.!]?[ \t]*$`)
	// leave is how a letter ends, with a name.
	leave = regexp.MustCompile(`(?im)^[ \t]*(mfg|lg|vg|gru(ß|ss)|((viele|liebe|beste|schöne|herzliche|freundliche) )?grü(ß|ss)e|mit \pL+ grü(ß|ss)en|((best|kind|kindest|warm|many) )?regards|best wishes|cheers|yours|sincerely)([ ,.!][^.?!:\n]{0,40})?[,.!]?[ \t]*(\n[^.?!:\n]{0,40}){0,3}\s*\z`)
)

// askMaster passes on to the game master what a letter says besides what the machine does
// with it: a question under the word HELP, or beside orders, is one for a person. The
// same words again in a turn are not sent again.
func (in *intake) askMaster(rec realmRecord, rest string) error {
	if !speaks(rest) || section.MatchString(rest) {
		return nil
	}
	rest = in.unsaid(rest, rec)
	at, err := mailedAt(in.tx, in.c.turn, in.a.Realm, rest)
	switch {
	case err != nil:
		return err
	case !at.IsZero():
		in.beside, in.wentAt = besideWent, at
		return nil
	case !in.mayAsk():
		in.beside = besideRefused
		return nil
	}
	whole := in.text
	in.text = rest
	in.tellQuestion([]int{in.a.Realm}, in.asker(rec))
	in.text = whole
	in.noteMailed(rest)
	in.beside, in.wentAt = besideWent, in.at
	return nil
}

// heardAbove takes the remark that text above the orders does not count from the
// problems of a letter whose text above went to the game master.
func (in *intake) heardAbove() {
	if in.beside != besideWent || in.above() == "" {
		return
	}
	var kept []orders.Problem
	for _, p := range in.a.Checked.Problems {
		if p.What.Code != "before-sections" {
			kept = append(kept, p)
		}
	}
	in.a.Checked.Problems = kept
}
