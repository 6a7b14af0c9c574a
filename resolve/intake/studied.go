package intake

import (
	"encoding/hex"
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// studied is a letter that was read. It is made of the letter as it came, and adds what its text
// says to whoever knows the rules alone. What is kept of the letter has no password in it.
type studied struct {
	letter letter.Letter
	file   *orders.File // its orders; nil of a machine's mail
	text   string       // of the orders, scrubbed; the turn reads this and so does the check
}

// Study reads a letter's orders ahead of Accept, which else does it itself. It
// looks at nothing but the rulebook, so that it may run beside other calls: all
// parsing of the letter is done while the one before it is committed. So is the
// hash of its password, where no limit stands before that: if it comes from an
// address of the realm, and nothing but the password is asked for.
func Study(k *world.Setup, l *letter.Letter) {
	s := &letter.Studied{}
	s.Fault = store.Guarded(func() { s.Read(l, k.Rules.Language()) })
	if s.Fault == nil && s.File != nil && s.File.Identity != nil && k.Settings.AuthInForce() == world.ByPassword {
		id := s.File.Identity
		if rec, own := l.Sender.Realms[id.Realm]; own && id.Password != "" {
			s.Guess = k.People.Try(id.Realm, rec, id.Password)
		}
		if s.Guess.Right {
			s.Fault = store.Guarded(func() { s.Whole(l, k.Rules.Language()) })
		}
	}
	l.Studied, l.Lines = s, nil
}

// Studied reads a letter, unless Study has. A fault of the rules is the error.
func Studied(k *world.Setup, l letter.Letter) (studied, error) {
	if l.Studied == nil {
		Study(k, &l)
	}
	found := l.Studied
	var id *orders.Identity
	switch {
	case found.Form != nil:
		id = found.Form.File.Identity
	case found.File != nil:
		id = found.File.Identity
	}
	s := secrets.SecretsOf(id)
	l.Subject, l.Part = secrets.Loosely(secrets.Scrub(secrets.Readable(l.Subject), id)),
		secrets.Loosely(s.Clean(l.Part))
	l.Notes = s.Notes(l.Notes)
	return studied{letter: l, file: found.File, text: found.Text}, found.Fault
}

// whole is the letter with all its orders read: it is known whose they are.
func (s studied) whole(k *world.Setup) studied {
	if found := s.letter.Studied; found.Part && s.file == found.File {
		found.Whole(&s.letter, k.Rules.Language())
		s.file = found.File
	}
	return s
}

// remarked is the letter with more remarks.
func (s studied) remarked(notes ...phrase.Phrase) studied {
	s.letter.Notes = append(slices.Clip(s.letter.Notes), notes...)
	return s
}

// has tells whether a remark is made about the letter.
func (s studied) has(note string) bool {
	return slices.ContainsFunc(s.letter.Notes, func(p phrase.Phrase) bool { return p.Code == note })
}

// unreadParts are the remarks that a part of the letter could not be read.
func (s studied) unreadParts() (out []phrase.Phrase) {
	for _, p := range s.letter.Notes {
		if slices.Contains(letter.UnreadNotes, p.Code) {
			out = append(out, p)
		}
	}
	return out
}

// filled is the letter with its form as its orders, if that was filled in: with a
// password, or with other orders than it was sent with. It gives what the letter
// says besides. Anybody can write a mark, in a letter that the player quotes: a
// form is no more his own words than other quotes are (vouched).
func (s studied) filled(own []int) (read studied, besides string) {
	f := s.letter.Studied.Form
	if f == nil {
		return s, ""
	}
	id := f.File.Identity
	if letter.ExampleWord(id.Password) && !(f.Changed && slices.Contains(own, id.Realm)) {
		return s, ""
	}
	for line := range strings.Lines(s.text) {
		if line = strings.TrimSpace(line); !slices.Contains(f.Lines, line) {
			besides += line + "\n"
		}
	}
	s.file, s.text, s.letter.Others = f.File, f.Text, true
	s.letter.Notes = slices.DeleteFunc(slices.Clone(s.letter.Notes),
		func(p phrase.Phrase) bool { return p.Code == "note.quote-dropped" })
	s = s.remarked(phrase.P("note.filled"))
	if wording.Section.MatchString(besides) {
		s = s.remarked(phrase.P(letter.SeveralTexts, phrase.Str("word", "unquoted"), phrase.Str("part", "quoted"),
			phrase.Num("n", 1)))
	}
	return s, besides
}

// quotesOrders tells whether orders stand in what the letter quotes. A form of
// ours that came back as it was is quoted with a letter, not sent.
func (s studied) quotesOrders() bool {
	if form := s.letter.Studied.Form; form != nil && !form.Changed {
		return false
	}
	return letter.OrderSection.MatchString(s.letter.Quoted)
}

// quotedLines is how many lines of the letter were left out as quoted.
func (s studied) quotedLines() int {
	for _, p := range s.letter.Notes {
		if p.Code == "note.quote-dropped" {
			for _, a := range p.Args {
				if a.Name == "n" {
					return int(a.N)
				}
			}
		}
	}
	return strings.Count(strings.TrimSpace(s.letter.Quoted), "\n") + 1
}

// unclearIdentity tells that there is an `$I` line, which cannot be read.
func (s studied) unclearIdentity() bool {
	return slices.ContainsFunc(s.file.Problems, func(p orders.Problem) bool { return p.What.Code == "identity-form" })
}

// words is what a letter says to a person above and below its orders, and in its own text
// where those came in a file.
func (s studied) words() string {
	own := ""
	if found := s.letter.Studied; letter.Asks(found.Beside) {
		own = found.Beside
	}
	var said []string
	for _, part := range []string{s.above(), letter.Below(&s.letter, s.file, s.text), own} {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, "\n\n")
}

// above is what the text of the orders says above its first section, without remarks
// and without a courtesy that merely names the orders.
func (s studied) above() string {
	starts := s.file.Starts
	if s.letter.Others || starts < 2 {
		return ""
	}
	return letter.ForPerson(&s.letter, letter.Unremarked(orders.Split(s.text)[:starts-1]))
}

// said tells whether a code is in the writer's own words.
func (s studied) said(key []byte) bool {
	return slices.ContainsFunc(s.letter.Studied.Said,
		func(code string) bool { return slices.Equal(letter.TokenKey(code), key) })
}

// thread makes a letter an answer to this one, in its conversation.
func (s studied) thread(d *outbox.Draft) {
	d.InReplyTo = s.letter.MessageID
	d.References = strings.TrimSpace(s.letter.References + " " + s.letter.MessageID)
}

// hash is the letter's hash as a sheet names it.
func (s studied) hash() string { return hex.EncodeToString(s.letter.Hash[:]) }
