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

// above is what the letter's own text says above its first section, without remarks
// and without a courtesy that merely names the orders.
func (in *intake) above() string {
	starts := in.file.Starts
	if in.l.Others || starts < 2 {
		return ""
	}
	var kept []string
	for _, line := range orders.Split(in.text)[:starts-1] {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, ";") {
			kept = append(kept, line)
		}
	}
	text := strings.TrimSpace(strings.Join(kept, "\n"))
	if strings.Contains(text, "?") {
		return text
	}
	if bare := courtesy.ReplaceAllString(text, ""); in.l.Part != "body" && in.l.Part != "html" || !speaks(bare) {
		return "" // a file may have a heading
	}
	return text
}

// courtesy is how people say that orders follow.
var courtesy = regexp.MustCompile(`(?i)[^.?!\n]*\b(hier|anbei|anliegend|angehängt|anhang|beiliegend|folgend\pL*|here|attached|enclosed|below|following)\b[^.?!]{0,80}\b(befehl\pL*|zug\pL*|züge|orders?|turns?|moves?)\b[^.?!\n]*[.?!]?`)

// askMaster passes on to the game master what a letter says besides what the machine does
// with it: a question under the word HELP, or above orders, is one for a person. The
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
	if in.beside != besideWent {
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
