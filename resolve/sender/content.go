package sender

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

// Content is a letter that was read: the letter as it came, and its parts. What is stored of it has no password.
type Content struct {
	Letter letter.Letter
	letter.Parts
}

// Study reads a letter's parts ahead of Accept, which otherwise does so itself. It looks at nothing but the rulebook,
// so it may run beside other calls. So a letter can be parsed while the one before it is committed. The same is true
// of hashing its password, if no limit comes before that. The letter must then come from an address of the realm, in a
// world that asks only for the password.
func Study(k *world.Setup, l *letter.Letter) {
	p := &letter.Parts{}
	p.Fault = store.Guarded(func() { p.Read(l, k.Rules.Language()) })
	if p.Fault == nil && p.File != nil && p.File.Identity != nil && k.Settings.AuthInForce() == world.ByPassword {
		id := p.File.Identity
		if rec, own := l.Sender.Realms[id.Realm]; own && id.Password != "" && !secrets.IsCode(id.Password) {
			p.Guess = k.People.Try(id.Realm, rec, id.Password)
		}
		if p.Guess.Right {
			p.Fault = store.Guarded(func() { p.Whole(l.Texts, k.Rules.Language()) })
		}
	}
	l.Parts, l.Lines = p, nil
}

// StudyMail is Study of a letter that came by mail, which becomes several if it has orders for several realms.
func StudyMail(k *world.Setup, l *letter.Letter) {
	if err := store.Guarded(func() { l.Apart(k.Rules.Language()) }); err != nil {
		l.Parts = &letter.Parts{Fault: err}
		return
	}
	for i := range l.More {
		Study(k, &l.More[i])
	}
	Study(k, l)
}

// Read reads a letter, unless Study has done so. The error is a fault of the rules.
func Read(k *world.Setup, l letter.Letter) (Content, error) {
	if l.Parts == nil {
		Study(k, &l)
	}
	var id *orders.Identity
	switch {
	case l.Parts.Form != nil:
		id = l.Parts.Form.File.Identity
	case l.Parts.File != nil:
		id = l.Parts.File.Identity
	}
	l.From = address.Wire(l.From) // what is shown of it must not look like another domain
	s := secrets.SecretsOf(id)
	l.Subject, l.Part = secrets.MaskLikely(secrets.Scrub(secrets.Readable(l.Subject), id)),
		secrets.MaskLikely(s.Clean(l.Part))
	l.Notes = s.Notes(l.Notes)
	return Content{Letter: l, Parts: *l.Parts}, l.Parts.Fault
}

// StudyWhole returns the letter with all its orders read, once it is known whose they are.
func (s Content) StudyWhole(k *world.Setup) Content {
	s.Parts.Whole(s.Letter.Texts, k.Rules.Language())
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

// Filled returns the letter with its form as its orders, if it quotes one that was filled in. What the writer typed is then
// beside them; what else is new in the quote is told as left out. A form's mark proves nothing, since anybody can write one in
// a letter that the player quotes. So a form counts as the writer's own words no more than other quotes do (see Vouched).
func (s Sender) Filled(own []int) Content {
	f, out := s.Form, s.Content
	if f == nil || f.Within || !f.FilledIn(own) {
		return out
	}
	out.Typed, out.File, out.Text, out.Clean, out.Begun = f.Besides(s.Text), f.File, f.Text, nil, false
	out.Letter.Others = true
	out = out.withoutQuotes().Remarked(phrase.P("note.filled"))
	if added := letter.Added(f.Besides(s.Quoted), s.ours); added != nil {
		out = out.Remarked(phrase.P("note.quote-new", phrase.Str("line", secrets.MaskLikely(wording.Cut(strings.Join(added, " "))))))
	}
	if wording.HasSection(out.Typed) {
		out = out.Remarked(phrase.P(letter.SeveralTexts, phrase.Str("word", "unquoted"), phrase.Str("part", "quoted"),
			phrase.Num("n", 1)))
	}
	return out
}

// Agreed returns the letter with orders of ours to which its writer agrees.
func (s Content) Agreed(k *world.Setup, ready string) Content {
	s.Text, s.Typed, s.Form, s.Begun = ready, "", nil, false
	s.Clean = k.Rules.Language().Parse(ready)
	s.File = s.Clean
	return s.withoutQuotes().Remarked(phrase.P("note.agreed"))
}

// withoutQuotes returns the letter without the remarks that quoted lines were left out.
func (s Content) withoutQuotes() Content {
	s.Letter.Notes = slices.DeleteFunc(slices.Clone(s.Letter.Notes),
		func(p phrase.Phrase) bool { return p.Code == letter.QuoteDropped || p.Code == letter.BelowHead })
	return s
}

// QuotesOrders reports whether there are orders in what the letter quotes. A form of ours that came back unchanged
// does not count.
func (s Content) QuotesOrders() bool {
	return (s.Form == nil || s.Form.Changed) && letter.OrderSection().MatchString(s.Quoted)
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
		lines = strings.Count(strings.TrimSpace(s.Quoted), "\n") + 1
	}
	return lines
}

// Misread reports whether the text has a problem with this code.
func (s Content) Misread(code string) bool {
	return slices.ContainsFunc(s.File.Problems, func(p orders.Problem) bool { return p.What.Code == code })
}

// Beside is all that the writer says besides the orders: above and below them or, if they came otherwise, in the letter
// itself.
func (s Content) Beside() string {
	above, below := s.Around()
	said := []string{above, below}
	if !s.Letter.InBody() {
		said = append(said, strings.TrimSpace(s.Typed))
	}
	return strings.Join(slices.DeleteFunc(said, func(t string) bool { return t == "" }), "\n\n")
}

// Around is what the text of the orders says above and below them, if it is the writer's. A file may have a heading, so
// what is beside orders in it must be a question.
func (s Content) Around() (above, below string) {
	switch {
	case s.Letter.Others:
		return "", ""
	case s.Letter.InBody():
		return letter.Around(s.File, s.Typed)
	}
	above, below = letter.Around(s.File, s.Text)
	if !strings.Contains(above, "?") {
		above = ""
	}
	if !strings.Contains(below, "?") {
		below = ""
	}
	return above, below
}

// Said is what the writer typed, without codes.
func (s Content) Said() string {
	return strings.TrimSpace(strings.ReplaceAll(s.Typed, secrets.Hidden, ""))
}

// WithoutIdentity is the text without its `$I` line. Its lines keep their numbers.
func (s Content) WithoutIdentity() string {
	lines := orders.Split(s.Text)
	if id := s.File.Identity; id != nil && 0 < id.Line && id.Line <= len(lines) {
		lines[id.Line-1] = ""
	}
	return strings.TrimRightFunc(strings.Join(lines, "\n"), unicode.IsSpace)
}

// TypedCode reports whether the writer has typed a code.
func (s Content) TypedCode(key []byte) bool {
	return slices.ContainsFunc(s.Given, func(code string) bool { return slices.Equal(letter.TokenKey(code), key) })
}

// Thread makes a draft an answer to this letter, in its conversation.
func (s Content) Thread(d *outbox.Draft) {
	d.InReplyTo = s.Letter.MessageID
	d.References = strings.TrimSpace(s.Letter.References + " " + s.Letter.MessageID)
}

// Hash is the letter's hash as sheets have it.
func (s Content) Hash() string { return hex.EncodeToString(s.Letter.Hash[:]) }
