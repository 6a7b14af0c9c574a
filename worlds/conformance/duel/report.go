package duel

import (
	"fmt"

	"weltentor/worlds/game"
)

// columns is how wide the lines of a report are.
const columns = 78

// Welcome tells a new fencer the rules' bones.
func (w *World) Welcome(realm int) game.Report {
	f := w.fencer(realm)
	b := w.rb.Words(f.Lang)
	text := b.Say(w.welcome(f)) + "\n"
	return game.Report{Realm: realm, Name: "DUEL.TXT", Text: []byte(text), Summary: []byte(text)}
}

// Report tells a fencer the turn: what was refused, what happened, the points
// of all, the letters.
func (t *turn) Report(realm int) game.Report {
	f := t.next.fencer(realm)
	b := t.before.rb.Words(f.Lang)
	text := append([]byte(t.before.Title(f.Lang)), "\n\n"...)
	for _, p := range t.refused[realm] {
		text = game.AppendWrapped(text, "", fmt.Sprintf("%s %d: %s", b.T("line"), p.Line, b.Say(p.What)), columns)
	}
	var summary []byte
	for _, e := range t.events {
		if e.For(realm) {
			summary = game.AppendWrapped(summary, "", b.Say(e.Phrase), game.Unbroken)
		}
	}
	if len(summary) == 0 {
		summary = append(summary, b.T("quiet")+"\n"...)
	}
	text = append(append(text, summary...), '\n')
	for _, g := range t.next.s.Fencers {
		text = fmt.Appendf(text, "%3d %-20s %3d\n", g.Number, g.Name, g.Points)
	}
	for _, l := range t.letters[realm] {
		text = fmt.Appendf(text, "\n%s %s:\n", b.T("from"), t.name(l.from))
		text = game.AppendQuoted(text, l.text, columns)
	}
	return game.Report{Realm: realm, Name: "DUEL.TXT", Text: append(text, b.T("end")+"\n"...), Summary: summary,
		Files: t.opponents(realm)}
}

// opponents are the lists of whom the realm was paired with this turn.
func (t *turn) opponents(realm int) []game.File {
	for _, number := range t.drawn {
		b := t.next.s.Bouts[number-1]
		if b.A == realm || b.B == realm {
			return t.next.fencer(b.A + b.B - realm).Lists
		}
	}
	return nil
}
