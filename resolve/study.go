package resolve

import "weltentor/orders"

// studied is what a letter's text says, without any look at the store.
type studied struct {
	file   *orders.File // nil of a machine's mail
	text   string       // scrubbed
	tokens []string
	form   *filled // nil where there is none, or the text itself says who wrote it
	fault  error   // of the rules
}

// Study reads a letter's orders ahead of Accept, which else does it itself. It
// looks at nothing but the rulebook, so that it may run beside other calls: a
// fifth of what a letter costs is done while the one before it is committed.
func (w *World) Study(l *Letter) {
	s := &studied{}
	s.fault = guarded(func() {
		if l.Machine != "" {
			return
		}
		s.file = w.rb.Language().Parse(l.Text)
		s.text = scrub(l.Text, s.file.Identity)
		s.tokens = tokensIn(l.Subject, l.Text, l.Quoted)
		if s.file.Identity == nil {
			s.form = w.studyForm(l.Filled)
		}
	})
	l.studied = s
}
