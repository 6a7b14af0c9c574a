package judged

import (
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Now is the state of a game for one realm: what decides whether its orders are looked at, whatever they are.
type Now struct {
	Asked  game.Asked
	Turn   int  // that awaits orders
	Realm  int  // 0 is the game master
	Fallen bool // the realm has fallen
	// reports whether a text has orders for another mail phase; nil: nobody looks for them
	OtherPhase func(text string) bool
}

// Sentences by which a receipt knows that a realm's orders are not looked at at all.
const (
	Over        = "game-over"
	Fallen      = "fallen"
	NotAsked    = "not-asked"
	OthersAsked = "stale-turn-others" // it was for a turn that is over, and the present one asks others
)

// Untimely says why orders for a turn can neither count now nor be kept for a later turn. It is an empty phrase if
// they can. Turn 0 is the one that awaits orders.
func (n Now) Untimely(turn int, text string) phrase.Phrase {
	at := []phrase.Arg{phrase.Num("turn", turn), phrase.Num("now", n.Turn)}
	switch {
	case n.Asked.Over:
		return phrase.P(Over)
	case n.Fallen:
		return phrase.P(Fallen)
	case turn != 0 && turn < n.Turn:
		return phrase.P(n.stale(text), at...)
	case turn > n.Turn+AheadTurns:
		return phrase.P("turn-not-yet", append(at, phrase.Num("most", AheadTurns))...)
	case turn > n.Turn: // nobody knows yet who will be asked
	case !n.asked():
		return phrase.P(NotAsked, at...)
	}
	return phrase.Phrase{}
}

func (n Now) asked() bool { return n.Realm == 0 || slices.Contains(n.Asked.Realms, n.Realm) }

// stale is the code of the answer to a letter for a turn that is over. Only if the present turn asks for such orders
// does the answer say that they count with its number.
func (n Now) stale(text string) string {
	switch {
	case !n.asked():
		return OthersAsked
	case n.OtherPhase != nil && n.OtherPhase(text):
		return "stale-turn-phase"
	}
	return "stale-turn"
}
