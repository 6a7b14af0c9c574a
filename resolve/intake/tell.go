package intake

import (
	"time"
	"weltentor/resolve/letters"
	"weltentor/resolve/store"
	"weltentor/resolve/tray"
	"weltentor/resolve/world"
)

// Answer sends a player the answer to the letter of a number, and gives its address. "": the same
// answer has left already. The error is ErrTell if there is no such letter.
func Answer(w *world.World, number uint64, text string, now time.Time) (to string, err error) {
	if text, err = letters.Sayable(text); err != nil {
		return "", err
	}
	err = w.Update(func(tx *store.Tx) error {
		s, err := w.Here(tx, now)
		if err != nil {
			return err
		}
		p, err := letters.PassedOn(tx, number)
		if err != nil || p.Last == tray.SumOf(text) {
			return err
		}
		to, err = answerTo(world.Session{World: w, Tx: tx, Current: s.Current, At: now}, number, p, text, "")
		return err
	})
	return to, err
}
