package duel

import (
	"fmt"
	"slices"

	"weltentor/orders/phrase"
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
	body, news := t.digest(realm).Mail(&frame.Page{Book: b})
	return game.Report{Realm: realm, Name: "DUEL.TXT", Text: append(text, b.T("end")+"\n"...), Summary: body, News: news,
		Files: t.opponents(realm)}
}

// digest is what the mail says first: the bouts, and the results that are wanted.
func (t *turn) digest(realm int) *frame.Digest {
	d := &frame.Digest{Realm: realm, When: phrase.P("when", phrase.Num("round", t.before.round()),
		phrase.Key("phase", "phase."+t.before.s.Phase)), Refused: t.refused[realm], Written: t.text(realm),
		Stamps: frame.Stamps{From: "letter-from"}, Name: t.name, Reply: 'N', Public: t.next.Standings(),
		Check: func(text string) game.Checked {
			return t.next.Check(game.Sheet{Realm: realm, Turn: t.next.s.Turn, Text: text})
		}}
	for i := range t.events {
		e := &t.events[i]
		if !e.For(realm) || e.Phase == "messages" {
			continue
		}
		d.Also = append(d.Also, frame.Sentences{e.Phrase})
		switch e.Code {
		case "scored":
			d.News = append(d.News, frame.News{Kind: e.Code, N: 1, Weight: 5, Lead: phrase.P("lead.scored", e.Args...)})
		case "paired":
			d.Needs = append(d.Needs, frame.Need{Said: phrase.P("need.result", e.Arg("bout")), Section: 'T',
				Line: fmt.Sprintf("G%d 0 0", e.Arg("bout").N)})
		}
	}
	for _, l := range t.letters[realm] {
		d.Letters = append(d.Letters, frame.Letter{From: l.from, To: realm, Text: l.text})
	}
	return d
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
