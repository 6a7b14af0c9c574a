package belagerung

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/frame"
)

// Template is an order file for the one whose turn it is. A line for each unit
// stands there as a remark: without a line it stays.
func (w *World) Template(whose int) string {
	r := w.state.Realm(whose)
	if r == nil || w.state.Next != whose {
		return ""
	}
	book, t := w.rules.Words(r.Lang), w.newTurn(frame.Sheet{}, [16]byte{}, best)
	var b strings.Builder
	say := func(code string, args ...phrase.Arg) { b.WriteString(book.Say(phrase.P(code, args...)) + "\n") }
	say("template.head", phrase.Num("realm", whose), phrase.Str("name", r.Name), phrase.Str("title", w.Title(r.Lang)))
	if r.Played == 0 {
		b.WriteString("\n$S\n; ")
		b.Write(order.FortressOrder{Values: r.Fortress}.Speak(nil, r.Lang))
		b.WriteByte('\n')
	}
	b.WriteString("\n$A\n")
	for _, u := range t.state.Of(whose) {
		say("template.unit", phrase.Str("unit", t.called(u)), t.state.PlaceArg("place", u.At),
			phrase.Num("speed", t.state.Steps(t.tables, u)))
	}
	for _, section := range []string{"recruit", "build", "fight"} {
		b.WriteByte('\n')
		say("template." + section)
	}
	b.WriteString("\n$E\n")
	return b.String()
}
