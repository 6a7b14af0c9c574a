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

// sayUndone writes lines that were not done with their reasons, and how many more there are. text is the sheet.
func sayUndone(t *Text, undone []orders.Problem, text string) {
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
		t.Line("    ", append([]phrase.Phrase{head}, said.apart()...)...)
	}
	if lines > quotedLines {
		t.Say("    ", "letter.more-lines", phrase.Num("n", lines-quotedLines))
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
func (t *Text) quoted(indent string, undone []orders.Problem, i int, written []string) {
	at := undone[i].Line
	if i+1 < len(undone) && undone[i+1].Line == at {
		return
	}
	line := quotable(written, at)
	if line == "" {
		return
	}
	mark := indent + "    > "
	if t.Broad {
		t.Out = append(append(append(t.Out, mark...), line...), '\n')
		return
	}
	t.Out = AppendKept(t.Out, mark+line, mark)
}

// quote quotes the letters that the report has for the realm, each up to some lines: the rest is in the report.
func (d *Digest) quote(t *Text) {
	n := 0
	for i := range d.Letters {
		l := &d.Letters[i]
		if !l.reaches(d.Realm) {
			continue
		}
		if n++; n > lettersQuoted {
			continue
		}
		t.stamp(l, d.Name)
		whole := bytes.TrimRight(l.quoted(t.Exact), "\n")
		switch more := bytes.Count(whole, []byte("\n")) + 1 - letterLines; {
		case more > 0:
			t.Out = append(t.Out, bytes.Join(bytes.SplitAfterN(whole, []byte("\n"), letterLines+1)[:letterLines], nil)...)
			t.Say("", "letter.more-text", phrase.Num("n", more))
		case t.Exact:
			t.Out = append(append(t.Out, whole...), '\n')
		default:
			t.Out = game.AppendQuoted(t.Out, l.Text, game.Unbroken)
		}
	}
	if n > lettersQuoted {
		t.Say("", "letter.more-letters", phrase.Num("n", n-lettersQuoted))
	}
}

// rank says which place the realm has, if the rules know one. Nothing may be public.
func (d *Digest) rank(t *Text) {
	if d.Public == nil {
		return
	}
	i := slices.IndexFunc(d.Public.Rows, func(r game.Standing) bool { return r.Realm == d.Realm })
	if i >= 0 && d.Public.Rows[i].Place > 0 {
		t.Say("", "letter.place", phrase.Num("place", d.Public.Rows[i].Place), phrase.Num("of", len(d.Public.Rows)))
	}
}
