package terra

import (
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/order"
	"weltentor/worlds/terra/realm"
	"weltentor/worlds/terra/tables"
)

// Template is an order file with a line for each army on the map that does what
// it would do without one or, in the phase of results, a remark for each battle to
// be told.
func (w *World) Template(nation int) string {
	r := w.state.Realm(nation)
	if r == nil || w.state.Over {
		return ""
	}
	return w.knownTo(nation).template(nation)
}

func (w *World) template(nation int) string {
	r := w.state.Realm(nation)
	book, view := w.rules.Words(r.Lang), w.view(nation)
	var b strings.Builder
	remark := func(p phrase.Phrase) { b.Write(game.AppendComment(nil, string(book.Append(nil, p, view)))) }
	remark(phrase.P("template-head", phrase.Num("realm", nation), phrase.Str("name", r.Name),
		phrase.Str("title", w.Title(r.Lang))))
	if w.state.Phase == realm.InResults {
		b.WriteString("$T\n")
		w.templateResults(nation, remark)
	} else {
		b.WriteString("$A\n")
		for i := range r.Armies {
			a := &r.Armies[i]
			if off(a) {
				remark(phrase.P("template-off", phrase.Num("army", i+1)))
				continue
			}
			remark(phrase.P("template-army", phrase.Num("army", i+1), phrase.At("field", a.At),
				phrase.Num("status", a.Status)))
			if !w.tables.Command[tables.Advance].Foreign && w.state.Fields[a.At].Owner != nation {
				continue // it stays and advances, for which there is no order there
			}
			b.WriteString(string(order.ArmyOrder{Army: i + 1, Command: tables.Advance}.Speak(nil, book.Lang)) + "\n")
		}
	}
	b.WriteString("$S\n")
	if w.state.Phase == realm.InOrders {
		remark(phrase.P("template-plays"))
	}
	remark(phrase.P("template-release"))
	b.WriteString("$E\n")
	return b.String()
}

// templateResults is a remark for each battle the realm is to tell: what was
// played only its player knows.
func (w *World) templateResults(nation int, remark func(phrase.Phrase)) {
	w.toTell(nation, func(b *realm.Battle, against []phrase.Arg) {
		remark(phrase.P("template-battle", append(against, phrase.Num("battle", b.Number))...))
	})
}

// toTell calls do for each battle of the round that a nation is to tell the result of, with whom it fights there.
func (w *World) toTell(nation int, do func(b *realm.Battle, against []phrase.Arg)) {
	if w.state.Phase != realm.InResults {
		return
	}
	t := w.newTurn(w.state, nil, game.Seed{})
	for i := range w.state.Battles {
		if b := &w.state.Battles[i]; b.Round == w.state.Round && side(b, nation) >= 0 {
			do(b, t.against(b, side(b, nation)))
		}
	}
}
