package thoramar

import (
	"fmt"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// payments books what players have paid (decision 11). The game master enters it
// as a sheet of realm 0, in lines of $G: the realm, and the amount in the
// smallest unit of the world's currency. All else in that sheet is refused: the
// free lands take no orders.
func (t *turn) payments() {
	for _, l := range t.master.lines {
		o, ok := l.Order.(TransferOrder)
		switch {
		case !ok:
			t.refuse(0, l.Position, phrase.P("master-only-pays"))
		case o.Realm == 0 || t.state.realm(o.Realm) == nil:
			t.refuse(0, l.Position, phrase.P("no-realm", phrase.Num("realm", o.Realm)))
		default:
			r := &t.state.Realms[o.Realm]
			r.Account += o.Amount
			what := phrase.P("payment", append(t.coins(o.Amount), phrase.Num("realm", o.Realm), phrase.Str("name", r.Name))...)
			t.accept(0, l.Position, what)
			t.tell(what, o.Realm)
		}
	}
	if t.receipt == nil {
		t.reportToMaster()
	}
}

// coins are the arguments of a sentence that names an amount of the currency.
func (t *turn) coins(n int64) []phrase.Arg {
	return []phrase.Arg{phrase.Num("units", n/100), phrase.Str("cents", twoDigits(int(n%100))),
		phrase.Str("currency", t.tables.Rules.Currency)}
}

// reportToMaster tells the game master which lines of his sheet did not count.
func (t *turn) reportToMaster() {
	words := t.rules.Words(phrase.Langs[0])
	say := func(at orders.Position, what phrase.Phrase) {
		t.notices = append(t.notices, game.Notice{Text: fmt.Sprintf("$G %d: %s", at.Line, words.Say(what))})
	}
	for _, p := range t.master.problems {
		if p.Severity == orders.Error {
			say(p.Position, p.What)
		}
	}
	for _, r := range t.refused[0] {
		say(orders.Position{Line: r.line, Col: r.col}, r.what)
	}
}

// checkMaster reads the game master's sheet, who may know all.
func (w *World) checkMaster(file *orders.File, out game.Checked) game.Checked {
	t := startTurn(w.rules, w.tables, w.state.clone(), game.Seed{})
	t.receipt = &receipt{}
	t.master = sheet{came: true, lines: file.Lines}
	t.payments()
	out.InForce = t.receipt.inForce
	for _, no := range t.refused[0] {
		out.Problems = append(out.Problems, w.problem(0, no))
	}
	w.finish(0, &out)
	return out
}

// Payment gives the game master's sheet with one payment more.
func (r *Rulebook) Payment(sheet string, realm int, amount int64) string {
	if sheet = strings.TrimRight(sheet, "\n"); sheet != "" {
		sheet += "\n"
	}
	return fmt.Sprintf("%s$G\n%d %d\n", sheet, realm, amount)
}
