package mailing

import (
	"errors"
	"fmt"
	"testing"

	"weltentor/cmd/weltentor/settings"
)

// Worlds whose letters leave by one account are in one group, in their order. One that cannot be read is a group of
// its own.
func TestAccounts(t *testing.T) {
	by := func(host string) given {
		s := settings.Defaults()
		s.SMTP.Host, s.SMTP.User = host, "game"
		return given{settings: &s}
	}
	unread := given{err: errors.New("no settings")}
	rows := accounts([]given{by("a.test"), by("b.test"), unread, by("a.test"), by("b.test"), by("")})
	if got := fmt.Sprint(rows); got != "[[0 3] [1 4] [2] [5]]" {
		t.Errorf("rows %s", got)
	}
}
