package rulekit

import (
	"bytes"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// How many letters a mail quotes.
const (
	lettersQuoted = 20
	letterLines   = 12 // of each
)

// quote quotes the letters that the report has for the realm, each up to some lines: the rest is in the report.
func (d *Digest) quote(t *Text) {
	n := 0
	for i := range d.Letters {
		l := &d.Letters[i]
		if !l.reaches(d.Realm) {
			continue
		}
		if n++; n > lettersQuoted {
			continue
		}
		t.stamp(l)
		whole := bytes.TrimRight(l.quoted(t.Exact), "\n")
		switch more := bytes.Count(whole, []byte("\n")) + 1 - letterLines; {
		case more > 0:
			t.Out = append(t.Out, bytes.Join(bytes.SplitAfterN(whole, []byte("\n"), letterLines+1)[:letterLines], nil)...)
			t.Say("", "letter.more-text", phrase.Num("n", more))
		case t.Exact:
			t.Out = append(append(t.Out, whole...), '\n')
		default:
			t.Out = game.AppendQuoted(t.Out, l.Text, game.Unbroken)
		}
	}
	if n > lettersQuoted {
		t.Say("", "letter.more-letters", phrase.Num("n", n-lettersQuoted))
	}
}

// rank says which place the realm has, if the rules know one. Nothing may be public.
func (d *Digest) rank(t *Text) {
	if d.Public == nil {
		return
	}
	i := slices.IndexFunc(d.Public.Rows, func(r game.Standing) bool { return r.Realm == d.Realm })
	if i >= 0 && d.Public.Rows[i].Place > 0 {
		t.Say("", "letter.place", phrase.Num("place", d.Public.Rows[i].Place), phrase.Num("of", len(d.Public.Rows)))
	}
}

// Mail is the body of the mail and what its subject counts. The text is the reader's, and otherwise empty.
func (d *Digest) Mail(t *Text) (body []byte, news string) {
	t.Broad = true
	t.Wrap("", sentence(t.Book, t.Words(d.When), Map(d.clauses(), t.Words)))
	d.needs(t)
	t.Below(t.Blank, func() {
		d.part(t, "letter.won", d.Won)
		d.part(t, "letter.lost", d.Lost)
		d.part(t, "letter.also", d.Also)
	})
	t.Blank()
	for _, line := range d.Stands {
		t.Paragraph("", line)
	}
	d.rank(t)
	d.letters(t)
	return t.Out, d.Subject(t.Book)
}

// needs writes what needs the player.
func (d *Digest) needs(t *Text) {
	list, more := d.asks(t.Reader)
	if len(list) == 0 {
		return
	}
	t.Blank()
	t.Say("", "letter.needs")
	for i := range list {
		n := &list[i]
		said := append(Sentences{n.Said}, n.More...)
		if n.Line != "" {
			said = append(said, phrase.P("letter.type", phrase.Str("section", "$"+string(rune(n.Section)))))
		}
		t.Paragraph("- ", said)
		if n.Line != "" {
			t.Drawn("    " + n.Line)
		}
		switch n.Said.Code {
		case "letter.undone":
			sayUndone(t, d.Refused, d.Written)
		case "letter.undone-in-part":
			sayUndone(t, d.InPart, d.Written)
		}
	}
	if more > 0 {
		t.Say("- ", "letter.more-needs", phrase.Num("n", more))
	}
}

// part writes lines below their heading, and how many are left out.
func (d *Digest) part(t *Text, heading string, lines []Sentences) {
	if len(lines) == 0 {
		return
	}
	t.Say("", heading)
	for _, line := range lines[:min(len(lines), linesSaid)] {
		t.Paragraph("- ", line)
	}
	if more := len(lines) - linesSaid; more > 0 {
		t.Say("- ", "letter.more-news", phrase.Num("n", more))
	}
}

// letters quotes the letters that the report has for the realm, and says how to answer.
func (d *Digest) letters(t *Text) {
	head := func() {
		t.Blank()
		t.Say("", "letter.messages")
	}
	if !t.Below(head, func() { d.quote(t) }) {
		return
	}
	t.Out = append(bytes.TrimRight(t.Out, "\n"), '\n')
	var senders []string
	for i := range d.Letters {
		l := &d.Letters[i]
		if l.From == 0 || !l.reaches(d.Realm) || len(senders) == namesListed {
			continue
		}
		if to := "#" + Digits(l.From); !slices.Contains(senders, to) {
			senders = append(senders, to)
		}
	}
	if d.Reply == 0 || len(senders) == 0 {
		return
	}
	t.Say("", "letter.reply", phrase.Str("section", "$"+string(rune(d.Reply))),
		phrase.Str("to", strings.Join(senders, t.Book.T("letter.list-or"))))
}
