package incoming

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"weltentor/mailer/mime"
	"weltentor/mailer/pattern"
)

// filledIn returns the text below a line for which Mark is true, in the letter that a mail answers: a form of ours,
// filled in where the program quoted it. Lines between the quoted ones belong to it. It is "" if there is no such
// line, if the sender wrote that line, if the mail answers an answer, or if a head above says that somebody else than
// the game wrote the quoted mail, or that the sender did. What was sent before must not be sent again by accident.
func (by ReadOptions) filledIn(text string) string {
	lines := strings.Split(unarmour(text), "\n")
	depth, found := make([]int, len(lines)), false
	m := marksOf(lines)
	for i, line := range lines {
		if depth[i], lines[i] = unquote(line); depth[i] == 0 {
			if rest, ok := m.odd(line); ok {
				depth[i], lines[i] = 1, rest
			}
		}
		found = found || by.Mark(lines[i])
	}
	if !found {
		return ""
	}
	layers, quoted := 0, false // heads of earlier mails above a line; lines of a quote above it
	looked := fieldLines{}
	for i := 0; i < len(lines); i++ {
		if n := headAbove(lines[i:], looked); n > 0 {
			if !by.ours(lines[i : i+n]) {
				return ""
			}
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
	looked := fieldLines{}
	for i, line := range lines {
		if headAbove(lines[i:], looked) > 0 {
			break
		}
		if depth[i] <= depth[0] {
			kept = append(kept, line)
		}
	}
	kept, _ = by.cutFooter(kept)
	return strings.Join(kept, "\n")
}

// headLayer is 1 if the head of an earlier mail begins one more mail. It is 0 if that is the head of the quote that it
// is in or above. QUIRK: web.de quotes the head too; others put one above lines marked with `>`.
func headLayer(depth []int, lines []string, n int, quoted bool) int {
	if depth[0] > 0 {
		return mime.Btoi(quoted)
	}
	n += blankLines(lines[n:])
	for n < len(lines) && nameAlone().MatchString(lines[n]) { // QUIRK: Lotus Notes 6 has them below the day
		n++
		for n < len(lines) && depth[n] == 0 && strings.TrimSpace(lines[n]) != "" && !nameAlone().MatchString(lines[n]) {
			n++
		}
		n += blankLines(lines[n:])
	}
	return mime.Btoi(n == len(lines) || depth[n] == 0)
}

// ours reports whether the head of an earlier mail may be that of a mail of the game: who wrote it, by the head, has no
// address, or only the game's, and is not called like the writer of this mail.
func (by ReadOptions) ours(head []string) bool {
	who := idOfMail().ReplaceAllString(whoWrote(head), " ")
	for _, a := range mailAddress().FindAllString(who, -1) {
		a = strings.Trim(a, "._")
		if by.Own != "" && !mime.OneAddress(a, by.Own) || by.from != "" && mime.OneAddress(a, by.from) {
			return false
		}
	}
	called, said := nameWords(by.name), nameWords(mailAddress().ReplaceAllString(who, " "))
	return len(called) == 0 || slices.ContainsFunc(called, func(w string) bool { return !slices.Contains(said, w) })
}

// nameWords are the words of a name. Programs write "Anna Ahorn" and "Ahorn, Anna".
func nameWords(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// idOfMail is a Message-ID that looks like an address. QUIRK: s-nail names it: "Weltentor wrote in <1@game.test>:".
var idOfMail = pattern.Lazy(`(?i)\b` + verbs + ` in\s+<[^>]*>`)

var fromField = pattern.Lazy(`(?i)(?:^|[\s•|/])[*_]{0,2}` + fromNames + fieldEnds + `[*_]{0,2}(.*)`)

// whoWrote is the part of a head that says who wrote the mail: the field of that name, or else the first field with an
// address, or else the first that does not say when, or else all of it.
func whoWrote(head []string) string {
	first, addressed := "", ""
	for _, l := range head {
		if m := fromField().FindStringSubmatch(l); m != nil && strings.TrimSpace(m[2]) != "" {
			if next := inOneLine().FindStringIndex(m[2]); next != nil {
				return m[2][:next[0]]
			}
			return m[2]
		}
		if _, value, _ := strings.Cut(l, ":"); len(head) > 1 && headField().MatchString(l) {
			switch s := signsOf(value); {
			case s.address:
				addressed = cmp.Or(addressed, value)
			case !s.day:
				first = cmp.Or(first, strings.TrimSpace(value))
			}
		}
	}
	return cmp.Or(addressed, first, strings.Join(head, " "))
}
