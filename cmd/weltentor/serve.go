package main

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"sync"

	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/logbook"
	"weltentor/resolve/store"
)

// changeWith is change for a world whose settings have been read.
func (c *Call) changeWith(f given) (m *mailer, done func(), err error) {
	if f.err != nil {
		return nil, nil, f.err
	}
	w, err := c.openWith(f.dir, f.settings)
	if err != nil {
		return nil, nil, err
	}
	if w, done, err = w.locked(); err != nil {
		return nil, nil, err
	}
	return &mailer{opened: w, inbox: f.inbox}, done, nil
}

// cron serves one world within its time limit.
func (c *Call) cron(f given) (code int) {
	dir := f.dir
	var m *mailer
	stumble := func() {
		if r := recover(); r != nil {
			code = c.stumbled(m, dir, fmt.Sprint(r), string(debug.Stack()))
		}
	}
	defer stumble()
	m, done, err := c.changeWith(f)
	if errors.Is(err, store.ErrLocked) {
		return exitDone
	}
	if err != nil {
		if lang := settings.MasterLang(dir); lang != "" {
			c = c.speaking(lang)
		}
		return c.voice.complain(err)
	}
	defer done()
	defer stumble() // with the lock: it is written down
	m.World.Acts(logbook.Hand{By: logbook.Timer, At: c.now()})
	m.call = c.speaking(phrase.Lang(m.settings.GM.Lang))
	ctx, cancel := m.limited(c.ctx)
	defer cancel()
	return m.round(ctx)
}

// stumbled tells of a fault of ours in one world: once a day with all that helps
// to find it, if the world's store can still remember that.
func (c *Call) stumbled(m *mailer, dir, what, stack string) int {
	fresh := true
	func() {
		defer func() { _ = recover() }()
		if m == nil {
			return
		}
		if f, err := m.World.Once("bug "+what, perDay, c.now()); err == nil {
			fresh = f
		}
	}()
	if fresh {
		c.voice.warn("bug", phrase.Str("what", dir+": "+what), phrase.Str("stack", stack))
	}
	return exitUsage
}

// cronAll serves worlds, so many at a time, and gives their exit codes. Worlds of one
// account are served one after the other: their letters do not come to it over
// several connections. A provider that does not answer delays only those. Worlds that
// read one folder are not served, see sharing.
func (c *Call) cronAll(dirs []string, jobs int) []int {
	worlds := givenOf(dirs)
	codes, rows, wrong := make([]int, len(worlds)), make(chan []int), sharing(worlds)
	all := *c
	var one sync.Mutex
	all.voice = &voice{book: c.voice.book, out: &alone{&one, c.voice.out}, err: &alone{&one, c.voice.err}}
	var busy sync.WaitGroup
	for range jobs {
		busy.Go(func() {
			for row := range rows {
				for _, i := range row {
					if err := wrong[i]; err != nil {
						codes[i] = all.voice.complain(err)
						continue
					}
					codes[i] = all.cron(worlds[i])
				}
			}
		})
	}
	for _, row := range accounts(worlds) {
		rows <- row
	}
	close(rows)
	busy.Wait()
	return codes
}

// alone lets several write, one after the other.
type alone struct {
	*sync.Mutex
	to io.Writer
}

func (w *alone) Write(p []byte) (int, error) {
	w.Lock()
	defer w.Unlock()
	return w.to.Write(p)
}
