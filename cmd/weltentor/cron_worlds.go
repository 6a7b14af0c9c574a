package main

import (
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
)

// folder is a world's folder with its settings, or why they cannot be read. They are
// read once a call, whoever asks them.
type folder struct {
	dir      string
	settings *settings.Settings
	err      error
}

func foldersOf(dirs []string) []folder {
	out := make([]folder, len(dirs))
	for i, dir := range dirs {
		out[i].dir = dir
		out[i].settings, out[i].err = settings.Read(dir)
	}
	return out
}

// accounts puts worlds in rows: those whose letters leave by one account of a mail
// server stand in one, in their order. What cannot be read stands alone.
func accounts(worlds []folder) (rows [][]int) {
	row := map[string]int{}
	for i, f := range worlds {
		s := f.settings
		if f.err != nil || s.SMTP.Host == "" {
			rows = append(rows, []int{i})
			continue
		}
		account := s.SMTP.Addr() + " " + s.SMTP.User
		at, known := row[account]
		if !known {
			at = len(rows)
			row[account], rows = at, append(rows, nil)
		}
		rows[at] = append(rows[at], i)
	}
	return rows
}

// sharing finds worlds that read one folder of one account: each would take the other's
// mails and refuse them. The same world named twice is not two.
func sharing(worlds []folder) map[int]error {
	type reader struct {
		at   int
		real string
	}
	first, wrong := map[string]reader{}, map[int]error{}
	for i, f := range worlds {
		s := f.settings
		if f.err != nil || s.IMAP.Host == "" {
			continue
		}
		inbox := s.IMAP.Inbox
		if strings.EqualFold(inbox, "INBOX") {
			inbox = "INBOX" // the one name IMAP writes as one likes
		}
		folder := strings.Join([]string{strings.ToLower(s.IMAP.Addr()), s.IMAP.User, inbox}, "\x00")
		real, err := filepath.EvalSymlinks(f.dir)
		if err != nil {
			real = f.dir
		}
		other, known := first[folder]
		switch {
		case !known:
			first[folder] = reader{i, filepath.Clean(real)}
		case other.real != filepath.Clean(real):
			refuse := func(one, other int) {
				wrong[one] = usage("shared-inbox", phrase.Str("dir", worlds[one].dir),
					phrase.Str("other", worlds[other].dir), phrase.Str("folder", inbox))
			}
			refuse(i, other.at)
			if wrong[other.at] == nil {
				refuse(other.at, i)
			}
		}
	}
	return wrong
}

// cronAll serves worlds, so many at a time, and gives their exit codes. Worlds of one
// account are served one after the other: their letters do not come to it over
// several connections. A provider that does not answer delays only those. Worlds that
// read one folder are not served, see sharing.
func (c *call) cronAll(dirs []string, jobs int) []int {
	worlds := foldersOf(dirs)
	codes, rows, wrong := make([]int, len(worlds)), make(chan []int), sharing(worlds)
	all := *c
	var one sync.Mutex
	all.voice = &voice{book: c.voice.book, out: &alone{&one, c.voice.out}, err: &alone{&one, c.voice.err},
		offers: c.voice.offers}
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
