package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/order"
	"weltentor/worlds/belagerung/realm"
)

// Template is an order file for the realm whose turn it is. Each unit has a comment, as it stays without an order.
func Template(p realm.Position, whose int) string {
	r := p.State.Realm(whose)
	if r == nil || p.State.Next != whose {
		return ""
	}
	book, t := p.Rules.Words(r.Lang), realm.Board{Position: p, Me: r}
	var b strings.Builder
	say := func(code string, args ...phrase.Arg) { b.WriteString(book.Say(phrase.P(code, args...)) + "\n") }
	say("template.head", phrase.Num("realm", whose), phrase.Str("name", r.Name),
		phrase.Str("title", p.Say(r.Lang, Title(p))))
	if r.Played == 0 {
		b.WriteString("\n$S\n; ")
		b.Write(order.FortressOrder{Values: r.Fortress}.Print(nil, r.Lang))
		b.WriteByte('\n')
	}
	b.WriteString("\n$A\n")
	for _, u := range t.State.Of(whose) {
		say("template.unit", phrase.Str("unit", t.Called(u)), t.State.PlaceArg("place", u.At),
			phrase.Num("speed", t.State.Steps(t.Tables, u)))
	}
	for _, section := range []string{"recruit", "build", "fight"} {
		b.WriteByte('\n')
		say("template." + section)
	}
	b.WriteString("\n$E\n")
	return b.String()
}
