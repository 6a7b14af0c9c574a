package report

import (
	"fmt"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/battlelines"
	"weltentor/worlds/thoramar/fight"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/tables"
)

// Template is an order file with a line for each army of the realm, except those in formations, which have none. Each
// line makes its army hold, which it would do without a line (V+ and no step). Its comment says which army it is,
// where it is, and what points it has. If armies fight in rows, comments have a line of $T for each army that does,
// including members of formations: without an order an army charges if it attacks, and otherwise holds, and such a line
// would override that.
func Template(p realm.Position, number int) string {
	r := p.State.Realm(number)
	if r == nil || r.Number == 0 || r.Fallen {
		return ""
	}
	book := p.Rules.Words(r.Lang)
	var b strings.Builder
	say := func(what phrase.Phrase) { b.WriteString(book.Say(p.State.Counted(number, what))) }
	say(phrase.P("template.head", phrase.Num("realm", number), phrase.Str("name", r.Name),
		phrase.Str("title", Title(p, r.Lang))))
	for _, section := range []string{"template.build", "template.recruit", "template.armies"} {
		b.WriteString("\n\n")
		say(phrase.P(section))
	}
	b.WriteByte('\n')
	for _, a := range p.State.Armies[number] {
		if a.Member() {
			continue
		}
		fmt.Fprintf(&b, "%s ; ", order.ArmyOrder{Army: a.Name, Command: realm.Defend, Flag: realm.Shown}.Print(nil, phrase.De))
		where := phrase.P("template.army", phrase.Num("men", a.Men), realm.Kind(a.Name.Unit, a.Men),
			phrase.At("field", a.At), phrase.Num("points", a.Points))
		if a.Cargo() {
			where = phrase.P("template.cargo", phrase.Num("men", a.Men), realm.Kind(a.Name.Unit, a.Men),
				phrase.Str("fleet", a.Aboard.String()))
		}
		say(where)
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	if p.Tables.Battle == tables.InRows {
		say(phrase.P("template.tactics", phrase.Num("row", p.Tables.Rules.RowsDeep)))
		b.WriteByte('\n')
		for _, a := range p.State.Armies[number] {
			if !fight.InNoRow(a) {
				tactic := realm.TacticOrder{Army: a.Name, Row: fight.UsualRow(&p.Tables.Rules, a), Tactic: battlelines.Hold}
				fmt.Fprintf(&b, "; %s\n", tactic.Print(nil, r.Lang))
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("$E\n")
	return b.String()
}
