package orders

import (
	"math"
	"slices"
	"strings"
)

// Memory remembers how a language's lines of orders were read. What a line means depends only on its section and
// itself. A letter's text is read several times, as it came and without its password. If most of a text was read
// before, reading it again costs almost nothing. Only one goroutine may use a Memory at a time.
type Memory struct {
	language *Language
	lines    map[lineKey]lineRead
	spoken   map[string]string // of lines that are no orders: the warning that they are for a person, or ""
	Most     int               // the maximum number of lines in it; lines beyond are read again
}

// remembered is the maximum number of lines in a new Memory.
const remembered = 10_000

type lineKey struct {
	section byte
	line    string
}

// lineRead is the result of a section's Line. It never changes.
type lineRead struct {
	order    Order
	problems []Problem
}

// forgetful is a Memory that remembers nothing.
func (l *Language) forgetful() *Memory { return &Memory{language: l} }

// NewMemory makes an empty Memory.
func (l *Language) NewMemory() *Memory {
	return &Memory{language: l, lines: map[lineKey]lineRead{}, spoken: map[string]string{}, Most: remembered}
}

// Parse is Language.Parse with this memory.
func (m *Memory) Parse(text string) *File {
	file, _ := m.Glance(text, math.MaxInt)
	return file
}

// Glance is Parse for a text whose author is not known yet: it reads at most that many lines of orders, and reports
// whether these were all. The identity, the sections and the messages are read to the end.
func (m *Memory) Glance(text string, most int) (file *File, whole bool) {
	return m.look(text, most, nil)
}

// readLine reads a line of orders, or remembers how it was read.
func (r *reader) readLine(line string) (Order, []Problem) {
	key := lineKey{r.section.Letter, line}
	if known, ok := r.memory.lines[key]; ok {
		return known.order, known.problems
	}
	order, problems := r.section.Line(line)
	for i := range problems {
		problems[i].What.Args = slices.Clip(problems[i].What.Args) // so that appending to them changes nobody else's
	}
	if len(r.memory.lines) < r.memory.Most {
		key.line = strings.Clone(line) // so that the whole text is not kept in memory
		r.memory.lines[key] = lineRead{order, problems}
	}
	return order, problems
}
