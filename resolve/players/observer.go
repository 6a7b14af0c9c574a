package players

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letters"
	"weltentor/resolve/logbook"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// DropObserver ends that the newspaper goes to an address, for the game master, and tells its reader. It returns
// ErrAddress if the address gets none.
func DropObserver(w *world.World, mail string, now time.Time) error {
	return w.Update(func(tx *store.Tx) error {
		o, found := signup.ObserverOf(tx, mail)
		if !found {
			return wording.Fault(faults.ErrAddress, "observer-none", phrase.Str("mail", wording.Cut(mail)))
		}
		o.Drop(tx)
		if _, err := w.Note(tx, logbook.Entry{At: now, What: phrase.P("log.observer-dropped"),
			Aside: logbook.Aside{Mail: o.Mail}}); err != nil {
			return err
		}
		t := &wording.Text{Book: wording.Words(o.Lang)}
		t.Say("observe-ended")
		letters.ToNewcomer{To: signup.Row{Mail: o.Mail}, Subject: "subject.observe", Text: t}.Queue(
			world.Session{World: w, Tx: tx, At: now})
		return nil
	})
}
