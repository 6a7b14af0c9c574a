package orders

import (
	"reflect"
	"strings"
	"testing"
)

// TestMemoryReadsTheSame: what was remembered changes nothing of what is read, in
// another text, in another section, and when the same line is read again.
func TestMemoryReadsTheSame(t *testing.T) {
	l := small()
	m := l.NewMemory()
	texts := []string{"$A\nNord 3\n$S\nNord 3\n", "$I 4 secret 2\n$A\nN 3\nN 3\n\tNord x\n",
		"$I 4 *** 2\n$A\nN 3\nN 3\n\tNord x\n"}
	for _, c := range append(cases, textCases...) {
		texts = append(texts, c.text)
	}
	for _, text := range append(texts, texts...) {
		if got, want := m.Parse(text), l.Parse(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: remembered %+v, read %+v", text, got, want)
		}
		if got, want := m.Score(text), l.Score(text); got != want {
			t.Errorf("%q: the score remembered is %d, the score %d", text, got, want)
		}
	}
}

// TestMemoryAsksOnce: a line is read once in each section it stands in, and a
// Memory holds no more lines than it may.
func TestMemoryAsksOnce(t *testing.T) {
	l, asked := small(), map[string]int{}
	for i := range l.Sections {
		s := &l.Sections[i]
		if line := s.Line; line != nil {
			s.Line = func(text string) (Order, []Problem) {
				asked[string(s.Letter)+text]++
				return line(text)
			}
		}
	}
	m := l.NewMemory()
	for _, text := range []string{"$A\nNord 3\nSued 4\n", "$I 1 x\n$A\nSued 4\n$S\nNord 3\n", "$A\nNord 3 ; there\n"} {
		m.Parse(text)
	}
	want := map[string]int{"ANord 3": 1, "ASued 4": 1, "SNord 3": 1, "ANord 3 ": 1}
	if !reflect.DeepEqual(asked, want) {
		t.Errorf("lines were read so often: %v, want %v", asked, want)
	}
	m.Parse("$A" + manyLines(remembered+50))
	if len(m.lines) > remembered {
		t.Errorf("%d lines are remembered, at most %d may be", len(m.lines), remembered)
	}
}

func manyLines(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("\nx")
		for ; i > 0; i /= 26 {
			b.WriteByte(byte('a' + i%26))
		}
	}
	return b.String()
}
