package frame

import (
	"bytes"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// How much a mail quotes. quotedLine is for the report, too.
const (
	quotedLines   = 5   // that were not done
	quotedLine    = 100 // characters
	lettersQuoted = 20
	letterLines   = 12 // of each
)

// linesOf is how many lines some problems are about.
func linesOf(undone []orders.Problem) (n int) {
	for i := range undone {
		if i == 0 || undone[i].Line == 0 || undone[i].Line != undone[i-1].Line {
			n++
		}
	}
	return n
}

// undone writes lines that were not done with their reasons, and how many more there are. text is the sheet.
func (p *Page) undone(undone []orders.Problem, text string) {
	written, lines := orders.Split(text), 0
	for i := 0; i < len(undone); {
		at, said := undone[i].Line, Sentences{}
		for ok := true; ok; ok = i < len(undone) && at != 0 && undone[i].Line == at {
			said = append(said, undone[i].What)
			i++
		}
		if lines++; lines > quotedLines {
			continue
		}
		head := phrase.P("letter.line-nowhere")
		if line := quotable(written, at); line != "" {
			head = phrase.P("letter.line-of", phrase.Num("line", at), phrase.Str("order", line))
		} else if at > 0 {
			head = phrase.P("letter.line", phrase.Num("line", at))
		}
		p.Line("    ", append([]phrase.Phrase{head}, said.apart()...)...)
	}
	if lines > quotedLines {
		p.Say("    ", "letter.more-lines", phrase.Num("n", lines-quotedLines))
	}
}

// quotable is a line of a sheet as mails and reports quote it, without its comment: another player who takes the realm
// over may read the orders, but not private words beside them.
func quotable(written []string, at int) string {
	if at == 0 || at > len(written) {
		return ""
	}
	line := strings.TrimSpace(orders.Legible(orders.CutComment(written[at-1])))
	if r := []rune(line); len(r) > quotedLine {
		line = string(r[:quotedLine]) + " ..." // old charsets have no ellipsis
	}
	return line
}

// quoted writes the sheet's line of the i-th problem, after marks. If the next problem is about the same line, it
// writes nothing yet.
func (p *Page) quoted(indent string, undone []orders.Problem, i int, written []string) {
	at := undone[i].Line
	if i+1 < len(undone) && undone[i+1].Line == at {
		return
	}
	line := quotable(written, at)
	if line == "" {
		return
	}
	mark := indent + "    > "
	if p.Broad {
		p.Out = append(append(append(p.Out, mark...), line...), '\n')
		return
	}
	p.Out = AppendKept(p.Out, mark+line, mark)
}

// Letters quotes in a mail the letters that the report has for a realm, each up to some lines: the rest is in the
// report. name is the name of a sender.
func (p *Page) Letters(realm int, letters []Letter, name func(realm int) string) {
	n := 0
	for i := range letters {
		l := &letters[i]
		if !l.reaches(realm) {
			continue
		}
		if n++; n > lettersQuoted {
			continue
		}
		p.stamp(l, name)
		whole := bytes.TrimRight(l.quoted(p.Exact), "\n")
		switch more := bytes.Count(whole, []byte("\n")) + 1 - letterLines; {
		case more > 0:
			p.Out = append(p.Out, bytes.Join(bytes.SplitAfterN(whole, []byte("\n"), letterLines+1)[:letterLines], nil)...)
			p.Say("", "letter.more-text", phrase.Num("n", more))
		case p.Exact:
			p.Out = append(append(p.Out, whole...), '\n')
		default:
			p.Out = game.AppendQuoted(p.Out, l.Text, game.Unbroken)
		}
	}
	if n > lettersQuoted {
		p.Say("", "letter.more-letters", phrase.Num("n", n-lettersQuoted))
	}
}

// Ranked says in a mail which place a realm has, if the rules know one. Nothing may be public.
func (p *Page) Ranked(public *game.Standings, realm int) {
	if public == nil {
		return
	}
	i := slices.IndexFunc(public.Rows, func(r game.Standing) bool { return r.Realm == realm })
	if i >= 0 && public.Rows[i].Place > 0 {
		p.Say("", "letter.place", phrase.Num("place", public.Rows[i].Place), phrase.Num("of", len(public.Rows)))
	}
}
