package sent

import (
	"encoding/hex"
	"slices"
	"strings"
	"unicode"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// Content is a letter that was read: the letter as it came, and what the rules alone find in its text. What is stored
// of it has no password.
type Content struct {
	Letter letter.Letter
	File   *orders.File // its orders; nil if a machine sent the mail
	Text   string       // the text of the orders, scrubbed; both the check and the turn read this
}

// Study reads a letter's orders ahead of Accept, which otherwise does so itself. It looks at nothing but the rulebook,
// so it may run beside other calls. So a letter can be parsed while the one before it is committed. The same is true
// of hashing its password, if no limit comes before that. The letter must then come from an address of the realm, in a
// world that asks only for the password.
func Study(k *world.Setup, l *letter.Letter) {
	s := &letter.Studied{}
	s.Fault = store.Guarded(func() { s.Read(l, k.Rules.Language()) })
	if s.Fault == nil && s.File != nil && s.File.Identity != nil && k.Settings.AuthInForce() == world.ByPassword {
		id := s.File.Identity
		if rec, own := l.Sender.Realms[id.Realm]; own && id.Password != "" && !secrets.IsCode(id.Password) {
			s.Guess = k.People.Try(id.Realm, rec, id.Password)
		}
		if s.Guess.Right {
			s.Fault = store.Guarded(func() { s.Whole(l, k.Rules.Language()) })
		}
	}
	l.Studied, l.Lines = s, nil
}

// Read reads a letter, unless Study has done so. The error is a fault of the rules.
func Read(k *world.Setup, l letter.Letter) (Content, error) {
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
	l.From = address.Wire(l.From) // what is shown of it must not look like another domain
	s := secrets.SecretsOf(id)
	l.Subject, l.Part = secrets.Loosely(secrets.Scrub(secrets.Readable(l.Subject), id)),
		secrets.Loosely(s.Clean(l.Part))
	l.Notes = s.Notes(l.Notes)
	return Content{Letter: l, File: found.File, Text: found.Text}, found.Fault
}

// Whole returns the letter with all its orders read, once it is known whose they are.
func (s Content) Whole(k *world.Setup) Content {
	if found := s.Letter.Studied; found.Part && s.File == found.File {
		found.Whole(&s.Letter, k.Rules.Language())
		s.File = found.File
	}
	return s
}

// Remarked returns the letter with more remarks.
func (s Content) Remarked(notes ...phrase.Phrase) Content {
	s.Letter.Notes = append(slices.Clip(s.Letter.Notes), notes...)
	return s
}

// Has reports whether there is a remark about the letter.
func (s Content) Has(note string) bool {
	return slices.ContainsFunc(s.Letter.Notes, func(p phrase.Phrase) bool { return p.Code == note })
}

// UnreadParts returns the remarks about parts of the letter that could not be read.
func (s Content) UnreadParts() (out []phrase.Phrase) {
	for _, p := range s.Letter.Notes {
		if slices.Contains(letter.UnreadNotes, p.Code) {
			out = append(out, p)
		}
	}
	return out
}

// Filled returns the letter with its form as its orders, if the form was filled in. It was if it has a password, or
// other orders than it was sent with. It also returns what the letter says besides. A form's mark proves nothing,
// since anybody can write one in a letter that the player quotes. So a form counts as the writer's own words no more
// than other quotes do (see Vouched).
func (s Content) Filled(own []int) (read Content, besides string) {
	f := s.Letter.Studied.Form
	if f == nil {
		return s, ""
	}
	id := f.File.Identity
	if secrets.IsCode(id.Password) { // of a practice game, see Practising
		return s, ""
	}
	if letter.ExampleWord(id.Password) && !(f.Changed && slices.Contains(own, id.Realm)) {
		return s, ""
	}
	for line := range strings.Lines(s.Text) {
		if line = strings.TrimSpace(line); !slices.Contains(f.Lines, line) {
			besides += line + "\n"
		}
	}
	s.File, s.Text, s.Letter.Others = f.File, f.Text, true
	s.Letter.Notes = slices.DeleteFunc(slices.Clone(s.Letter.Notes),
		func(p phrase.Phrase) bool { return p.Code == letter.QuoteDropped || p.Code == letter.BelowHead })
	s = s.Remarked(phrase.P("note.filled"))
	if wording.HasSection(besides) {
		s = s.Remarked(phrase.P(letter.SeveralTexts, phrase.Str("word", "unquoted"), phrase.Str("part", "quoted"),
			phrase.Num("n", 1)))
	}
	return s, besides
}

// QuotesOrders reports whether there are orders in what the letter quotes. A form of ours that came back unchanged
// does not count.
func (s Content) QuotesOrders() bool {
	if form := s.Letter.Studied.Form; form != nil && !form.Changed {
		return false
	}
	return letter.OrderSection.MatchString(s.Letter.Quoted)
}

// QuotedLines is how many lines of the letter were left out as those of an earlier mail.
func (s Content) QuotedLines() (lines int) {
	for _, p := range s.Letter.Notes {
		for _, a := range p.Args {
			if (p.Code == letter.QuoteDropped || p.Code == letter.BelowHead) && a.Name == "n" {
				lines += int(a.N)
			}
		}
	}
	if lines == 0 {
		lines = strings.Count(strings.TrimSpace(s.Letter.Quoted), "\n") + 1
	}
	return lines
}

// Misread reports whether the text has a problem with this code.
func (s Content) Misread(code string) bool {
	return slices.ContainsFunc(s.File.Problems, func(p orders.Problem) bool { return p.What.Code == code })
}

// Words is what a letter says to a person: above and below its orders, and in its own text if the orders came in a
// file.
func (s Content) Words() string {
	own := ""
	if found := s.Letter.Studied; letter.Asks(found.Beside) {
		own = found.Beside
	}
	var said []string
	for _, part := range []string{s.Above(), letter.Below(&s.Letter, s.File, s.Text), own} {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, "\n\n")
}

// Beside is all that a letter says beside its orders, however little that is: above and below them, and in its own text
// if the orders came in a file.
func (s Content) Beside() string {
	var said []string
	lines := orders.Split(s.Text)
	if starts := s.File.Starts; !s.Letter.Others && 1 < starts && starts <= len(lines) {
		said = append(said, letter.Unremarked(lines[:starts-1]))
	}
	if !s.Letter.Others {
		said = append(said, letter.BelowAll(s.File, s.Text))
	}
	said = append(said, s.Letter.Studied.Beside)
	return strings.TrimSpace(strings.Join(slices.DeleteFunc(said, func(t string) bool { return t == "" }), "\n\n"))
}

// WithoutIdentity is the text without its `$I` line. Its lines keep their numbers.
func (s Content) WithoutIdentity() string {
	lines := orders.Split(s.Text)
	if id := s.File.Identity; id != nil && 0 < id.Line && id.Line <= len(lines) {
		lines[id.Line-1] = ""
	}
	return strings.TrimRightFunc(strings.Join(lines, "\n"), unicode.IsSpace)
}

// Above is what the text of the orders says above its first section. Remarks are left out, and so is a courtesy that
// merely mentions the orders.
func (s Content) Above() string {
	starts := s.File.Starts
	if s.Letter.Others || starts < 2 {
		return ""
	}
	return letter.ForPerson(&s.Letter, letter.Unremarked(orders.Split(s.Text)[:starts-1]))
}

// Said reports whether a code is in the writer's own words.
func (s Content) Said(key []byte) bool {
	return slices.ContainsFunc(s.Letter.Studied.Said,
		func(code string) bool { return slices.Equal(letter.TokenKey(code), key) })
}

// Thread makes a draft an answer to this letter, in its conversation.
func (s Content) Thread(d *outbox.Draft) {
	d.InReplyTo = s.Letter.MessageID
	d.References = strings.TrimSpace(s.Letter.References + " " + s.Letter.MessageID)
}

// Hash is the letter's hash as sheets have it.
func (s Content) Hash() string { return hex.EncodeToString(s.Letter.Hash[:]) }
