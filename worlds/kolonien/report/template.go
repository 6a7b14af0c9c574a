package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/kolonien/order"
	"weltentor/worlds/kolonien/realm"
)

// Template is an order file with the standing orders of all leaders and fleets, and the wishes towards other realms. A
// comment beside each says where it is and what it has.
func Template(at realm.Position, number int) string {
	r := at.State.Realm(number)
	if r == nil || at.State.Over {
		return ""
	}
	book := at.Rules.Words(r.Lang)
	var b strings.Builder
	remark := func(p phrase.Phrase) { b.Write(game.AppendComment(nil, book.Say(p))) }
	remark(phrase.P("template-head", phrase.Num("realm", number), phrase.Str("name", r.Name),
		phrase.Str("title", at.Say(r.Lang, Title(at)))))
	b.WriteString("\n")
	b.WriteString("$V\n")
	for i, stance := range r.Stances {
		if i+1 != number {
			b.WriteString(string(order.TreatyOrder{Realm: i + 1, Stance: stance}.Print(nil, book.Lang)) + "\n")
		}
	}
	b.WriteString("$B\n$R\n$A\n")
	for _, l := range r.Leaders {
		remark(phrase.P("template-leader", phrase.Str("who", l.Name), phrase.Num("area", l.At),
			phrase.Str("units", realm.OrDash(l.Troops.String()))))
	}
	for _, f := range r.Fleets {
		remark(phrase.P("template-fleet", order.FleetArg("who", f.Number), phrase.Num("area", f.At),
			phrase.Str("ships", f.Ships.String())))
	}
	b.WriteString("$K\n")
	for _, o := range order.Standing(r) {
		b.WriteString(string(o.Print(nil, book.Lang)) + "\n")
	}
	b.WriteString("$E\n")
	return b.String()
}
