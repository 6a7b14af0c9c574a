package reading

import (
	"fmt"
	"strings"
	"testing"

	"weltentor/mailer/imap"
	"weltentor/mailer/incoming"
	"weltentor/orders"
	"weltentor/resolve/letter"
	"weltentor/worlds"
)

// forged is a mail that somebody sends in a player's name, with that many bytes of lines that are not orders.
func forged(bytes int) []byte {
	var b strings.Builder
	b.WriteString("From: anna@example.org\r\nTo: game@example.org\r\nSubject: Zug\r\nMessage-ID: <1@example.org>\r\n" +
		"MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n$I 1 wrong-pass-word22\r\n$R\r\n")
	for i := 0; b.Len() < bytes; i++ {
		if bytes < 4<<10 { // as orders have
			fmt.Fprintf(&b, "K.X %d %d 0\r\n", i, i*7)
			continue
		}
		fmt.Fprintf(&b, "K.X %d nach Osten, und dann weiter zu den Bergen im Suedwesten %d\r\n", i, i*7)
	}
	return []byte(b.String())
}

// read does everything that happens to a mail before its password is tried.
func read(tb testing.TB, raw []byte, language *orders.Language) *letter.Parts {
	tb.Helper()
	lines, o := language.NewMemory(), Options(language, "game@example.org")
	o.Score = lines.Score
	r, err := incoming.Read(tb.Context(), raw, o)
	if err != nil {
		tb.Fatal(err)
	}
	l := Letter(imap.Fetched{Raw: raw}, r)
	l.Lines = lines
	s := &letter.Parts{}
	s.Read(&l, language)
	return s
}

// However large a mail is, a bounded number of its lines is read before its password is tried: those by which its text
// is chosen, and those that are shown if it is nobody's.
func TestLinesReadBeforeThePassword(t *testing.T) {
	for _, rules := range worlds.Rulebooks() {
		n := 0
		s := read(t, forged(1300<<10), counting(rules.Language(), &n))
		if s.File.Identity == nil {
			t.Errorf("%s: nobody's", rules.Name())
		}
		// 500 to choose the text by, 300 that may have been wrapped, in each section, and 500 each as it came and
		// without the password.
		if most := 500 + 300*len(rules.Language().Sections) + 4*letter.Glanced; n > most {
			t.Errorf("%s: %d lines are read of 18,000, want %d at most", rules.Name(), n, most)
		}
	}
}

// counting counts the lines that a language reads.
func counting(l *orders.Language, n *int) *orders.Language {
	all := *l
	all.Sections = append([]orders.Section(nil), l.Sections...)
	for i := range all.Sections {
		if read := all.Sections[i].Line; read != nil {
			all.Sections[i].Line = func(text string) (orders.Order, []orders.Problem) {
				*n++
				return read(text)
			}
		}
	}
	return &all
}

// BenchmarkUnproven measures what a mail costs before its password is tried: a usual one, and 1.3 MB of bad lines.
func BenchmarkUnproven(b *testing.B) {
	for _, size := range []int{2 << 10, 1300 << 10} {
		raw := forged(size)
		for _, rules := range worlds.Rulebooks() {
			b.Run(fmt.Sprintf("%dK/%s", size>>10, rules.Name()), func(b *testing.B) {
				language := rules.Language()
				for b.Loop() {
					read(b, raw, language)
				}
			})
		}
	}
}
