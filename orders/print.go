package orders

import (
	"strconv"
	"strings"

	"weltentor/orders/phrase"
)

// Print appends the canonical form of a file: the identity, then the sections in the table's order, each once, with
// its lines in the order of the file. Parse reads the same orders from it.
func (l *Language) Print(dst []byte, f *File) []byte { return l.Speak(dst, f, phrase.De) }

// Speak is Print in the words of a language.
func (l *Language) Speak(dst []byte, f *File, lang phrase.Lang) []byte {
	if id := f.Identity; id != nil {
		dst = strconv.AppendInt(append(dst, "$I "...), int64(id.Realm), 10)
		switch {
		case id.Password != "":
			dst = append(append(dst, ' '), id.Password...)
		case id.Turn > 0:
			dst = append(append(dst, ' '), noPassword...)
		}
		if id.Turn > 0 {
			dst = strconv.AppendInt(append(dst, ' '), int64(id.Turn), 10)
		}
		dst = append(dst, '\n')
	}
	closed := true
	for i := range l.Sections {
		s, before := &l.Sections[i], len(dst)
		if dst = s.print(dst, f.Lines, lang); s.Letter == settings && len(f.Settings) > 0 {
			if len(dst) == before {
				dst = append(dst, '$', settings, '\n')
			}
			for _, line := range f.Settings {
				dst = append(append(dst, line.Speak(lang)...), '\n')
			}
		}
		if len(dst) > before {
			_, text, _ := strings.Cut(strings.TrimSuffix(string(dst[before:]), "\n"), "\n")
			closed = s.Kind != Prose || closing(strings.Split(text, "\n")) < 0
		}
	}
	if !closed { // otherwise the end of the text would be taken for a greeting
		dst = append(dst, "$E\n"...)
	}
	return dst
}

func (s *Section) print(dst []byte, lines []Line, lang phrase.Lang) []byte {
	opened := false
	for _, line := range lines {
		if line.Section != s.Letter {
			continue
		}
		if !opened {
			dst = append(dst, '$', s.Letter, '\n')
			opened = true
		}
		dst = append(line.Order.Print(dst, lang), '\n')
	}
	if opened && s.Kind == Messages {
		dst = append(dst, "#E\n"...)
	}
	return dst
}

// Score counts the good lines of a text, to tell an order file from other parts of a mail. It counts orders, messages
// and texts, and one each for a good `$I` line and for the first head of a known section. So a file is recognized even
// if all its orders are wrong. 0 means that it is not an order file.
func (l *Language) Score(text string) int { return l.forgetful().Score(text) }

// Score is Language.Score with this memory.
func (m *Memory) Score(text string) int {
	f := m.Parse(text)
	n := len(f.Lines)
	if f.Identity != nil {
		n++
	}
	for _, line := range Split(text) {
		if !strings.HasPrefix(line, "$") {
			continue
		}
		if h := cutHead(line); h.letter != 'I' && h.letter != 'E' && h.names(m.language) {
			return n + 1
		}
	}
	return n
}
