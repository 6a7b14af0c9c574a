//go:build servers

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"weltentor/cmd/weltentor/e2e/stage"
)

// benchBox is a mailbox of the game and how mails get into it.
type benchBox struct {
	settings map[string]string
	deliver  func(raws [][]byte)
}

// openMailbox is a mailbox of Dovecot, whose mails are put where its own delivery
// would put them: files of its folder, in the order of their names.
func openMailbox(b *testing.B) benchBox {
	v := stage.RealServers(b)(nil).(*stage.Provider)
	uid, gid := stage.Owner(b, "mail")
	own := func(path string, err error) {
		if err == nil {
			err = os.Chown(path, uid, gid)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	box := filepath.Join(v.Dir, "mail", "game")
	for _, dir := range []string{box, filepath.Join(box, "new"), filepath.Join(box, "cur"), filepath.Join(box, "tmp")} {
		own(dir, os.MkdirAll(dir, 0o700))
	}
	delivered := 0
	return benchBox{v.Settings(), func(raws [][]byte) {
		for _, raw := range raws {
			delivered++
			path := filepath.Join(box, "new", fmt.Sprintf("1790000000.M%dP1.localhost", delivered))
			own(path, os.WriteFile(path, raw, 0o600))
		}
	}}
}
