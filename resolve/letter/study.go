package letter

import (
	"weltentor/orders"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
)

// Studied is what a letter's text says, without any look at the store.
type Studied struct {
	File   *orders.File // nil of a machine's mail
	Text   string       // scrubbed
	Clean  *orders.File // what stands in the scrubbed text
	Beside string       // of what else the sender wrote, what is above orders there; scrubbed
	Tokens []string
	Said   []string     // of them, those in the writer's own words
	Form   *Filled      // nil where there is none, or the text itself says who wrote it
	Guess  roster.Guess // of its password; none if that may not be tried unasked
	Fault  error        // of the rules
	// of the orders only the first Glanced lines were read: nobody knows yet whose they are
	Part bool
}

// Glanced is how many lines of orders are read before it is known whose they are.
const Glanced = 500

// Whole reads what Read has left out, once it is known whose the orders are.
func (s *Studied) Whole(l *Letter, language *orders.Language) {
	if !s.Part {
		return
	}
	lines := language.NewMemory()
	s.File, s.Clean, s.Part = lines.Parse(l.Text), lines.Parse(s.Text), false
}

// Read reads a letter's text, with a rulebook's language.
func (s *Studied) Read(l *Letter, language *orders.Language) {
	if l.Machine != "" {
		return
	}
	lines := l.Lines
	if lines == nil {
		lines = language.NewMemory()
	}
	file, whole := lines.Glance(l.Text, Glanced)
	s.File, s.Part = file, !whole
	s.Text = secrets.Scrub(l.Text, s.File.Identity)
	s.Clean, _ = lines.Glance(s.Text, Glanced)
	s.Beside = wordsBeside(language, l.Beside, s.File.Identity)
	s.Tokens = tokensIn(l.Subject, l.Text, l.Quoted)
	s.Said = codesSaid(l.Subject, l.Text)
	if s.File.Identity == nil {
		s.Form = readForm(language, l.Filled)
	}
}
