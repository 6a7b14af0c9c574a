//go:build !servers

package main

import (
	"testing"
	"time"
)

// benchBox is a mailbox of the game and how mails get into it.
type benchBox struct {
	settings map[string]string
	deliver  func(raws [][]byte)
}

func openMailbox(b *testing.B) benchBox {
	s := newEmbedded(b, time.Now)
	return benchBox{s.settings(), func(raws [][]byte) {
		for _, raw := range raws {
			if err := s.server.Deliver(gameAddress, raw); err != nil {
				b.Fatal(err)
			}
		}
	}}
}
