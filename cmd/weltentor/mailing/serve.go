package mailing

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/folder"
	"weltentor/cmd/weltentor/notify"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/logbook"
	"weltentor/resolve/store/faults"
)

// changeWith is folder.Change for a world whose settings have been read.
func changeWith(c *call.Call, f given) (m *Mailer, done func(), err error) {
	if f.err != nil {
		return nil, nil, f.err
	}
	w, err := folder.OpenWith(c, f.dir, f.settings)
	if err != nil {
		return nil, nil, err
	}
	if w, done, err = w.Locked(); err != nil {
		return nil, nil, err
	}
	return &Mailer{Opened: w, inbox: f.inbox, stay: f.stay, notify: f.notify}, done, nil
}

// cron serves one world within its time limit.
func cron(c *call.Call, f given) (code int) {
	dir := f.dir
	var m *Mailer
	stumble := func() {
		if r := recover(); r != nil {
			code = stumbled(c, m, dir, fmt.Sprint(r), string(debug.Stack()))
		}
	}
	defer stumble()
	m, done, err := changeWith(c, f)
	if errors.Is(err, faults.ErrLocked) {
		f.stay.plan(c.Now().Add(lockedTime))
		return waits(c, f, err)
	}
	if err != nil {
		if !f.stay.fresh(f.dir, err) {
			return complaint.ExitUsage
		}
		if lang := settings.MasterLang(dir); lang != "" {
			c = c.Speaking(lang)
		}
		return c.Voice.Complain(err)
	}
	f.stay.served(f.dir)
	defer done()
	folder.Freed(dir)
	defer stumble() // while it is locked, since it is recorded
	m.World.SetActor(logbook.Hand{By: logbook.Timer, At: c.Now()})
	m.Call = c.Speaking(phrase.Lang(m.Settings.GM.Lang))
	ctx, cancel := m.Limited(c.Ctx)
	defer cancel()
	return m.round(ctx)
}

// waits ends a round that another process keeps out. That is usual, and nothing is said, unless that process is stuck.
func waits(c *call.Call, f given, err error) int {
	stuck := folder.KeptOut(c, f.settings, err, func() time.Time {
		w, err := folder.OpenWith(c, f.dir, f.settings)
		if err != nil {
			return time.Time{}
		}
		s, _ := gamemaster.StatusOf(w.World, c.Now())
		return s.Deadline
	})
	switch {
	case stuck == nil:
		return complaint.ExitDone
	case stuck.Fresh(c, f.dir):
		c.Speaking(phrase.Lang(f.settings.GM.Lang)).Voice.Complain(stuck.Complaint(f.settings))
	}
	return complaint.ExitLater
}

// stumbled reports a fault of the program in one world: once a day with everything that helps to find it, if the
// world's store can still record that.
func stumbled(c *call.Call, m *Mailer, dir, what, stack string) int {
	fresh := true
	func() {
		defer func() { _ = recover() }()
		if m == nil {
			return
		}
		if f, err := m.World.Once("bug "+what, perDay, c.Now()); err == nil {
			fresh = f
		}
	}()
	if fresh {
		c.Voice.Warn("bug", phrase.Str("what", dir+": "+what), phrase.Str("stack", stack))
	}
	return complaint.ExitUsage
}

// CronAll serves worlds, so many at a time, and returns their exit codes. Worlds of one account are served one after
// the other, so that it does not get their letters over several connections. A provider that does not answer delays
// only those. Worlds that share a folder without permission are not served, see sharing. tell may be nil.
func CronAll(c *call.Call, dirs []string, jobs int, tell *notify.Settings) []int {
	worlds := foldersOf(dirs)
	for i := range worlds {
		worlds[i].notify = tell
	}
	return serve(c, worlds, accounts(worlds), jobs)
}

// serve serves groups of worlds, so many at a time, and returns the exit codes of the worlds.
func serve(c *call.Call, worlds []given, groups [][]int, jobs int) []int {
	codes, rows, wrong := make([]int, len(worlds)), make(chan []int), sharing(worlds)
	all := *c
	var one sync.Mutex
	all.Voice = &call.Voice{Book: c.Voice.Book, Out: &alone{&one, c.Voice.Out}, Err: &alone{&one, c.Voice.Err}}
	var busy sync.WaitGroup
	for range jobs {
		busy.Go(func() {
			for row := range rows {
				for _, i := range row {
					if err := wrong[i]; err != nil {
						if codes[i] = complaint.ExitUsage; worlds[i].stay.fresh(worlds[i].dir, err) {
							codes[i] = all.Voice.Complain(err)
						}
						continue
					}
					own, voice := all, *all.Voice // each world says how it is played
					own.Voice = &voice
					codes[i] = cron(&own, worlds[i])
				}
			}
		})
	}
	for _, row := range groups {
		rows <- row
	}
	close(rows)
	busy.Wait()
	return codes
}

// alone lets several goroutines write, one after the other.
type alone struct {
	*sync.Mutex
	to io.Writer
}

func (w *alone) Write(p []byte) (int, error) {
	w.Lock()
	defer w.Unlock()
	return w.to.Write(p)
}
