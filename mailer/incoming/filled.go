package incoming

import (
	"strings"

	"weltentor/mailer/mime"
)

// filledIn returns the text below a line for which Mark is true, in the letter that a mail answers: a form of ours,
// filled in where the program quoted it. Lines between the quoted ones belong to it. It is "" if there is no such
// line, if the sender wrote that line, or if the mail answers an answer. What is quoted twice was sent before, and
// must not be sent again by accident.
func (by ReadOptions) filledIn(text string) string {
	lines := strings.Split(unarmour(text), "\n")
	depth, found := make([]int, len(lines)), false
	for i, line := range lines {
		depth[i], lines[i] = unquote(line)
		found = found || by.Mark(lines[i])
	}
	if !found {
		return ""
	}
	layers, quoted := 0, false // heads of earlier mails above a line; lines of a quote above it
	for i := 0; i < len(lines); i++ {
		if n := headAbove(lines[i:]); n > 0 {
			layers += headLayer(depth[i:], lines[i:], n, quoted)
			i += n - 1
			continue
		}
		if by.Mark(lines[i]) {
			if depth[i]+layers != 1 {
				return ""
			}
			return by.formBelow(depth[i:], lines[i:])
		}
		quoted = quoted || depth[i] > 0 && strings.TrimSpace(lines[i]) != ""
	}
	return ""
}

// formBelow returns the form's lines, the mark first, up to the head of another mail.
func (by ReadOptions) formBelow(depth []int, lines []string) string {
	var kept []string
	for i, line := range lines {
		if headAbove(lines[i:]) > 0 {
			break
		}
		if depth[i] <= depth[0] {
			kept = append(kept, line)
		}
	}
	kept, _ = by.cutFooter(kept)
	return strings.Join(kept, "\n")
}

// unquote strips a line of its quotation marks and counts them.
func unquote(line string) (depth int, rest string) {
	for strings.HasPrefix(line, ">") {
		depth++
		line = strings.TrimPrefix(line[1:], " ")
	}
	return depth, line
}

// headLayer is 1 if the head of an earlier mail begins one more mail. It is 0 if that is the head of the quote that it
// is in or above. QUIRK: web.de quotes the head too; others put one above lines marked with `>`.
func headLayer(depth []int, lines []string, n int, quoted bool) int {
	if depth[0] > 0 {
		return mime.Btoi(quoted)
	}
	if n += blankLines(lines[n:]); n < len(lines) {
		return mime.Btoi(depth[n] == 0)
	}
	return 1
}
