package world

// `mv` on the same file system and a container that mounts the same folder change neither. `cp`, `rsync` and another
// disk do. A clone of a whole machine may be the same in everything. Its generation reveals it, which is also in the
// mark in the mailbox.

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
)

// Spot is a folder on a machine, or a place in a database, distinct from all others.
type Spot struct {
	Inode   uint64 `json:"inode"`
	Born    int64  `json:"born,omitempty"`    // in nanoseconds since 1970; 0: the file system does not say
	Machine string `json:"machine,omitempty"` // a sum of its name; "": unknown
	// of a world in a database, which has no folder: the database and the world in it, see store.Tx.Place
	Database string `json:"database,omitempty"`
}

// spotOf looks at a folder. The machine's name is whatever its system has for one, as in /etc/machine-id. It must not
// be shown to others, so only a sum of it is stored.
func spotOf(dir, machine string) (Spot, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return Spot{}, err
	}
	s := born(dir, info)
	if machine = strings.TrimSpace(machine); machine != "" {
		h := hmac.New(sha256.New, []byte("weltentor place"))
		fmt.Fprint(h, machine)
		s.Machine = hex.EncodeToString(h.Sum(nil)[:8])
	}
	return s, nil
}

// is reports whether two spots are the same. What one of them does not know is ignored.
func (s Spot) is(o Spot) bool {
	return s.Database == o.Database && s.Inode == o.Inode && (s.Born == o.Born || s.Born == 0 || o.Born == 0) &&
		(s.Machine == o.Machine || s.Machine == "" || o.Machine == "")
}

// with returns the spot, completed with what another look at it has found.
func (s Spot) with(o Spot) Spot {
	if s.Born == 0 {
		s.Born = o.Born
	}
	if s.Machine == "" {
		s.Machine = o.Machine
	}
	return s
}
