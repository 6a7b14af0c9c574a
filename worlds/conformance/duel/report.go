package duel

import (
	"fmt"
	"slices"

	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// columns is the width of a report's lines.
const columns = 78

// Welcome tells a new fencer the rules in short.
func (w *World) Welcome(realm int) game.Report {
	f := w.fencer(realm)
	b := w.rb.Words(f.Lang)
	text := b.Say(w.welcome(f)) + "\n"
	return game.Report{Realm: realm, Name: "DUEL.TXT", Text: []byte(text), Summary: []byte(text)}
}

// Report tells a fencer about the turn: what was refused, what happened, everybody's points, the letters.
func (t *turn) Report(realm int) game.Report {
	f := t.next.fencer(realm)
	b := t.before.rb.Words(f.Lang)
	p := &frame.Page{Book: b, Out: append([]byte(t.before.Title(f.Lang)), "\n\n"...)}
	p.Refused("", t.refused[realm], t.text(realm), false)
	text := p.Out
	before := len(text)
	for _, e := range t.events {
		if e.For(realm) {
			text = game.AppendWrapped(text, "", b.Say(e.Phrase), columns)
		}
	}
	if len(text) == before {
		text = append(text, b.T("quiet")+"\n"...)
	}
	text = append(text, '\n')
	for _, g := range t.next.s.Fencers {
		text = fmt.Appendf(text, "%3d %-20s %3d\n", g.Number, g.Name, g.Points)
	}
	for _, l := range t.letters[realm] {
		text = fmt.Appendf(text, "\n%s %s:\n", b.T("from"), t.name(l.from))
		text = game.AppendQuoted(text, l.text, columns)
	}
	return game.Report{Realm: realm, Name: "DUEL.TXT", Text: append(text, b.T("end")+"\n"...), Summary: t.body(realm),
		Files: t.opponents(realm)}
}

// body is what a mail says first: the bouts, what was refused, the place. Letters are only counted.
func (t *turn) body(realm int) []byte {
	p := &frame.Page{Book: t.before.rb.Words(t.next.fencer(realm).Lang), Broad: true}
	var rest []*game.Event
	for i := range t.events {
		switch e := &t.events[i]; {
		case !e.For(realm):
		case e.Phase == "messages":
			rest = append(rest, e)
		default:
			p.Line("", e.Phrase)
		}
	}
	if len(p.Out) == 0 {
		p.Say("", "quiet")
	}
	p.Counted(rest)
	p.Undone("letter.refused", t.refused[realm], t.text(realm))
	letters := make([]frame.Letter, len(t.letters[realm]))
	for i, l := range t.letters[realm] {
		letters[i] = frame.Letter{From: l.from, To: realm, Text: l.text}
	}
	p.Letters(realm, letters, frame.Stamps{From: "letter-from"}, t.name)
	p.Ranked(t.next.Standings(), realm)
	return p.Out
}

// text returns the sheet of a realm, and "" if another player has the realm now.
func (t *turn) text(realm int) string {
	for _, s := range t.sheets {
		if s.realm == realm && !slices.Contains(t.heirs, realm) {
			return s.text
		}
	}
	return ""
}

// opponents returns the lists of those whom the realm was paired with this turn.
func (t *turn) opponents(realm int) []game.File {
	for _, number := range t.drawn {
		b := t.next.s.Bouts[number-1]
		if b.A == realm || b.B == realm {
			return t.next.fencer(b.A + b.B - realm).Lists
		}
	}
	return nil
}
