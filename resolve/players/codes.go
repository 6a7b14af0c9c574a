package players

import (
	"fmt"
	"io"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/secrets"
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

// Issue draws a token, stores what it allows, and returns what its letter keeps of it.
func Issue(d world.Session, t correspondence.Token) (*secrets.Sealed, error) {
	s, err := Seal(d.World.Setup, secrets.AsToken)
	if err != nil {
		return nil, err
	}
	if _, err := correspondence.Issue(d.Tx, s, t, d.At); err != nil {
		return nil, err
	}
	return &s, nil
}
