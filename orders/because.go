package orders

import (
	"strconv"
	"strings"
	"unicode"

	"weltentor/orders/phrase"
)

// Because finds refusals that are caused only by another line of the text. They say that something does not exist, and
// the other line would have made it but does not count. Such a refusal then names that line, and says nothing else.
// The text is that of the problems, and counts are its lines of which something counts.
//
// If there are several such lines, the nearest above is named, otherwise the first below.
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

// Awaited returns the lines that fail only because of a line that counts on a condition, each with that line.
func (l *Language) Awaited(text string, problems []Problem, perhaps map[int]bool) map[int]int {
	made, out := l.failedMakers(text, perhaps), map[int]int{}
	for _, p := range problems {
		if name := l.lacks(p.What); name != "" && p.Severity == Error {
			if line := causeOf(p.Line, name, made, nil); line > 0 {
				out[p.Line] = line
			}
		}
	}
	return out
}

// lacks returns what a refusal says does not exist, in the spelling of spelt. It is "" for other refusals.
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

// maker is a line that does not count, with what it would have made.
type maker struct {
	line int
	name string
}

// failedMakers returns the lines of a text that would make something but have failed, in order.
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

// causeOf returns the line that would have made what another line lacks, and 0 if there is none. A line that lacks the
// same thing cannot make it. If two lines wait for each other, the upper one has a reason of its own.
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

// spelt makes two spellings of a name the same: only letters and digits, folded.
func spelt(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, Fold(name))
}
