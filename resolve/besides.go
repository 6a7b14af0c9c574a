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

// words is what a letter says to a person above and below its orders, and in its own text
// where those came in a file.
func (in *intake) words() string {
	own := ""
	if found := in.l.studied; found != nil && asks(found.beside) {
		own = found.beside
	}
	var said []string
	for _, part := range []string{in.above(), below(&in.l, in.file, in.text), own} {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, "\n\n")
}

// above is what the text of the orders says above its first section, without remarks
// and without a courtesy that merely names the orders.
func (in *intake) above() string {
	starts := in.file.Starts
	if in.l.Others || starts < 2 {
		return ""
	}
	return forPerson(&in.l, unremarked(orders.Split(in.text)[:starts-1]))
}

// below is what the text says below its orders: under `$E`, or from where words to a person
// begin. What mail programs and providers put there is left out.
func below(l *Letter, file *orders.File, text string) string {
	lines := orders.Split(text)
	if leaves := file.Leaves; !l.Others && 0 < leaves && leaves < len(lines) {
		return forPerson(l, unremarked(withoutFooters(lines[leaves:])))
	}
	return ""
}

// forPerson gives what stands beside the orders of a text if it is for a person. A file may have
// a heading: there it has to be a question.
func forPerson(l *Letter, text string) string {
	body := l.Part == "body" || l.Part == "html"
	if strings.Contains(text, "?") || body && asks(text) {
		return text
	}
	return ""
}

// withoutFooters leaves out the paragraphs that programs and firms put below a letter, and
// all below a ruler. A paragraph that asks something stays.
func withoutFooters(lines []string) []string {
	var kept, paragraph []string
	end := func() {
		text := address.ReplaceAllString(strings.Join(paragraph, "\n"), "")
		if strings.Contains(text, "?") || !footer.MatchString(strings.Join(paragraph, "\n")) {
			kept = append(kept, paragraph...)
		}
		paragraph = nil
	}
	for _, line := range lines {
		if ruler.MatchString(line) {
			break
		}
		paragraph = append(paragraph, line)
		if strings.TrimSpace(line) == "" {
			end()
		}
	}
	end()
	return kept
}

var (
	// ruler is a line of dashes, stars or the like.
	ruler = regexp.MustCompile(`^\s*([-_*=~#]\s?){2,}\s*$`)
	// address is one of the web, which may have a question mark in it.
	address = regexp.MustCompile(`(?i)\b(https?://|www\.)\S*`)
	// footer is what only programs and firms write. QUIRK: scanners, free mailers and
	// offices put paragraphs below all that leaves, without any mark.
	footer = regexp.MustCompile(`(?i)\b(https?://|www\.)|\b(gesendet|sent) (mit|von|über|with|from|via|using)\b|` +
		`\bviren|\bvirus|\bvertraulich|\bconfidential|\bdisclaimer\b|\b(intended )?recipient\b|\badressat\b|` +
		`\bamtsgericht\b|\bHRB\b|\bgeschäftsführer\b`)
)

// wordsBeside is what stands in the letter's own text above orders, if those taken came
// in a file. The line that says whose the file's orders are is none.
func wordsBeside(language *orders.Language, text string, id *orders.Identity) string {
	if text == "" {
		return ""
	}
	file := language.Parse(text)
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
	bare := courtesy.ReplaceAllString(wellWish.ReplaceAllString(leave.ReplaceAllString(text, ""), ""), "")
	return strings.Contains(text, "?") || speaks(salutation.ReplaceAllString(bare, ""))
}

var (
	// courtesy is how people say that orders follow.
	courtesy = regexp.MustCompile(`(?i)[^.?!\n]*\b(hier|anbei|anliegend|angehängt|anhang|beiliegend|folgend\pL*|here|attached|enclosed|below|following)\b[^.?!]{0,80}\b(befehl\pL*|zug\pL*|züge|orders?|turns?|moves?)\b[^.?!\n]*[.?!]?`)
	// salutation is a line with which a letter begins.
	salutation = regexp.MustCompile(`(?im)\A\s*(hallo|hi|hello|hey|moin|servus|liebe[rs]?|dear|guten (tag|morgen|abend)|good (morning|evening|day)|sehr geehrte\pL*)\b[^.?!:\n]{0,40}[,.!]?[ \t]*$`)
	// wellWish is a line that wishes well or thanks, and says nothing else.
	wellWish = regexp.MustCompile(`(?im)^[ \t]*(danke|vielen dank|besten dank|herzlichen dank|schöne[ns]?|bis (bald|dann|zum|nächste)|viel (spaß|erfolg|glück)|thanks|thank you|many thanks|have a|see you|good luck)\b[^.?!:\n]{0,60}[.!,]?[ \t]*$`)
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
