package game

import "weltentor/orders/phrase"

// Event is something that happened in a turn: a code with typed arguments, and
// who is told. Places are absolute; each reader sees them in its own counting.
type Event struct {
	Week   int    `json:"w,omitempty"` // 0 before week 1, 14 after week 13, else the week
	Phase  string `json:"p"`
	Realms []int  `json:"r,omitempty"` // told to these, sorted; nobody if empty
	phrase.Phrase
}

// For tells whether the realm is told of the event.
func (e Event) For(realm int) bool {
	for _, r := range e.Realms {
		if r == realm {
			return true
		}
	}
	return false
}
