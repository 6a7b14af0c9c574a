//go:build fleet

package commands

import (
	"context"
	"errors"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/config"
	"weltentor/cmd/weltentor/fleet/tables"
	"weltentor/cmd/weltentor/fleet/worker"
	"weltentor/mailer/imap"
	"weltentor/orders/phrase"
)

// over is `fleet adopt`. The hosts reach the database only when all worlds are adopted. One that cannot be
// adopted stands still from then on.
func (k *adoptCmd) over(c *call.Call, conf *config.Config) error {
	told, doors := worker.NewComplaints(c), doors{}
	defer doors.close(c.Ctx)
	return reached(c, conf, nil, func(c *call.Call, s *shared) error {
		worlds, err := s.named(c.Ctx, k.Worlds)
		if err != nil {
			return err
		}
		failed := 0
		for _, world := range worlds {
			err := s.adopt(c, told, doors, world)
			var said *complaint.Complaint
			if err == nil {
				c.Voice.Say("fleet-adopted", phrase.Str("world", world))
				continue
			}
			if len(k.Worlds) > 0 || !errors.As(err, &said) || said.Exit != complaint.ExitUsage {
				return err
			}
			told.Tell(world, err)
			failed++
			if _, err := s.tables.Stop(c.Ctx, world, fleet.Stopped{Host: s.Host, Why: err.Error()}); err != nil {
				return err
			}
		}
		if len(k.Worlds) == 0 {
			if err := s.worlds.Adopt(c.Ctx); err != nil {
				return err
			}
			c.Voice.Say("fleet-adopted-all")
		}
		if failed > 0 {
			return complaint.No("fleet-adopt-failed", phrase.Num("n", failed))
		}
		return nil
	})
}

// named are the worlds that a command names, or all.
func (s *shared) named(ctx context.Context, named []string) (worlds []string, err error) {
	if len(named) > 0 {
		return named, nil
	}
	all, err := s.tables.Worlds(ctx)
	for _, w := range all {
		worlds = append(worlds, w.Name)
	}
	return worlds, err
}

// doors are connections to mailboxes, by mailbox, and what the marks there say: the worlds of a mailbox log in once, and
// its folder is listed once for all of them.
type doors map[string]*door

type door struct {
	line  imap.Line
	marks imap.Marks
}

// open has a world use the door of its mailbox.
func (d doors) open(s *fleet.Stay) {
	if d[s.Mailbox] == nil {
		d[s.Mailbox] = &door{}
	}
	s.Line, s.Marks = &d[s.Mailbox].line, &d[s.Mailbox].marks
}

func (d doors) close(ctx context.Context) {
	for _, of := range d {
		of.line.Close(context.WithoutCancel(ctx))
	}
}

// adopt lets a world go on from what the database has of it.
func (s *shared) adopt(c *call.Call, told *worker.Complaints, doors doors, world string) error {
	return s.within(c, world, func(ctx context.Context, stay fleet.Stay, _ *tables.World) error {
		doors.open(&stay)
		unmarked, err := s.worker(c).Adopt(ctx, stay)
		if err != nil {
			return err
		}
		if unmarked != nil {
			told.Tell(world, unmarked)
		}
		return s.tables.GoOn(ctx, world)
	})
}
