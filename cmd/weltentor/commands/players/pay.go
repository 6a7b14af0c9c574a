package players

import (
	"fmt"
	"strconv"
	"strings"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/phrase"
	"weltentor/resolve/intake"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
)

// cashier is a rulebook whose worlds keep accounts of players' payments.
type cashier interface {
	// Payment returns the game master's sheet with one more payment, in the smallest unit of the world's currency. A
	// negative amount takes back a payment.
	Payment(sheet string, realm int, amount int64) string
}

// realmPayCmd books a payment by a player.
type realmPayCmd struct {
	folder.Writes
	Realm  call.Number `arg:""`
	Amount string      `arg:""`
	Back   bool
	amount int64 // in the smallest unit
}

// Check reads the amount: 5, 5,00 or 5.50.
func (k *realmPayCmd) Check(*call.Call) error {
	whole, rest, decimals := strings.Cut(strings.ReplaceAll(k.Amount, ".", ","), ",")
	if !decimals {
		rest = "00"
	}
	n, err := strconv.ParseUint(whole+rest, 10, 40)
	if err != nil || whole == "" || len(rest) != 2 || n == 0 {
		return complaint.Usage("bad-amount", phrase.Str("value", k.Amount))
	}
	if k.amount = int64(n); k.Back {
		k.amount = -k.amount
	}
	return nil
}

// Run adds the payment, or its reversal, to the game master's sheet of the turn that awaits orders. The account
// changes when the turn is resolved. If the rules do not book the payment, the sheet stays as it is.
func (k *realmPayCmd) Run(c *call.Call, w *folder.Opened) error {
	books, ok := w.World.Rulebook().(cashier)
	if !ok {
		return complaint.Usage("no-accounts", phrase.Str("dir", k.Dir), phrase.Str("name", w.World.Rulebook().Name()))
	}
	if _, err := players.RealmOf(w.World, int(k.Realm)); err != nil {
		return err
	}
	sheet, err := turns.SheetText(w.World, 0)
	if err != nil {
		return err
	}
	more := books.Payment(sheet, int(k.Realm), k.amount)
	if err := bookable(w, sheet, more); err != nil {
		return err
	}
	a, err := intake.Book(w.World, more, world.Payment{Realm: int(k.Realm), Amount: k.amount}, c.Now())
	switch {
	case err != nil:
		return err
	case a.Fate == receipt.Refused:
		return complaint.No("submit-refused", phrase.Str("why", c.MachineWords().Say(a.Reason)))
	}
	book := w.World.Rulebook().Words(c.Voice.Book.Lang)
	if list := a.Checked.InForce; len(list) > 0 {
		fmt.Fprintln(c.Out, book.Say(list[len(list)-1].What))
	}
	return nil
}

// bookable refuses a sheet of the game master that puts no more in force than the one before, and says why.
func bookable(w *folder.Opened, before, after string) error {
	was, err := intake.Preview(w.World, 0, before)
	if err != nil {
		return err
	}
	is, err := intake.Preview(w.World, 0, after)
	if err != nil {
		return err
	}
	if n := len(is.Checked.Problems); len(is.Checked.InForce) <= len(was.Checked.InForce) && n > 0 {
		return complaint.No("submit-refused", phrase.Str("why",
			w.World.Rulebook().Words(w.Call.Voice.Book.Lang).Say(is.Checked.Problems[n-1].What)))
	}
	return nil
}
