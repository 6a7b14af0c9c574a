package players

import (
	"fmt"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/roster"
	"weltentor/resolve/signup"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// LocalRealm is a realm without an address: somebody plays it at the machine that runs the game, or the machine itself.
type LocalRealm struct {
	game.Joining
	Bot *game.Manner // how the machine plays it; nil: somebody enters its orders
}

// AddLocal adds realms without addresses, all of them or none, and returns their numbers. They have no password, and no
// letters leave for them. The error is ErrName for names that no realm or player can have, or what the rules say if they
// refuse a realm.
func AddLocal(w *world.World, list []LocalRealm, now time.Time) (numbers []int, err error) {
	err = enrolNow(w, now, func(e *Enrolment) error {
		for _, l := range list {
			n, err := e.addLocal(l)
			if err != nil {
				return err
			}
			numbers = append(numbers, n)
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("adding a realm: %w", err)
	}
	return numbers, nil
}

// addLocal adds one of them.
func (e *Enrolment) addLocal(l LocalRealm) (number int, err error) {
	for _, name := range []string{l.Name, l.Player} {
		if _, err := signup.Named(name); name != "" && err != nil {
			return 0, err
		}
	}
	if number, err = e.Add(l.Joining, roster.RealmRecord{Bot: l.Bot}, ""); err != nil || l.Bot == nil {
		return number, err
	}
	_, err = e.World.Note(e.Tx, logbook.Entry{At: e.At, Realm: number, What: phrase.P("log.bot",
		phrase.Str("style", l.Bot.Style), phrase.Str("strength", string(l.Bot.Strength)))})
	return number, err
}
