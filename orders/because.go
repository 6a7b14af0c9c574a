package orders

import (
	"strconv"
	"strings"
	"unicode"

	"weltentor/orders/phrase"
)

// Because tells, of the refusals of what is not there, which are due to another line of the text alone: one that would
// have made it, and does not count. Such a line says so and names that line, and nothing else. Text is what the problems
// are of; counts are the lines of which something counts.
//
// Of several such lines the nearest above is named, else the first below.
func (l *Language) Because(text string, problems []Problem, counts map[int]bool) []Problem {
	lacking, failed := map[int]string{}, map[int]bool{}
	for _, p := range problems {
		if p.Severity != Error || p.Line == 0 || counts[p.Line] {
			continue
		}
		failed[p.Line] = true
		if name := l.lacks(p.What); name != "" {
			lacking[p.Line] = name
		}
	}
	if len(lacking) == 0 {
		return problems
	}
	made := l.failedMakers(text, failed)
	out := make([]Problem, 0, len(problems))
	told := map[int]bool{}
	for _, p := range problems {
		cause := 0
		if name := lacking[p.Line]; name != "" {
			cause = causeOf(p.Line, name, made, lacking)
		}
		switch {
		case cause == 0:
			out = append(out, p)
		case !told[p.Line]:
			told[p.Line] = true
			out = append(out, Problem{Position: p.Position, Severity: Error,
				What: phrase.P("line-fails", phrase.Num("line", cause))})
		}
	}
	return out
}

// lacks is what a refusal says is not there, spelt as made compares it; "": it is no such refusal.
func (l *Language) lacks(what phrase.Phrase) string {
	arg, is := l.Missing[what.Code]
	if !is {
		return ""
	}
	for _, a := range what.Args {
		switch {
		case a.Name != arg:
		case a.Kind == phrase.Number:
			return strconv.FormatInt(a.N, 10)
		default:
			return spelt(a.S)
		}
	}
	return ""
}

// maker is a line that does not count, and what it would have made.
type maker struct {
	line int
	name string
}

// failedMakers are the lines of a text that would make something and have failed, in their order.
func (l *Language) failedMakers(text string, failed map[int]bool) (out []maker) {
	var in *Section
	for i, line := range Split(text) {
		if bare := trimLeft(line); strings.HasPrefix(bare, "$") {
			in = l.section(cutHead(bare).letter)
			continue
		}
		if in == nil || in.Makes == nil || !failed[i+1] {
			continue
		}
		for _, name := range in.Makes(trim(CutComment(withoutTicks(line)))) {
			out = append(out, maker{i + 1, spelt(name)})
		}
	}
	return out
}

// causeOf is the line for which another lacks something; 0: there is none. A line that lacks the same does not make it,
// and of two that wait for each other the upper one has its own reason.
func causeOf(line int, name string, made []maker, lacking map[int]string) (cause int) {
	for _, m := range made {
		switch {
		case m.line == line || m.name != name || lacking[m.line] == name:
		case m.line < line:
			cause = m.line
		case cause == 0 && lacking[m.line] == "":
			return m.line
		}
	}
	return cause
}

// spelt is a name as two spellings of it are alike: letters and digits alone, folded.
func spelt(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, Fold(name))
}
