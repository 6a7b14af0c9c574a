package resolve

import (
	"weltentor/orders"
	"weltentor/worlds/game"
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

// Study reads a letter's orders ahead of Accept, which else does it itself. It
// looks at nothing but the rulebook, so that it may run beside other calls: all
// parsing of the letter is done while the one before it is committed. So is the
// hash of its password, where no limit stands before that: if it comes from an
// address of the realm, and nothing but the password is asked for.
func (w *World) Study(l *Letter) {
	s := &studied{}
	s.fault = guarded(func() {
		if l.Machine != "" {
			return
		}
		lines := l.Lines
		if lines == nil {
			lines = w.rb.Language().NewMemory()
		}
		s.file = lines.Parse(l.Text)
		s.text = scrub(l.Text, s.file.Identity)
		s.clean = lines.Parse(s.text)
		s.beside = w.wordsBeside(l.Beside, s.file.Identity)
		s.tokens = tokensIn(l.Subject, l.Text, l.Quoted)
		s.said = codesSaid(l.Subject, l.Text)
		if s.file.Identity == nil {
			s.form = readForm(w.rb.Language(), l.Filled)
		}
	})
	if s.fault == nil && s.file != nil && s.file.Identity != nil && w.s.auth() == ByPassword {
		id := s.file.Identity
		if rec, own := l.Sender.realms[id.Realm]; own && id.Password != "" {
			s.guess = w.people.try(id.Realm, rec, id.Password)
		}
	}
	l.studied, l.Lines = s, nil
}

// sheet is the letter's sheet, with its orders if it is the text that was studied.
func (in *intake) sheet(files []game.File) game.Sheet {
	s := game.Sheet{Realm: in.a.Realm, Turn: in.c.turn, Text: in.text, Files: files}
	if found := in.l.studied; found.clean != nil && found.text == in.text {
		s = s.Read(in.w.rb.Language(), found.clean)
	}
	return s
}
