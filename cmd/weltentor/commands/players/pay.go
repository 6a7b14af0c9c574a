package players

import (
	"fmt"
	"strconv"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// cashier is a rulebook whose worlds keep accounts of players' payments.
type cashier interface {
	// Payment returns the game master's sheet with one more payment, in the smallest unit of the world's currency. A
	// negative amount takes back a payment.
	Payment(sheet string, realm int, amount int64) string
}

// realmPayCmd books a payment by a player.
type realmPayCmd struct {
	Dir    string      `arg:""`
	Realm  call.Number `arg:""`
	Amount string      `arg:""`
	Back   bool
}

// Run adds the payment, or its reversal, to the game master's sheet of the turn that awaits orders. The account
// changes when the turn is resolved. If the rules do not book the payment, the sheet stays as it is.
func (k *realmPayCmd) Run(c *call.Call) error {
	amount, ok := coins(k.Amount)
	if !ok {
		return fault.Usage("bad-amount", phrase.Str("value", k.Amount))
	}
	w, done, err := folder.Write(c, k.Dir)
	if err != nil {
		return err
	}
	defer done()
	books, ok := w.World.Rulebook().(cashier)
	if !ok {
		return fault.Usage("no-accounts", phrase.Str("dir", k.Dir), phrase.Str("name", w.World.Rulebook().Name()))
	}
	if _, err := players.RealmOf(w.World, int(k.Realm)); err != nil {
		return w.Wrong(err)
	}
	sheet, err := turns.SheetText(w.World, 0)
	if err != nil {
		return w.Wrong(err)
	}
	if k.Back {
		amount = -amount
	}
	more := books.Payment(sheet, int(k.Realm), amount)
	if err := bookable(w, sheet, more); err != nil {
		return err
	}
	a, err := intake.Book(w.World, more, world.Payment{Realm: int(k.Realm), Amount: amount}, c.Now())
	switch {
	case err != nil:
		return w.Wrong(err)
	case a.Fate == receipt.Refused:
		return fault.No("submit-refused", phrase.Str("why", c.MachineWords().Say(a.Reason)))
	}
	book := w.World.Rulebook().Words(c.Voice.Book.Lang)
	for _, f := range lastOf(a.Checked.InForce) {
		fmt.Fprintln(c.Out, book.Say(f.What))
	}
	return nil
}

// bookable refuses a sheet of the game master that puts no more in force than the one before, and says why.
func bookable(w *folder.Opened, before, after string) error {
	was, err := intake.Judge(w.World, 0, before)
	if err != nil {
		return w.Wrong(err)
	}
	is, err := intake.Judge(w.World, 0, after)
	if err != nil {
		return w.Wrong(err)
	}
	if n := len(is.Checked.Problems); len(is.Checked.InForce) <= len(was.Checked.InForce) && n > 0 {
		return fault.No("submit-refused", phrase.Str("why",
			w.World.Rulebook().Words(w.Call.Voice.Book.Lang).Say(is.Checked.Problems[n-1].What)))
	}
	return nil
}

// lastOf returns the last thing in force, if there is any.
func lastOf(list []game.InForce) []game.InForce { return list[max(0, len(list)-1):] }

// coins reads an amount such as 5, 5,00 or 5.50 in hundredths.
func coins(text string) (amount int64, ok bool) {
	whole, rest, decimals := strings.Cut(strings.ReplaceAll(text, ".", ","), ",")
	if !decimals {
		rest = "00"
	}
	n, err := strconv.ParseUint(whole+rest, 10, 40)
	return int64(n), err == nil && len(whole) > 0 && len(rest) == 2 && n > 0
}
