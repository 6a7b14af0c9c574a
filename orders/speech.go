package orders

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
)

// A letter that only speaks orders nothing: it has messages, free texts and settings. It replaces nothing, but adds to
// the orders in force, whenever it comes. So a sheet is a letter with orders and, below it, what such letters have
// said. The line from which that is goes with the sheet's text as spoken; 0: nothing was said.

// mostSaid is how many lines a sheet takes from letters that only speak. Of messages it takes fewer.
const mostSaid = 250

// Speaks reports whether a line orders nothing: it is a message, a free text or a setting.
func (l *Language) Speaks(line Line) bool {
	s := l.section(line.Section)
	return s.Kind != Lines || s.Letter == settings
}

// Bound reports whether a line is about the orders beside it, such as one that releases them. It does not outlast them.
func (l *Language) Bound(line Line) bool { return l.OfSheet != nil && l.OfSheet(line.Order) }

// Ordered is the text of a sheet without what letters that only speak have said.
func Ordered(text string, spoken int) string {
	above, _ := parted(text, spoken)
	return above
}

// parted parts a sheet's text above what letters that only speak have said. The line may be anything: a player's page
// reads it from a file.
func parted(text string, spoken int) (above, said string) {
	if spoken <= 0 {
		return text, ""
	}
	lines := Split(text)
	at := min(spoken-1, len(lines))
	return joined(lines[:at]), joined(lines[at:])
}

// Add adds what a letter that only speaks says to a sheet's text. What is new of it comes out as well, and what there
// is no room for. If the sheet says the same already, nothing is added; if it sets something else, the letter counts.
func (l *Language) Add(text string, spoken int, said *File) (all string, from int, news *File, left []Line) {
	base := Ordered(text, spoken)
	above, kept := l.Parse(base), l.said(text, spoken)
	has, space := printed(above.Lines), roomFor(above.Lines, kept.Lines)
	news = &File{}
	for _, line := range said.Lines {
		subject := l.Subject(line)
		at := slices.IndexFunc(kept.Lines, func(k Line) bool { return l.Subject(k) == subject })
		switch {
		case at >= 0 && spelled(kept.Lines[at]) == spelled(line):
			continue
		case at >= 0:
			kept.Lines = slices.Delete(kept.Lines, at, at+1)
		case has[spelled(line)]:
			continue
		}
		if !space.takes(line) {
			left = append(left, line)
			continue
		}
		kept.Lines, news.Lines = append(kept.Lines, line), append(news.Lines, line)
	}
	for _, s := range said.Settings {
		set := &File{Settings: slices.Concat(above.Settings, kept.Settings)}
		if yes, says := set.Says(s.Word); says && yes == s.Yes {
			continue
		}
		kept.Settings = slices.DeleteFunc(kept.Settings, func(k Setting) bool { return k.Word == s.Word })
		kept.Settings, news.Settings = append(kept.Settings, s), append(news.Settings, s)
	}
	all, from = l.with(base, above, kept)
	return all, from, news, left
}

// Keep is the text of a letter with orders, and below it what letters that only speak said to the earlier sheet. Lines
// about which the letter itself says something are left out, and those that were about the earlier orders.
func (l *Language) Keep(text, earlier string, spoken int) (all string, from int) {
	if spoken == 0 {
		return text, 0
	}
	own, said, kept := l.Parse(text), l.said(earlier, spoken), &File{}
	about, space := map[string]bool{}, roomFor(own.Lines, nil)
	for _, line := range own.Lines {
		about[l.Subject(line)] = true
	}
	for _, line := range said.Lines {
		if !about[l.Subject(line)] && !l.Bound(line) && space.takes(line) {
			kept.Lines = append(kept.Lines, line)
		}
	}
	for _, s := range said.Settings {
		if _, says := own.Says(s.Word); !says && s.Word != Draft {
			kept.Settings = append(kept.Settings, s)
		}
	}
	return l.with(text, own, kept)
}

// Told is a message of any text. Lines that would begin or end something in a file of orders are indented.
func Told(to, text string) Message {
	lines := Split(text)
	for i, line := range lines {
		if bare := withoutTicks(line); Signs(line) || strings.HasPrefix(bare, "$") || strings.HasPrefix(bare, "#") {
			line = " " + line
		}
		lines[i] = strings.TrimRightFunc(line, blank)
	}
	return Message{To: to, Text: trimLines(joined(lines))}
}

// said returns what letters that only speak have said to a sheet.
func (l *Language) said(text string, spoken int) *File {
	_, said := parted(text, spoken)
	f := l.Parse(said)
	f.Lines = slices.DeleteFunc(f.Lines, func(line Line) bool { return !l.Speaks(line) })
	return f
}

// with puts what was said below a text, which was parsed as file.
func (l *Language) with(text string, file, said *File) (all string, from int) {
	if len(said.Lines)+len(said.Settings) == 0 {
		return text, 0
	}
	lines := Split(text)
	end := file.end(lines)
	if file.Ends > 0 {
		end = min(end, file.Ends-1)
	}
	all = joined(lines[:end]) + string(l.Print(nil, &File{Lines: said.Lines, Settings: said.Settings}))
	return strings.TrimSuffix(all, "$E\n") + "$E\n", end + 1
}

// Subject is what a line is about, with its section. Lines that stand for themselves are about what they say.
func (l *Language) Subject(line Line) string {
	switch s := l.section(line.Section); {
	case s.Kind == Prose:
		return string(rune(s.Letter))
	case s.Key != nil && s.Key(line.Order) != "":
		return string(rune(s.Letter)) + "=" + Fold(s.Key(line.Order))
	}
	return spelled(line)
}

// spelled is a line with its section, as it is printed.
func spelled(line Line) string {
	return string(line.Order.Print([]byte{line.Section, ' '}, phrase.De))
}

// printed is the set of these lines.
func printed(lines []Line) map[string]bool {
	out := map[string]bool{}
	for _, line := range lines {
		out[spelled(line)] = true
	}
	return out
}

// room is what a sheet still takes of what is said.
type room struct{ lines, messages, bytes int }

// roomFor returns the room that a sheet has, which has orders and perhaps something said.
func roomFor(ordered, said []Line) *room {
	r := &room{mostSaid - len(said), messagesLimit, messagesBytes}
	for _, line := range slices.Concat(ordered, said) {
		if m, is := line.Order.(Message); is {
			r.messages, r.bytes = r.messages-1, r.bytes-len(m.Text)
		}
	}
	return r
}

// takes reports whether there is room for a line, and takes it.
func (r *room) takes(line Line) bool {
	m, is := line.Order.(Message)
	if r.lines <= 0 || is && (r.messages <= 0 || r.bytes < len(m.Text)) {
		return false
	}
	if r.lines--; is {
		r.messages, r.bytes = r.messages-1, r.bytes-len(m.Text)
	}
	return true
}

// NoRoom is the problem that a sheet has no room for lines of a letter that only speaks.
func NoRoom(left []Line) Problem {
	return Problem{Position: left[0].Position, Severity: Error, What: messagesMany(len(left))}
}

// joined is a text of lines.
func joined(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
