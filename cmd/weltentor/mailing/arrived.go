package mailing

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"weltentor/cmd/weltentor/folder"
	"weltentor/resolve/intake"
	"weltentor/resolve/notices"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
)

// A letter from the page has arrived once it is a file in the world's folder, sealed as it came. Whoever has the world's
// lock takes all of them in, in the order in which they arrived, and before a turn is resolved. So a letter is not late
// because somebody else had the lock. Its file goes after the commit: a letter that is taken in twice does nothing. If
// another than its server takes it in, the answer lies beside it, sealed, until the server fetches it.
const (
	arrivedIn    = "arrived"
	mostArrived  = 128 // files
	mostFromOne  = 16  // of these, for one key
	answersStay  = 10 * time.Minute
	answerSuffix = ".answer"
)

// arrivedName is when a letter arrived, in nanoseconds, half its SHA-256, and the file that it was sent to.
var arrivedName = regexp.MustCompile(`^(\d{19})-([0-9a-f]{32})-([0-9a-f]{32}\.bin)$`)

// Arrival is a letter from the page to one of a world's sealed files.
type Arrival struct {
	dir, sum string
	Letter   intake.PageLetter
}

// Arrives keeps a letter that was opened, sent to a file. The same letter is kept once. The error is ErrLocked if too many
// wait. It must not be called twice at a time for one world.
func Arrives(dir, file string, sealed []byte, l intake.PageLetter, at time.Time) (Arrival, error) {
	sum := sha256.Sum256(sealed)
	a := Arrival{dir, hex.EncodeToString(sum[:16]), l}
	to := filepath.Join(dir, arrivedIn)
	if err := os.Mkdir(to, 0o700); err == nil {
		err = disk.SyncDir(dir)
	} else if !errors.Is(err, fs.ErrExist) {
		return a, disk.Full(fmt.Errorf("keep a letter: %w", err))
	}
	all, err := os.ReadDir(to)
	if err != nil {
		return a, fmt.Errorf("keep a letter: %w", err)
	}
	one := 0
	for _, e := range all {
		name := arrivedName.FindStringSubmatch(e.Name())
		if name != nil && name[2] == a.sum {
			return a, nil
		}
		if name != nil && name[3] == file {
			one++
		}
	}
	if _, answered := a.Answer(false); answered {
		return a, nil
	}
	if len(all) >= mostArrived || one >= mostFromOne {
		return a, fmt.Errorf("%w: letters from the page wait", faults.ErrLocked)
	}
	return a, disk.PutBeside(to, fmt.Sprintf("%019d-%s-%s", at.UnixNano(), a.sum, file), sealed)
}

// Answer is the sealed answer to a letter that somebody else has taken in. It is taken away, if the caller gives it.
func (a Arrival) Answer(take bool) (sealed []byte, found bool) {
	path := filepath.Join(a.dir, arrivedIn, a.sum+answerSuffix)
	sealed, err := os.ReadFile(path)
	if err == nil && take {
		_ = os.Remove(path)
	}
	return sealed, err == nil
}

// TakeArrived takes in the letters that have arrived in a world whose lock the caller has. It returns the sealed answer to
// mine, which may be nil, with ErrKey if its key opens nothing any more. While a turn is held, the letters stay.
func TakeArrived(w *folder.Opened, mine *Arrival) (answer []byte, err error) {
	in := filepath.Join(w.Settings.Dir, arrivedIn)
	all, err := os.ReadDir(in)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("take in letters: %w", err)
	}
	var keys map[string]notices.Key
	for _, e := range all {
		path := filepath.Join(in, e.Name())
		name := arrivedName.FindStringSubmatch(e.Name())
		if name == nil { // an answer that nobody fetches, or what a kill has left
			if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > answersStay {
				_ = os.Remove(path)
			}
			continue
		}
		if keys == nil {
			if keys, err = notices.Keys(w.World); err != nil {
				return nil, err
			}
		}
		sealed, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("take in a letter: %w", err)
		}
		at, _ := strconv.ParseInt(name[1], 10, 64)
		if l, opens := intake.OpenPage(keys[name[3]], sealed); opens {
			a, err := intake.AcceptPage(w.World, l, time.Unix(0, at).UTC(), w.Call.Now())
			switch own := mine != nil && mine.sum == name[2]; {
			case err != nil && !errors.Is(err, intake.ErrKey):
				return nil, err
			case err == nil && own:
				answer = a.Seal(l)
			case err == nil && a.Fate != receipt.Undecided:
				if err := disk.PutBeside(in, name[2]+answerSuffix, a.Seal(l)); err != nil {
					return nil, err
				}
			}
			if a.Fate == receipt.Undecided {
				continue
			}
		}
		if err := os.Remove(path); err != nil {
			return nil, fmt.Errorf("take in a letter: %w", err)
		}
	}
	if mine == nil || answer != nil {
		return answer, nil
	}
	if answer, found := mine.Answer(true); found { // another has taken it in
		return answer, nil
	}
	a, err := intake.AcceptPage(w.World, mine.Letter, w.Call.Now(), w.Call.Now())
	if err != nil {
		return nil, err
	}
	return a.Seal(mine.Letter), nil
}
