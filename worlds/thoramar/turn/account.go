package turn

import (
	"fmt"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/order"
	"weltentor/worlds/thoramar/realm"
)

// account books payments and the fee of the turn, and counts missed turns (decision 11), except those of players who
// are away. A negative balance is a reason to warn, never to block.
func account(t *Turn) {
	t.payments()
	n := &t.Tables.Rules
	for _, i := range everybody(t.Turn) {
		r := &t.State.Realms[i]
		if r.Account -= n.Fee; n.Fee != 0 && r.Account < 0 {
			t.Tell(phrase.P("account-low"), i)
		}
		switch {
		case t.Sheets[i].Came:
			r.Missed = 0
			continue
		case t.Sheets[i].Away:
			continue
		}
		r.Missed++
		t.Tell(phrase.P("turn-missed", phrase.Num("turns", r.Missed)), i)
		if r.Missed%n.MissedNotice == 0 {
			what := phrase.P("missed-notice", phrase.Num("realm", i), phrase.Str("name", r.Name),
				phrase.Num("turns", r.Missed))
			t.Notices = append(t.Notices, game.Notice{What: what})
		}
	}
}

// payments books what players have paid (decision 11). The game master enters it as a sheet of realm 0, in lines of
// $G: the realm, and the amount in the smallest unit of the world's currency. A word after it takes back what was
// booked by mistake. All else in that sheet is refused, as the free lands take no orders.
func (t *Turn) payments() {
	for _, l := range t.master.Lines {
		switch o := l.Order.(type) {
		case order.TransferOrder:
			book(t.Turn, l.Position, o.Realm, o.Amount)
		case order.PaybackOrder:
			book(t.Turn, l.Position, o.Realm, -o.Amount)
		default:
			t.Refuse(0, l.Position, phrase.P("master-only-pays"))
		}
	}
	if t.Receipt == nil {
		t.reportToMaster()
	}
}

// book books a payment, or takes one back if the amount is negative. It takes back at most what was booked for the
// realm before, in this turn's lines or in past turns.
func book(t *realm.Turn, at orders.Position, number int, amount int64) {
	if number == 0 || t.State.Realm(number) == nil {
		t.Refuse(0, at, phrase.P("no-realm", phrase.Num("realm", number)))
		return
	}
	r := &t.State.Realms[number]
	whose := []phrase.Arg{phrase.Num("realm", number), phrase.Str("name", r.Name)}
	if r.Paid+amount < 0 {
		t.Refuse(0, at, phrase.P("payback-more", append(coins(t, r.Paid), whose...)...))
		return
	}
	r.Account, r.Paid = r.Account+amount, r.Paid+amount
	what := phrase.P("payment", append(coins(t, amount), whose...)...)
	if amount < 0 {
		what = phrase.P("payback", append(coins(t, -amount), whose...)...)
	}
	t.Accept(at, what)
	t.Tell(what, number)
}

// coins are the arguments of a sentence with an amount of the currency.
func coins(t *realm.Turn, n int64) []phrase.Arg {
	return []phrase.Arg{phrase.Num("units", n/100), phrase.Str("cents", realm.TwoDigits(int(n%100))),
		phrase.Str("currency", t.Tables.Rules.Currency)}
}

// reportToMaster tells the game master which lines of the master's sheet did not count.
func (t *Turn) reportToMaster() {
	words := t.Rules.Words(phrase.Langs[0])
	say := func(at orders.Position, what phrase.Phrase) {
		t.Notices = append(t.Notices, game.Notice{Text: fmt.Sprintf("$G %d: %s", at.Line, words.Say(what))})
	}
	for _, p := range t.master.Problems {
		if p.Severity == orders.Error {
			say(p.Position, p.What)
		}
	}
	for _, r := range t.Refused[0] {
		say(r.Position, r.What)
	}
}

// checkMaster reads the sheet of the game master, who may know everything.
func checkMaster(p realm.Position, file *orders.File, out game.Checked) game.Checked {
	t := On(p.With(p.State.Clone()), game.Seed{})
	t.Foresees(&realm.Receipt{})
	t.master = rulekit.Sheet{Came: true, Lines: file.Lines}
	t.payments()
	out.InForce = t.InForce
	out.Problems = append(out.Problems, t.Refused[0]...)
	finishCheck(t.State, 0, &out)
	return out
}
