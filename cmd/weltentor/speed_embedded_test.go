//go:build !servers

package main

import (
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
)

// benchBox is a mailbox of the game and how mails get into it.
type benchBox struct {
	settings map[string]string
	deliver  func(raws [][]byte)
}

func openMailbox(b *testing.B) benchBox {
	s := stage.NewEmbedded(b, time.Now)
	return benchBox{s.Settings(), func(raws [][]byte) {
		for _, raw := range raws {
			if err := s.Server.Deliver(stage.GameAddress, raw); err != nil {
				b.Fatal(err)
			}
		}
	}}
}
