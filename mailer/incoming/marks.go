package incoming

import "strings"

// marks are those with which the programs that wrote a text mark what they quote, beside `>`.
type marks struct {
	tabbed   bool            // QUIRK: mailx and s-nail quote with a tab
	piped    bool            // QUIRK: others with a stroke
	initials map[string]bool // QUIRK: The Bat and Gnus put who wrote before the mark: "B> "
}

// marksOf finds the initials in a text: two lines begin with them, or all of it does. One line may be a writer's own.
func marksOf(lines []string) marks {
	m, times := marks{initials: map[string]bool{}}, map[string]int{}
	for _, l := range lines {
		if by, _ := initialed(l); by != "" {
			times[by]++
		}
	}
	alone := len(times) == 1 && textIn(lines) == 1
	for by, n := range times {
		m.initials[by] = n > 1 || alone
	}
	return m
}

// sure returns the first of the lines without its mark, if that is one wherever it stands.
func (m *marks) sure(lines []string) (rest string, ok bool) {
	line := lines[0]
	if m.tabbed && strings.HasPrefix(line, "\t") {
		return line[1:], true
	}
	if !strings.HasPrefix(line, ">") || arrowed(lines) > 0 {
		return "", false
	}
	if below := lines[1+blankLines(lines[1:]):]; len(below) > 0 {
		m.know(below[0]) // QUIRK: supercite marks the line above its quote with `>`
	}
	return strings.TrimPrefix(line[1:], " "), true
}

// odd returns a line without its mark, if that is a stroke or initials that mark a quote. It is asked for lines that
// begin no head.
func (m *marks) odd(line string) (rest string, ok bool) {
	if rest, ok = piped(line); ok && (m.piped || !ofTable(line)) {
		m.piped = true
		return rest, true
	}
	by, rest := initialed(line)
	return rest, m.initials[by]
}

// follow reports whether what is below a head is marked, and keeps how.
func (m *marks) follow(lines []string) bool {
	lines = lines[blankLines(lines):]
	if len(lines) == 0 {
		return false
	}
	m.tabbed = m.tabbed || strings.HasPrefix(lines[0], "\t")
	return m.know(lines[0]) || strings.HasPrefix(lines[0], "\t") || quoteFollows(lines)
}

// know keeps a line's mark as one that quotes, if it is a stroke or initials.
func (m *marks) know(line string) bool {
	by, _ := initialed(line)
	_, stroke := piped(line)
	if m.piped = m.piped || stroke; by != "" {
		m.initials[by] = true
	}
	return stroke || by != ""
}

var initial = lazily(`^\s{0,8}(\pL[\pL\pN.-]{0,11})> ?`)

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

// piped returns what is behind the stroke with which a line begins.
func piped(line string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(strings.TrimLeft(line, " "), "|")
	return strings.TrimPrefix(rest, " "), ok
}

// ofTable reports whether a line that begins with a stroke ends with one, too: people draw tables so.
func ofTable(line string) bool {
	line = strings.TrimSpace(line)
	return len(line) > 1 && strings.HasSuffix(line, "|")
}

// quoteFollows reports whether the next line with text has a mark of a quote.
func quoteFollows(lines []string) bool {
	lines = lines[blankLines(lines):]
	return len(lines) > 0 && maybeQuoted(lines[0])
}

// maybeQuoted reports whether a line may be quoted, by its mark.
func maybeQuoted(line string) bool {
	by, _ := initialed(line)
	_, stroke := piped(line)
	return strings.HasPrefix(line, ">") || by != "" || stroke && !ofTable(line)
}

// unquote strips a line of its quotation marks and counts them.
func unquote(line string) (depth int, rest string) {
	for {
		switch rest, stroke := piped(line); {
		case strings.HasPrefix(line, ">") && arrowed([]string{line}) == 0:
			line = strings.TrimPrefix(line[1:], " ")
		case stroke && !ofTable(line):
			line = rest
		default:
			return depth, line
		}
		depth++
	}
}
