package practice

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/intake"
	"weltentor/resolve/limits"
	"weltentor/resolve/players"
	"weltentor/resolve/public"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// lesson is a practice game whose world is open.
type lesson struct {
	players.PracticeGame
	real  *world.World
	world *world.World // of the practice
	lock  *disk.DirLock
	now   time.Time

	// what stands there now, see look
	turn  int
	title string
	asked bool // the turn awaits orders of whoever practises
	over  bool
	aims  []string

	learnt []string // what the turn did for the lessons, in sentences
}

// errGone says that a game has begun, and its world is not there.
var errGone = errors.New("its world is gone")

// realm is that of whoever practises.
const realm = players.Practiser

// open opens the world of a game, and founds it if the game begins.
func open(w *world.World, g players.PracticeGame, now time.Time) (*lesson, error) {
	l := &lesson{PracticeGame: g, real: w, now: now}
	dir := filepath.Join(w.Disk.Dir, folder, g.ID)
	_, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) && g.Code != nil:
		return nil, errGone
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
			return nil, disk.Full(err)
		}
		if err := players.FoundPractice(dir, w.Rules, w.Settings.Tables, g.Lang, w.Random(), now); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	}
	f, _ := w.Rules.Bot().Practice(w.Settings.Tables)
	l.world, err = world.Open(dir, []game.Rulebook{w.Rules}, world.Settings{Name: w.Settings.Name, Zone: w.Settings.Zone,
		Lang: g.Lang, Tables: f.Tables, Public: public.Shown{public.Standing}, Random: w.Settings.Random,
		Backups: 1})
	if err != nil {
		return nil, err
	}
	if l.lock, err = disk.Lock(dir); err != nil {
		return nil, err
	}
	l.world.Holds(l.lock)
	if err := l.seated(); err != nil {
		l.lock.Unlock()
		return nil, err
	}
	return l, nil
}

// seated adds the realms to a world that has none yet, and has others play until whoever practises is asked.
func (l *lesson) seated() error {
	rows, err := players.Realms(l.world)
	if err == nil && len(rows) == 0 {
		err = players.SeatPractice(l.world, "", l.Lang, l.now)
	}
	if err == nil {
		err = l.look()
	}
	for err == nil && !l.asked && !l.over {
		err = l.resolve()
	}
	return err
}

// look reads what stands now.
func (l *lesson) look() error {
	return l.world.Ask(realm, func(c chronicle.Current) {
		here, _ := c.Realm(realm)
		asked := c.World.Asked()
		l.turn, l.title, l.over = c.Turn, c.World.Title(l.Lang), asked.Over || here.Fallen
		l.asked, l.aims = slices.Contains(asked.Realms, realm), c.World.Guide(realm, here.Lang).Paragraphs()
	})
}

// resolve resolves the turn with the orders that there are.
func (l *lesson) resolve() error {
	did, err := turns.Advance(l.world, l.now, true)
	if err != nil {
		return err
	}
	if !did.Resolved { // or it would go on for ever
		return fmt.Errorf("turn %d was not resolved", l.turn)
	}
	return l.look()
}

// teach does what is due: a receipt for orders that came, their turn, and the letter with the next lesson.
func (l *lesson) teach() error {
	if l.Orders != "" && l.Turn == l.turn && !l.over {
		if counts, err := l.judge(); err != nil || !counts {
			return err
		}
		if _, err := intake.Submit(l.world, realm, l.Orders, l.now); err != nil {
			return err
		}
		for again := true; again; again = !l.asked && !l.over {
			if err := l.resolve(); err != nil {
				return err
			}
		}
	}
	if l.Orders != "" && l.turn > l.Turn { // perhaps before a kill
		l.Played++
		var err error
		if l.Done, l.learnt, err = Learn(l.world, l.Turn, l.Played, l.Done); err != nil {
			return err
		}
	}
	large, err := l.large()
	if err != nil {
		return err
	}
	l.over = l.over || l.Played >= players.PracticeTurns || large
	return l.tell()
}

// Learn is wording.Learn of a turn of whoever practises in a world, which is the n-th of their own.
func Learn(w *world.World, turn, n int, done []int) (now []int, says []string, err error) {
	raw, err := turns.Facts(w, realm, turn)
	if err != nil {
		return nil, nil, err
	}
	var facts game.Facts
	if err := json.Unmarshal(raw, &facts); err != nil {
		return nil, nil, err
	}
	now, says = wording.Learn(w.Rulebook().Words(facts.Lang), n, done, &facts)
	return now, says, nil
}

// judge queues the receipt for the orders, once. They wait for better ones if a line is bad, until they come back as they
// are. They do not count at all if none of their lines does.
func (l *lesson) judge() (counts bool, err error) {
	said, err := intake.Preview(l.world, realm, l.Orders)
	if err != nil {
		return false, err
	}
	said.Checked.Holds = phrase.Phrase{} // it tells of a deadline
	good := said.Lines.Good+said.Lines.Partial > 0
	counts = said.Lines.Bad == 0 || good && strings.TrimSpace(l.Orders) == strings.TrimSpace(l.Ready)
	if l.Judged {
		return counts, nil
	}
	waits := ""
	if !counts && good {
		waits, said.Waits, l.Ready = "practice-better", true, l.bare()
	} else if !counts {
		waits = "practice-waits"
	}
	return counts, l.receipt(said, waits)
}

// bare are orders from their first section to their end, without what a letter says around them.
func (l *lesson) bare() string {
	f, lines := l.real.Rules.Language().Parse(l.Orders), orders.Split(l.Orders)
	if 0 < f.Leaves && f.Leaves < len(lines) {
		lines = lines[:f.Leaves]
	}
	return strings.TrimSpace(strings.Join(lines[max(f.Starts-1, 0):], "\n"))
}

// large reports whether the world takes too much room on the disk.
func (l *lesson) large() (bool, error) {
	var size int64
	err := filepath.WalkDir(l.world.Disk.Dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size > int64(limits.PracticeSize.Most()), err
}
