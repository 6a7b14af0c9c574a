package main

import (
	"errors"
	"fmt"
	"os"

	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/players"
)

// restoreCmd puts a backup in the place of a world's store.
type restoreCmd struct {
	Dir    string `arg:""`
	Backup string `arg:""`
	Yes    bool
}

// Run checks the backup and says what is lost; with --yes, or if somebody at a terminal says so, it takes
// its place. The store that was there is kept. The next poll takes in again the letters that came since.
func (k *restoreCmd) Run(c *Call) error {
	if info, err := os.Stat(k.Backup); err != nil || !info.Mode().IsRegular() {
		return usage("restore-no-file", phrase.Str("file", k.Backup))
	}
	s, err := settings.Read(k.Dir)
	if err != nil {
		return err
	}
	lock, unlock, err := lockOf(c, k.Dir)
	if err != nil {
		return err
	}
	defer unlock()
	st := forStore(s)
	st.Journal = c.aboard.link()
	hand := logbook.Hand{By: logbook.Command, At: c.now(), Why: c.why}
	r, err := players.Restore(k.Dir, k.Backup, c.books, st, c.machine(), hand, c.now())
	if errors.Is(err, players.ErrPresent) {
		return c.storeError(k.Dir, err)
	}
	if err != nil {
		return c.storeError(k.Backup, err)
	}
	defer r.Drop()
	c.sayLost(r.Lost, k.Backup, s)
	if !k.Yes && !c.agrees("restore-ask") {
		return usage("restore-unsure", phrase.Str("dir", k.Dir), phrase.Str("file", k.Backup))
	}
	kept, err := r.Done(lock, c.now())
	if err != nil {
		return c.storeError(k.Dir, err)
	}
	c.voice.say("restored", phrase.Str("dir", k.Dir), phrase.Num("turn", r.Lost.Turn))
	if kept != "" {
		c.voice.say("restored-kept", phrase.Str("file", kept))
	}
	return nil
}

// sayLost tells what a world has that its backup has not.
func (c *Call) sayLost(l players.Lost, file string, s *settings.Settings) {
	c.voice.say("restore-turn", phrase.Str("file", file), phrase.Num("turn", l.Turn))
	if !l.Known {
		c.voice.say("restore-unknown")
		if s.IMAP.Host != "" {
			c.voice.say("restore-all", phrase.Str("folder", s.IMAP.Done))
		}
		return
	}
	if back := l.Turn - l.Was; back > 0 {
		c.voice.say("restore-newer", phrase.Num("turn", l.Was), phrase.Num("n", back))
	} else {
		c.voice.say("restore-was", phrase.Num("turn", l.Was), phrase.Num("n", -back))
	}
	for _, n := range []struct {
		code string
		n    int
	}{{"restore-letters", l.Letters}, {"restore-by-hand", l.ByHand}, {"restore-sent", l.Sent}} {
		if n.n > 0 {
			c.voice.say(n.code, phrase.Num("n", n.n))
		}
	}
	if len(l.Log) == 0 {
		c.voice.say("restore-nothing")
		return
	}
	c.voice.say("restore-log")
	for _, e := range l.Log {
		fmt.Fprintln(c.out, c.logLine(e, forStore(s).Zone))
	}
}
