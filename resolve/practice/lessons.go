// Package practice plays practice games by mail: it founds their worlds, resolves their turns, and queues letters with
// a lesson each. A practice world is an ordinary world in a folder below the real one, without addresses. It is always
// written first, and the record in the real world (players.PracticeGame) afterwards: a call that was killed is found by
// the difference, and no turn is resolved twice. Begin with Play. Letters that ask for a game or bring its orders are
// answered in package requests.
package practice

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"weltentor/resolve/players"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
)

// folder is the folder below a world's own that has the practice worlds.
const folder = "practice"

// Play does what is due in all practice games: it founds worlds, resolves turns whose orders have come, and queues
// letters. It drops games that are a week old. Each step is stored in a practice world before it is told of in the real
// one. So after a kill, or when the context ends, the next call goes on, and no turn is resolved twice. A game at fault
// ends, and its error is returned, when the others have been played.
func Play(ctx context.Context, w *world.World, now time.Time) error {
	if w.Disk.Elsewhere() { // in a fleet, there is no folder
		return nil
	}
	games, err := tidy(w, now)
	if err != nil {
		return fmt.Errorf("practice games: %w", err)
	}
	var wrong []error
	for _, g := range games {
		if !g.Waits() || ctx.Err() != nil {
			continue
		}
		if err := goOn(w, g, now); err != nil {
			wrong = append(wrong, fmt.Errorf("practice game %s: %w", g.ID, err))
		}
	}
	return errors.Join(wrong...)
}

// tidy drops games whose time is over, and folders of worlds that are over or that the store does not know. Another copy
// of the real world may have founded those.
func tidy(w *world.World, now time.Time) (games []players.PracticeGame, err error) {
	past := func(g players.PracticeGame) bool { return !now.Before(g.Until()) }
	if err := w.View(func(tx *store.Tx) error {
		games = players.PracticeGames(tx)
		return nil
	}); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(games, past) {
		err := w.Update(func(tx *store.Tx) error {
			for _, g := range games {
				if past(g) {
					if err := g.Drop(tx); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		games = slices.DeleteFunc(games, past)
	}
	dir := filepath.Join(w.Disk.Dir, folder)
	there, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return games, nil
	}
	for _, entry := range there {
		id := strings.TrimSuffix(entry.Name(), ".founding") // a founding that was killed is done again
		if !slices.ContainsFunc(games, func(g players.PracticeGame) bool { return g.ID == id && !g.Over }) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, entry.Name())))
		}
	}
	return games, err
}

// goOn goes on with a game. If its world is at fault, the game is over, since nothing else would become of it.
func goOn(w *world.World, g players.PracticeGame, now time.Time) error {
	l, err := open(w, g, now)
	if err == nil {
		err = l.teach()
		l.lock.Unlock()
	}
	if err == nil || !errors.Is(err, faults.ErrRules) && !errors.Is(err, faults.ErrDamaged) && !errors.Is(err, errGone) {
		return err
	}
	lost := lesson{real: w, PracticeGame: g, now: now}
	if told := lost.lost(); told != nil {
		return errors.Join(err, told)
	}
	if errors.Is(err, errGone) { // as in a copy of the store on another machine
		return nil
	}
	return err
}
