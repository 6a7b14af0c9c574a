package report

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/fight"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// Template is an order file. In the phase of orders it has a line for each army on the map that orders what the army
// would do anyway. In the phase of results it has a comment for each battle to report.
func Template(p realm.Position, nation int) string {
	r := p.State.Realm(nation)
	if r == nil || p.State.Over {
		return ""
	}
	book, view := p.Rules.Words(r.Lang), p.State.View(nation)
	var b strings.Builder
	remark := func(p phrase.Phrase) { b.Write(game.AppendComment(nil, string(book.Append(nil, p, view)))) }
	remark(phrase.P("template-head", phrase.Num("realm", nation), phrase.Str("name", r.Name),
		phrase.Str("title", p.Say(r.Lang, Title(p)))))
	if p.State.Phase == realm.InResults {
		b.WriteString("$T\n")
		eachToTell(p, nation, func(b *realm.Battle, against []phrase.Arg) { // only the player knows the result
			remark(phrase.P("template-battle", append(against, phrase.Num("battle", b.Number))...))
		})
	} else {
		b.WriteString("$A\n")
		for i, a := range r.Armies {
			if a.Off() {
				remark(phrase.P("template-off", phrase.Num("army", i+1)))
				continue
			}
			remark(phrase.P("template-army", phrase.Num("army", i+1), phrase.At("field", a.At),
				phrase.Num("status", a.Status)))
			if !p.Tables.Command[tables.Advance].Foreign && p.State.Fields[a.At].Owner != nation {
				continue // it stays and advances, and there is no order for that
			}
			b.WriteString(string(order.ArmyOrder{Army: i + 1, Command: tables.Advance}.Print(nil, book.Lang)) + "\n")
		}
	}
	b.WriteString("$S\n")
	if p.State.Phase == realm.InOrders {
		remark(phrase.P("template-plays"))
	}
	remark(phrase.P("template-release"))
	b.WriteString("$E\n")
	return b.String()
}

// eachToTell calls do for each battle of the round whose result a nation must report, with the opponent.
func eachToTell(p realm.Position, nation int, do func(b *realm.Battle, against []phrase.Arg)) {
	if p.State.Phase != realm.InResults {
		return
	}
	p.State.OfRound(func(_ int, b *realm.Battle) {
		if side := b.LedBy(nation); side >= 0 {
			do(b, fight.Against(p, b, side))
		}
	})
}
