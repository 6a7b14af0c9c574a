package orders

import (
	"slices"
	"strings"
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
	news = &File{}
	for _, line := range said.Lines {
		at := slices.IndexFunc(kept.Lines, func(k Line) bool { return l.Alike(k, line) })
		switch {
		case at >= 0 && same(kept.Lines[at], line):
			continue
		case at >= 0:
			kept.Lines = slices.Delete(kept.Lines, at, at+1)
		case slices.ContainsFunc(above.Lines, func(a Line) bool { return same(a, line) }):
			continue
		}
		if !roomy(above, kept, line) {
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
	own, said, kept := l.Parse(text), l.said(earlier, spoken), &File{}
	for _, line := range said.Lines {
		known := slices.ContainsFunc(own.Lines, func(o Line) bool { return l.Alike(o, line) })
		if !known && !l.Bound(line) && roomy(own, kept, line) {
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

// Alike reports whether only one of two lines can count: they are the same, or about the same.
func (l *Language) Alike(a, b Line) bool {
	return a.Section == b.Section && (same(a, b) || l.about(a) != "" && l.about(a) == l.about(b))
}

// about is what a line is about, "" if it stands for itself.
func (l *Language) about(line Line) string {
	switch s := l.section(line.Section); {
	case s.Kind == Prose:
		return "$"
	case s.Key != nil:
		return Fold(s.Key(line.Order))
	}
	return ""
}

// same reports whether two lines are printed alike.
func same(a, b Line) bool {
	return a.Section == b.Section && string(a.Order.Print(nil)) == string(b.Order.Print(nil))
}

// roomy reports whether a sheet of these lines has room for one more.
func roomy(above, said *File, line Line) bool {
	m, is := line.Order.(Message)
	if !is {
		return len(said.Lines) < mostSaid
	}
	n, bytes := 1, len(m.Text)
	for _, o := range slices.Concat(above.Lines, said.Lines) {
		if m, is := o.Order.(Message); is {
			n, bytes = n+1, bytes+len(m.Text)
		}
	}
	return n <= messagesLimit && bytes <= messagesBytes
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
