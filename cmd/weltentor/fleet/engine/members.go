package engine

import "context"

// Member is a server that keeps the truth, as others see it.
type Member struct {
	Name    string `json:"name"`
	State   State  `json:"state"`
	Version string `json:"version,omitempty"` // of its program
	Why     string `json:"why,omitempty"`     // it cannot be reached
}

// State is how well a server keeps it.
type State string

// A leader takes what is written. A standby has it too, and may be behind by a moment. Whatever is away may come
// again.
const (
	Leader  State = "leader"
	Standby State = "standby"
	Away    State = "away"
)

// Well tells whether nobody need look after it.
func (m Member) Well() bool { return m.State != Away }

// Members is what an engine has that knows its servers.
type Members interface {
	Members(ctx context.Context) ([]Member, error)
}
