package turns

import (
	"bytes"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/replay"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Publish makes the public file of a game that is over, and plays it again, as its readers do. See
// chronicle.Archive.Publish; ErrPublish also says that the game is not over.
func Publish(w *world.World, guessable bool) ([]byte, error) {
	var file bytes.Buffer
	last := 0
	err := w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		if last = c.Turn - 1; !c.World.Asked().Over {
			return wording.Fault(faults.ErrPublish, "publish-runs", phrase.Num("turn", c.Turn))
		}
		return chronicle.Archive{Rb: w.Rules, Shelf: w.Shelf}.Publish(tx, guessable, &file)
	})
	if err != nil {
		return nil, err
	}
	step := func(turn int) { w.Step(min(turn, last), last) }
	book := func(string) (game.Rulebook, error) { return w.Rules, nil }
	shown, err := replay.Prove(bytes.NewReader(file.Bytes()), book, step)
	if err == nil && shown.False != nil {
		err = &phrase.Fault{Kind: faults.ErrDamaged, What: *shown.False, Words: wording.Words}
	}
	return file.Bytes(), err
}
