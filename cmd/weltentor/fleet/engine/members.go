package engine

import "context"

// Member is a server of the engine, as others see it.
type Member struct {
	Name    string `json:"name"`
	State   State  `json:"state"`
	Version string `json:"version,omitempty"` // of its program
	Why     string `json:"why,omitempty"`     // why it cannot be reached
}

// State is the role of a server, or Away.
type State string

// A leader takes what is written. A standby has it too, possibly a moment later. A server that is away may come back.
const (
	Leader  State = "leader"
	Standby State = "standby"
	Away    State = "away"
)

// Well reports whether nobody needs to look after the server.
func (m Member) Well() bool { return m.State != Away }

// Members is implemented by an engine that knows its servers.
type Members interface {
	Members(ctx context.Context) ([]Member, error)
}
