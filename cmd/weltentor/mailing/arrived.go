package mailing

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"weltentor/cmd/weltentor/folder"
	"weltentor/orders/lazy"
	"weltentor/resolve/intake"
	"weltentor/resolve/notices"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
)

// A letter from the page has arrived once it is a file in the world's folder, sealed as it came. Whoever has the world's
// lock takes all of them in, in the order in which they arrived, and before a turn is resolved. So a letter is not late
// because somebody else had the lock. Its file goes after the commit: a letter that is taken in twice does nothing, and
// its server hears what became of it.
const (
	arrivedIn   = "arrived"
	mostArrived = 128 // files
	mostFromOne = 16  // of these, for one key
	leftoverAge = 10 * time.Minute
)

// arrivedName is when a letter arrived, in nanoseconds, half its SHA-256, and the file that it was sent to.
var arrivedName = lazy.Pattern(`^(\d{19})-([0-9a-f]{32})-([0-9a-f]{32}\.bin)$`)

// Arrives keeps a letter that was opened, sent to a file. The same letter is kept once. The error is ErrLocked if too many
// wait. It must not be called twice at a time for one world.
func Arrives(dir, file string, sealed []byte, at time.Time) error {
	to := filepath.Join(dir, arrivedIn)
	err := os.Mkdir(to, 0o700)
	if err == nil {
		err = disk.SyncDir(dir)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return disk.Full(fmt.Errorf("keep a letter: %w", err))
	}
	all, err := arrivals(to)
	if err != nil {
		return err
	}
	sum, one := SumOf(sealed), 0
	for _, a := range all {
		if a.sum == sum {
			return nil
		}
		if a.file == file {
			one++
		}
	}
	if len(all) >= mostArrived || one >= mostFromOne {
		return fmt.Errorf("%w: letters from the page wait", faults.ErrLocked)
	}
	return disk.PutBeside(to, fmt.Sprintf("%019d-%s-%s", at.UnixNano(), sum, file), sealed)
}

// SumOf is half the SHA-256 of a sealed letter.
func SumOf(sealed []byte) string {
	sum := sha256.Sum256(sealed)
	return hex.EncodeToString(sum[:16])
}

// arrival is a letter that waits: its path, when it came, half its SHA-256, and the file it was sent to.
type arrival struct {
	path      string
	at        time.Time
	sum, file string
}

// arrivals lists the letters in a folder, oldest first. What a kill has left there goes after a while.
func arrivals(in string) (list []arrival, err error) {
	all, err := os.ReadDir(in)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("letters from the page: %w", err)
	}
	for _, e := range all {
		path, name := filepath.Join(in, e.Name()), arrivedName().FindStringSubmatch(e.Name())
		if !e.Type().IsRegular() {
			continue
		}
		if name == nil {
			if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > leftoverAge {
				_ = os.Remove(path)
			}
			continue
		}
		at, _ := strconv.ParseInt(name[1], 10, 64)
		list = append(list, arrival{path, time.Unix(0, at).UTC(), name[2], name[3]})
	}
	return list, nil
}

// TakeArrived takes in the letters that have arrived in a world whose lock the caller has. heard, if not nil, is told the
// sealed answer to each, by its SumOf. While a turn is held, the letters stay.
func TakeArrived(w *folder.Opened, heard func(sum string, answer []byte)) error {
	all, err := arrivals(filepath.Join(w.Settings.Dir, arrivedIn))
	if err != nil || len(all) == 0 {
		return err
	}
	keys, err := notices.Keys(w.World)
	if err != nil {
		return err
	}
	for _, next := range all {
		sealed, err := os.ReadFile(next.path)
		if err != nil {
			return fmt.Errorf("take in a letter: %w", err)
		}
		if l, opens := intake.OpenPage(keys[next.file], sealed); opens {
			a, err := intake.AcceptPage(w.World, l, next.at, w.Call.Now())
			if err != nil && !errors.Is(err, intake.ErrKey) {
				return err
			}
			if err == nil && heard != nil {
				heard(next.sum, a.Seal(l))
			}
			if a.Fate == receipt.Undecided {
				continue
			}
		}
		if err := os.Remove(next.path); err != nil {
			return fmt.Errorf("take in a letter: %w", err)
		}
	}
	return nil
}
