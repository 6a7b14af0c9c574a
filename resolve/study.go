package resolve

import (
	"weltentor/orders"
)

// studied is what a letter's text says, without any look at the store.
type studied struct {
	file   *orders.File // nil of a machine's mail
	text   string       // scrubbed
	clean  *orders.File // what stands in the scrubbed text
	beside string       // of what else the sender wrote, what is above orders there; scrubbed
	tokens []string
	said   []string // of them, those in the writer's own words
	form   *filled  // nil where there is none, or the text itself says who wrote it
	guess  guess    // of its password; none if that may not be tried unasked
	fault  error    // of the rules
}

// read reads a letter's text, with a rulebook's language.
func (s *studied) read(l *Letter, language *orders.Language) {
	if l.Machine != "" {
		return
	}
	lines := l.Lines
	if lines == nil {
		lines = language.NewMemory()
	}
	s.file = lines.Parse(l.Text)
	s.text = scrub(l.Text, s.file.Identity)
	s.clean = lines.Parse(s.text)
	s.beside = wordsBeside(language, l.Beside, s.file.Identity)
	s.tokens = tokensIn(l.Subject, l.Text, l.Quoted)
	s.said = codesSaid(l.Subject, l.Text)
	if s.file.Identity == nil {
		s.form = readForm(language, l.Filled)
	}
}
