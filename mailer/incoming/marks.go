package incoming

import (
	"strings"

	"weltentor/mailer/pattern"
)

// marks are those with which the programs that wrote a text mark what they quote, beside `>`. QUIRK: mailx and s-nail
// quote with a tab, others with a stroke. The Bat and Gnus put who wrote before the mark: "B> ".
type marks map[string]bool

// The marks, beside initials. A line with a stroke at its end, too, may be of a table: people draw some.
const (
	arrow  = ">"
	tab    = "\t"
	stroke = "|"
	table  = "||"
)

// marksOf finds the initials in a text: two lines begin with them, or all of it does. One line may be a writer's own.
func marksOf(lines []string) marks {
	m, times := marks{}, map[string]int{}
	for _, l := range lines {
		if by, _ := initialed(l); by != "" {
			times[by]++
		}
	}
	alone := len(times) == 1 && textIn(lines) == 1
	for by, n := range times {
		m[by] = n > 1 || alone
	}
	return m
}

// sure returns the first of the lines without its mark, if that is one wherever it stands.
func (m marks) sure(lines []string) (rest string, ok bool) {
	switch line := lines[0]; {
	case m[tab] && strings.HasPrefix(line, tab):
		return line[1:], true
	case !strings.HasPrefix(line, arrow) || arrowed(lines) > 0:
		return "", false
	}
	if below := lines[1+blankLines(lines[1:]):]; len(below) > 0 {
		m.know(below[0]) // QUIRK: supercite marks the line above its quote with `>`
	}
	_, rest = markOf(lines[0])
	return rest, true
}

// odd returns a line without its mark, if that is a stroke or initials that mark a quote. It is asked for lines that
// begin no head.
func (m marks) odd(line string) (rest string, ok bool) {
	mark, rest := markOf(line)
	if mark == stroke {
		m[stroke] = true
	}
	return rest, m[mark] || mark == table && m[stroke]
}

// follow reports whether what is below a head is marked, and keeps how.
func (m marks) follow(lines []string) bool {
	lines = lines[blankLines(lines):]
	if len(lines) == 0 {
		return false
	}
	if strings.HasPrefix(lines[0], tab) {
		m[tab] = true
	}
	return m.know(lines[0]) || strings.HasPrefix(lines[0], tab)
}

// know keeps a line's mark as one that quotes, if it has one.
func (m marks) know(line string) bool {
	mark, _ := markOf(line)
	if mark == table {
		mark = stroke
	}
	m[mark] = mark != ""
	return m[mark]
}

var initial = pattern.Lazy(`^\s{0,8}(\pL[\pL\pN.-]{0,11})> ?`)

// initialed returns the initials before a line's mark and what is behind it. They are "" if there are none.
func initialed(line string) (by, rest string) {
	const most = 60 // octets before the mark
	if at := strings.IndexByte(line, '>'); at < 1 || at > most {
		return "", ""
	}
	at := initial().FindStringSubmatchIndex(line)
	if at == nil {
		return "", ""
	}
	return line[at[2]:at[3]], line[at[1]:]
}

// markOf returns the mark with which a line begins, but no tab, and what is behind it. It is "" if there is none.
func markOf(line string) (mark, rest string) {
	if mark, rest = initialed(line); mark != "" {
		return mark, rest
	}
	if rest, is := strings.CutPrefix(line, arrow); is {
		return arrow, strings.TrimPrefix(rest, " ")
	}
	bare := strings.TrimSpace(line)
	if rest, is := strings.CutPrefix(strings.TrimLeft(line, " "), stroke); is {
		mark = stroke
		if len(bare) > 1 && strings.HasSuffix(bare, stroke) {
			mark = table
		}
		return mark, strings.TrimPrefix(rest, " ")
	}
	return "", line
}

// quoteFollows reports whether the next line with text has a mark of a quote.
func quoteFollows(lines []string) bool {
	lines = lines[blankLines(lines):]
	return len(lines) > 0 && maybeQuoted(lines[0])
}

// maybeQuoted reports whether a line may be quoted, by its mark.
func maybeQuoted(line string) bool {
	mark, _ := markOf(line)
	return mark != "" && mark != table
}

// unquote strips a line of its quotation marks, but no initials, and counts them.
func unquote(line string) (depth int, rest string) {
	for {
		mark, rest := markOf(line)
		if mark != arrow && mark != stroke || mark == arrow && arrowed([]string{line}) > 0 {
			return depth, line
		}
		line, depth = rest, depth+1
	}
}

// unstuff takes the mark from lines that begin with `>From `, if nothing beside them is quoted. QUIRK: programs that keep
// mails in one file put it there.
func unstuff(lines []string) {
	for i, l := range lines {
		if !strings.HasPrefix(l, ">From ") {
			continue
		}
		above := strings.TrimRight(strings.Join(lines[max(0, i-2):i], "\n"), " \t\n")
		if above = above[strings.LastIndexByte(above, '\n')+1:]; !maybeQuoted(above) && !strings.HasSuffix(above, ":") && !quoteFollows(lines[i+1:]) {
			lines[i] = l[1:]
		}
	}
}
