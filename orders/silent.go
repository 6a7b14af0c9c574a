package orders

import (
	"math"
	"strings"
)

// Silent is a text without what stands in its sections of messages, and without comments. All other lines keep their numbers
// and what they are.
func (l *Language) Silent(text string) string {
	lines := Split(text)
	for i, row := range l.Rows(text, math.MaxInt) {
		s := l.section(row.Section)
		switch speaks := s != nil && s.Kind == Messages; {
		case row.Kind == Head, row.Kind == EndRow, row.Kind == IdentityRow:
		case row.Kind == OrderRow:
			lines[i] = row.Text
		case speaks, row.Kind == Comment:
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

// MayEnd is what a line of a message's text may have been meant as, without the blanks and marks around it: the end, a
// section, or the `#` line of another message. "": it is text. Nobody can tell whom the lines below such a line are for.
func (l *Language) MayEnd(line string) string {
	bare := strings.Trim(line, " \t\u00a0*_->–•·.`\"'")
	switch {
	case strings.HasPrefix(bare, "#"):
		if _, ok := recipient(bare); !ok && (len(nearRecipient(bare)) == 0 || len(strings.Fields(bare)) > 3) {
			return ""
		}
	case !strings.HasPrefix(bare, "$") || !cutHead(bare).names(l):
		return ""
	}
	return bare
}
