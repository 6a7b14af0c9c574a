package letter

import (
	"weltentor/orders"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
)

// Studied is what a letter's text says, without a look at the store.
type Studied struct {
	File   *orders.File // nil if a machine sent it
	Text   string       // scrubbed
	Clean  *orders.File // the orders in the scrubbed text
	Beside string       // what else the sender wrote above orders; scrubbed
	Tokens []string
	Said   []string     // those of Tokens in the writer's own text
	Form   *Filled      // nil if there is none, or if the text itself says whose it is
	Guess  roster.Guess // of its password; zero if that may not be tried yet
	Fault  error        // a fault of the rules
	// only the first Glanced lines of orders were read, since it is not known yet whose they are
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
	s.Said = tokensIn(l.Text)
	if s.File.Identity == nil {
		s.Form = readForm(language, l.Filled)
	}
}
