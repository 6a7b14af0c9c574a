package game

import "weltentor/orders/phrase"

// Event is something that happened in a turn: a code with typed arguments, and the realms that are told. Places are
// absolute; each reader sees them in the reader's own counting.
type Event struct {
	Week   int    `json:"w,omitempty"` // 0 before week 1, 14 after week 13, otherwise the week
	Phase  string `json:"p"`
	Realms []int  `json:"r,omitempty"` // who is told, sorted; nobody if empty
	phrase.Phrase
}

// For reports whether the realm is told of the event.
func (e Event) For(realm int) bool {
	for _, r := range e.Realms {
		if r == realm {
			return true
		}
	}
	return false
}
