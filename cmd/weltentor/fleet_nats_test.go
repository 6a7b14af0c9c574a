//go:build fleet

package main

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/ports"
	"weltentor/cmd/weltentor/fleet/charter"
	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/harbor"
	"weltentor/cmd/weltentor/fleet/nats"
)

// overNATS is a fleet over one NATS server, which is in this process as it is in a host's.
func overNATS(t *testing.T, names ...string) *convoy {
	t.Helper()
	c := unfounded(t, names...)
	address := ports.Address(t)
	c.section = fmt.Sprintf("[nats]\nsecret_file = \"db\"\n\n[[nats.host]]\nname = \"shore\"\nclients = %q\n", address)
	c.journal = charter.OfNATS
	config := nats.Config{Name: "shore", Hosts: []nats.Host{{Name: "shore", Clients: address}},
		Secret: secret, Folder: filepath.Join(c.home, "nats")}
	s, err := nats.Start(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	c.engine = func(*charter.Charter) (engine.Engine, error) { return nats.Connect(c.Context(), config) }
	c.shift(harbor.Engines)
	c.foundAll()
	return c
}

func TestAFleetPlaysOverNATS(t *testing.T) { overNATS(t, "north", "south", "west").plays() }

// One host ends and another goes on, over NATS as over PostgreSQL.
func TestAFleetChangesHostsOverNATS(t *testing.T) {
	c := overNATS(t, "north").embark()
	c.start("one")
	c.quiet(1)
	c.mail("north", 1)
	c.end("one")
	c.jumped.Add(int64(25 * time.Hour))
	c.start("two")
	c.quiet(2)
	c.stop()
	c.holds()
}
