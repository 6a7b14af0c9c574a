package rulekit

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Begin writes the head of a report, and what was not done of the sheet text. Below an empty line follows a sentence
// that names the turn, which has no weeks.
func (t *Text) Begin(undone []orders.Problem, text string, turn phrase.Phrase) {
	WriteHead(t)
	t.Refused("", undone, text)
	t.Blank()
	t.Line("", turn)
	t.TaleHere()
}

// Refused writes the lines that were not done, or only in part, after an indent, each with the reason, and returns how
// many of them it had room for. Before that is the sentence report.refused with the number of the line, or
// report.refused-nowhere if there is none. Each line is quoted below its last reason. text is the sheet.
func (t *Text) Refused(indent string, undone []orders.Problem, text string) int {
	if len(undone) == 0 {
		return 0
	}
	written := orders.Split(text)
	for i, r := range undone {
		if t.Over(len(t.Out)) {
			return i
		}
		where := phrase.P(game.RefusedLine, phrase.Num("line", r.Line))
		if r.Line == 0 {
			where = phrase.P("report.refused-nowhere")
		}
		t.Line(indent, where, r.What)
		t.quoted(indent, undone, i, written)
	}
	return len(undone)
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

// How much of the lines that were not done is quoted.
const (
	quotedLines = 5   // of them, in a mail
	quotedLine  = 100 // characters of each
)

// quotable is a line of a sheet as mails and reports quote it, without its comment: another player who takes the realm
// over may read the orders, but not private words beside them.
func quotable(written []string, at int) string {
	if at == 0 || at > len(written) {
		return ""
	}
	line := strings.TrimSpace(orders.Legible(orders.CutComment(written[at-1])))
	return orders.ClipTo(line, quotedLine, " ...") // old charsets have no ellipsis
}

// LinesOf is how many lines some problems are about.
func LinesOf(undone []orders.Problem) (n int) {
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
			said = Map(said, func(why phrase.Phrase) phrase.Phrase { return t.unnamed(line, why) })
		} else if at > 0 {
			head = phrase.P("letter.line", phrase.Num("line", at))
		}
		t.Line("    ", said.apart([]phrase.Phrase{head})...)
	}
	if lines > quotedLines {
		t.Say("    ", "letter.more-lines", phrase.Num("n", lines-quotedLines))
	}
}

// unnamed is a reason without the name at its head that the order quoted before it has, too.
func (t *Text) unnamed(order string, why phrase.Phrase) phrase.Phrase {
	said := t.Words(why)
	if name, reason, has := strings.Cut(said, ": "); has && strings.Contains(" "+order+" ", " "+name+" ") {
		said = reason
	}
	return phrase.P("letter.reason", phrase.Str("reason", said))
}
