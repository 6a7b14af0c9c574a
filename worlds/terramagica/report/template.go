package report

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/terramagica/order"
	"weltentor/worlds/terramagica/realm"
)

// Template is an order file for a realm to fill in. Each army has a comment, as it stays or marches on without an
// order. Each stack has the order that gives it its present formation again.
func Template(p realm.Position, whose int) string {
	r := p.State.Realm(whose)
	if r == nil || whose == 0 || r.Fallen || p.State.Over {
		return ""
	}
	book := p.Rules.Words(r.Lang)
	var b strings.Builder
	say := func(code string, args ...phrase.Arg) { b.WriteString(book.Say(phrase.P(code, args...)) + "\n") }
	write := func(o orders.Order) { b.Write(append(o.Print(nil, r.Lang), '\n')) }
	say("template.head", num("realm", whose), phrase.Str("name", r.Name), phrase.Str("title", p.Say(r.Lang, Title(p))))
	b.WriteString("\n$A\n")
	for _, a := range p.State.Armies[whose] {
		say("template.army", a.Arg(), num("men", a.Men()), num("province", a.At),
			phrase.Str("ways", realm.PathText(p.State.Province(a.At).Ways)))
		if len(a.March) > 0 && !a.Routed {
			write(order.MarchOrder{Army: a.Name, Path: a.March})
		}
		if a.Takes && len(a.March) == 0 && !a.Routed {
			write(order.ConquestOrder{Army: a.Name})
		}
	}
	b.WriteString("\n$K\n")
	for _, a := range p.State.Armies[whose] {
		for _, s := range a.Stacks {
			if row := s.Stands(p.Tables); s.Row != row { // the table chooses the row, or the row no longer exists
				b.WriteString("; ")
				s.Row = row
			}
			write(order.FormationOrder{Army: a.Name, Unit: s.Unit,
				Formation: order.Formation{Row: s.Row, Tactic: s.Tactic}})
		}
	}
	for _, section := range []string{"recruit", "build", "home"} {
		b.WriteByte('\n')
		say("template." + section)
	}
	b.WriteString("\n$E\n")
	return b.String()
}
