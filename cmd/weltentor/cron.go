package main

import (
	"context"
	"errors"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve"
)

// cronCmd is what crontab calls every few minutes.
type cronCmd struct {
	Dirs []string `arg:"" name:"dirs"`
}

// Run does for each world what poll, turn and send do, and says nothing unless
// a human is needed. Where another command is at work it leaves without a word.
// One world's trouble does not keep the others waiting; the gravest exit code
// is the answer.
func (k *cronCmd) Run(c *call) error {
	worst := exitDone
	for _, dir := range k.Dirs {
		if code := c.cron(dir); worst == exitDone || code == exitUsage {
			worst = code
		}
	}
	if worst != exitDone {
		return silent(worst)
	}
	return nil
}

// cron serves one world within its time limit.
func (c *call) cron(dir string) int {
	w, done, err := c.write(dir)
	if errors.Is(err, resolve.ErrLocked) {
		return exitDone
	}
	if err != nil {
		return c.voice.complain(err)
	}
	defer done()
	limit, _ := time.ParseDuration(w.settings.Limit)
	ctx, cancel := context.WithTimeout(c.ctx, limit)
	defer cancel()
	return w.round(ctx)
}

// round is poll, turn if due, send. A mailbox that could not be read holds the
// turn back: orders may lie in it. What will pass by itself is told only when
// it matters, that is when a turn is due and cannot be resolved, or a letter
// has failed for good.
func (w *opened) round(ctx context.Context) int {
	code := exitDone
	before, err := w.Status(w.call.now())
	if err != nil {
		return w.call.voice.complain(w.wrong(err))
	}
	if _, err := w.poll(ctx); err != nil {
		code = w.hold(err, before)
	} else if _, err := w.Advance(w.call.now(), false); err != nil {
		code = w.call.voice.complain(w.wrong(err))
	}
	if _, err := w.send(ctx); err != nil && code == exitDone {
		code = w.hold(err, before)
	}
	after, err := w.Status(w.call.now())
	if err != nil {
		return w.call.voice.complain(w.wrong(err))
	}
	if n := after.Outbox.Failed - before.Outbox.Failed; n > 0 {
		w.call.voice.warn("letters-failed", phrase.Str("dir", w.settings.dir), phrase.Num("letters", n))
	}
	if code == exitDone && after.Outbox.Waiting > 0 {
		code = exitLater
	}
	return code
}

// hold is the exit code of what went wrong in a round; it speaks unless the
// trouble may pass by itself before the turn is due.
func (w *opened) hold(err error, s resolve.Status) int {
	var c *complaint
	passing := errors.As(err, &c) && c.exit == exitLater || errors.Is(err, context.DeadlineExceeded)
	if passing && !s.Due {
		return exitLater
	}
	return w.call.voice.complain(err)
}
