package intake

import (
	"crypto/sha256"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/receipt"
	"weltentor/resolve/requests"
	"weltentor/resolve/sender"
	"weltentor/resolve/world"
)

// AcceptForm takes in the form of a sign-up from the public page: an address and a language. What has the same id is the
// same form. Nothing is proven, so the most it can bring about is the letter with a code to that address that SIGNUP by
// mail brings. Whoever plays, and the game master, get none. While a turn is held, nothing is stored.
func AcceptForm(w *world.World, id, mail string, lang phrase.Lang, now time.Time) (receipt.Acceptance, error) {
	l := letter.Letter{Hash: sha256.Sum256([]byte("weltentor form 1 " + id)), From: mail, Part: "body", MayAnswer: true,
		Arrived: now}
	return take(w, l, now, func(d world.Session, read sender.Content) (*world.Ending, error) {
		from, end, err := sender.Identify(d, read, requests.Words())
		if end != nil || err != nil {
			return end, err
		}
		if len(from.Own) == 0 {
			end, err = requests.ApplicantOf(from).ByForm(lang)
		}
		if end == nil {
			end = from.Ended(receipt.Acceptance{Fate: receipt.Stranger})
		}
		return end, err
	})
}
