package players

import (
	"fmt"
	"io"
	"time"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// Seal draws a new secret.
func Seal(k *world.Setup, use string) (secrets.Sealed, error) {
	s := secrets.Sealed{Salt: make([]byte, 16), Use: use}
	if _, err := io.ReadFull(k.Random(), s.Salt); err != nil {
		return s, fmt.Errorf("making a %s: %w", use, err)
	}
	return s, nil
}

// issue draws a token, stores what it allows, and returns what its letter keeps of it.
func issue(k *world.Setup, tx *store.Tx, t correspondence.Token, now time.Time) (*secrets.Sealed, error) {
	s, err := Seal(k, secrets.AsToken)
	if err != nil {
		return nil, err
	}
	if _, err := correspondence.Issue(tx, s, t, now); err != nil {
		return nil, err
	}
	return &s, nil
}

// Issue stores a token for a session, and returns its sealed secret for the letter.
func Issue(d world.Session, t correspondence.Token) (*secrets.Sealed, error) {
	return issue(d.World.Setup, d.Tx, t, d.At)
}
