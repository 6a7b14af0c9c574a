package founding

import (
	"fmt"
)

// Registered asks how the provider knows the program that the game master has registered there, and for its secret
// where programs have one.
func (d *Desk) Registered(secret bool) (id, word string, err error) {
	id, err = d.ask("client-id", "", func(answer string) error {
		if answer == "" {
			return fmt.Errorf("%s", d.Book.T("ask.empty"))
		}
		return nil
	})
	if err == nil && secret {
		word, err = d.secret("client-secret")
	}
	return id, word, err
}
