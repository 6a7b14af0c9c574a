package main

import (
	"io"
	"runtime"
	"sync"
)

// accounts puts worlds in rows: those whose letters leave by one account of a mail
// server stand in one, in their order. What cannot be read stands alone.
func (c *call) accounts(dirs []string) (rows [][]int) {
	row := map[string]int{}
	for i, dir := range dirs {
		s, err := readSettings(dir)
		if err != nil || s.SMTP.Host == "" {
			rows = append(rows, []int{i})
			continue
		}
		account := s.SMTP.addr() + " " + s.SMTP.User
		at, known := row[account]
		if !known {
			at = len(rows)
			row[account], rows = at, append(rows, nil)
		}
		rows[at] = append(rows[at], i)
	}
	return rows
}

// cronAll serves worlds, so many at a time, and gives their exit codes. Worlds of one
// account are served one after the other: their letters do not come to it over
// several connections. A provider that does not answer delays only those.
func (c *call) cronAll(dirs []string, jobs int) []int {
	codes, rows := make([]int, len(dirs)), make(chan []int)
	all := *c
	var one sync.Mutex
	all.voice = &voice{book: c.voice.book, out: &alone{&one, c.voice.out}, err: &alone{&one, c.voice.err}, offers: c.voice.offers}
	var busy sync.WaitGroup
	for range jobs {
		busy.Go(func() {
			for row := range rows {
				for _, i := range row {
					codes[i] = all.cron(dirs[i])
				}
			}
		})
	}
	for _, row := range c.accounts(dirs) {
		rows <- row
	}
	close(rows)
	busy.Wait()
	return codes
}

// jobsOf is how many worlds are served at a time if nobody says so: one a core, and
// two at least, since most of the time is spent waiting for mail servers.
func jobsOf(asked number) int {
	if asked > 0 {
		return int(asked)
	}
	return max(2, runtime.NumCPU())
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
