package engine

import (
	"context"
	"time"
)

// Member is a server that keeps the truth, as others see it.
type Member struct {
	Name    string    `json:"name"`
	State   State     `json:"state"`
	Behind  uint64    `json:"behind,omitempty"`  // entries it lacks
	Seen    time.Time `json:"seen,omitzero"`     // of one that is away: when it was last, if anybody knows
	Version string    `json:"version,omitempty"` // of its program
	Why     string    `json:"why,omitempty"`     // it cannot be reached
}

// State is how well a server keeps it.
type State string

// A leader takes what is written, and others have it too: all of it, or not yet. A standby may be behind by a
// moment. Whatever is away may come again.
const (
	Leader  State = "leader"
	Current State = "current"
	Standby State = "standby"
	Behind  State = "behind"
	Away    State = "away"
)

// Well tells whether nobody need look after it.
func (m Member) Well() bool { return m.State != Behind && m.State != Away }

// Members is what an engine has that knows its servers.
type Members interface {
	Members(ctx context.Context) ([]Member, error)
}
