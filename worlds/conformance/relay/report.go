package relay

import (
	"fmt"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// columns is how wide the lines of a report are.
const columns = 78

const fileName = "RELAY.TXT"

// Welcome tells a new runner the rules' bones.
func (w *World) Welcome(realm int) game.Report {
	r := w.runner(realm)
	b := w.rb.Words(r.Lang)
	text := b.Say(phrase.P("welcome", phrase.Str("name", r.Name), phrase.Num("number", realm),
		phrase.Num("goal", w.n.Goal), phrase.Num("breath", w.n.Breath)))
	return game.Report{Realm: realm, Name: fileName, Text: []byte(text + "\n"), Summary: []byte(text + "\n")}
}

// Report tells a runner the turn: what was refused, what happened, where all
// are, its own breath and answer, the letters.
func (t *turn) Report(realm int) game.Report {
	r := t.next.runner(realm)
	b := t.before.rb.Words(r.Lang)
	text := append([]byte(t.before.Title(r.Lang)), "\n\n"...)
	for _, p := range t.Refused(realm) {
		text = game.AppendWrapped(text, "", fmt.Sprintf("%s %d: %s", b.T("line"), p.Line, b.Say(p.What)), columns)
	}
	var summary []byte
	for _, e := range t.events {
		if e.For(realm) {
			summary = game.AppendWrapped(summary, "", b.Say(e.Phrase), game.Unbroken)
		}
	}
	text = append(append(text, summary...), '\n')
	for _, o := range t.next.s.Runners {
		text = fmt.Appendf(text, "%3d %-20s %3d\n", o.Number, o.Name, o.At)
	}
	text = append(b.Append(text, phrase.P("own", phrase.Num("breath", r.Breath), phrase.Num("answer", r.Answer)), nil),
		'\n')
	for _, l := range t.letters[realm] {
		text = fmt.Appendf(text, "\n%s %s:\n", b.T("from"), l.from)
		text = game.AppendQuoted(text, l.text, columns)
	}
	return game.Report{Realm: realm, Name: fileName, Text: append(text, b.T("end")+"\n"...), Summary: summary}
}
