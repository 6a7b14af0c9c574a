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
// smallest unit of the world's currency; with a word behind it what was booked
// wrongly is taken back. All else in that sheet is refused: the free lands take no
// orders.
func (t *turn) payments() {
	for _, l := range t.master.lines {
		switch o := l.Order.(type) {
		case TransferOrder:
			t.book(l.Position, o.Realm, o.Amount)
		case PaybackOrder:
			t.book(l.Position, o.Realm, -o.Amount)
		default:
			t.refuse(0, l.Position, phrase.P("master-only-pays"))
		}
	}
	if t.receipt == nil {
		t.reportToMaster()
	}
}

// book books a payment, or takes one back if the amount is negative: as much as
// was booked for the realm at most, in this turn's lines before or in turns gone by.
func (t *Turn) book(at orders.Position, realm int, amount int64) {
	if realm == 0 || t.state.realm(realm) == nil {
		t.refuse(0, at, phrase.P("no-realm", phrase.Num("realm", realm)))
		return
	}
	r := &t.state.Realms[realm]
	whose := []phrase.Arg{phrase.Num("realm", realm), phrase.Str("name", r.Name)}
	if r.Paid+amount < 0 {
		t.refuse(0, at, phrase.P("payback-more", append(t.coins(r.Paid), whose...)...))
		return
	}
	r.Account, r.Paid = r.Account+amount, r.Paid+amount
	what := phrase.P("payment", append(t.coins(amount), whose...)...)
	if amount < 0 {
		what = phrase.P("payback", append(t.coins(-amount), whose...)...)
	}
	t.accept(0, at, what)
	t.tell(what, realm)
}

// coins are the arguments of a sentence that names an amount of the currency.
func (t *Turn) coins(n int64) []phrase.Arg {
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

// Payment gives the game master's sheet with one payment more, or with one taken
// back if the amount is negative.
func (r *Rulebook) Payment(sheet string, realm int, amount int64) string {
	if sheet = strings.TrimRight(sheet, "\n"); sheet != "" {
		sheet += "\n"
	}
	line := TransferOrder{realm, amount}.Print(nil)
	if amount < 0 {
		line = PaybackOrder{realm, -amount}.Print(nil)
	}
	return fmt.Sprintf("%s$G\n%s\n", sheet, line)
}
