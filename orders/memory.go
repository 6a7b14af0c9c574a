package orders

import (
	"slices"
	"strings"
)

// Memory remembers how a language's lines of orders were read: what a line means
// depends on nothing but its section and itself. A letter's text is read several
// times, as it came and without its password, and a text of which most was read
// before costs next to nothing. A Memory is for one goroutine at a time.
type Memory struct {
	language *Language
	lines    map[lineKey]lineRead
}

// remembered is how many lines a Memory holds at most; those beyond are read anew.
const remembered = 10_000

type lineKey struct {
	section byte
	line    string
}

// lineRead is what a section's Line said; it stays as it is.
type lineRead struct {
	order    Order
	problems []Problem
}

// NewMemory begins to remember.
func (l *Language) NewMemory() *Memory {
	return &Memory{language: l, lines: map[lineKey]lineRead{}}
}

// Parse gives what Language.Parse gives.
func (m *Memory) Parse(text string) *File { return m.language.parse(text, m) }

// Glance is Parse of a text of which nobody knows yet whose it is: it reads at most so many lines of orders, and
// tells whether that is all of it. Whose the text says it is, its sections and its messages are read to the end.
func (m *Memory) Glance(text string, most int) (file *File, whole bool) {
	return m.language.glance(text, m, most)
}

// Score gives what Language.Score gives.
func (m *Memory) Score(text string) int { return m.language.score(text, m) }

// readLine reads a line of orders, or remembers how it was read.
func (r *reader) readLine(line string) (Order, []Problem) {
	if r.memory == nil {
		return r.section.Line(line)
	}
	key := lineKey{r.section.Letter, line}
	if known, ok := r.memory.lines[key]; ok {
		return known.order, known.problems
	}
	order, problems := r.section.Line(line)
	for i := range problems {
		problems[i].What.Args = slices.Clip(problems[i].What.Args) // nobody's additions reach another's
	}
	if len(r.memory.lines) < remembered {
		key.line = strings.Clone(line) // not the whole text with it
		r.memory.lines[key] = lineRead{order, problems}
	}
	return order, problems
}
