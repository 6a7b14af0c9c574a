package resolve

import (
	"bytes"
	"encoding/hex"
	"slices"

	"weltentor/worlds/game"
)

// copied tells that a letter is one whose orders were taken for this turn, come once more
// by another way: through a list and directly, to two addresses of the game, or late.
// Its header differs, so its hash does; nothing else. One answer is enough, and orders
// that came between are the player's last: a copy does not undo them. Whoever wants the
// old ones back sends their text in a new mail, which has another Message-ID.
func (in *intake) copied(inForce sheetRecord, files []game.File) (bool, error) {
	if in.master || in.l.MessageID == "" {
		return false, nil
	}
	if again, err := in.copyOf(inForce, files); again || err != nil {
		return again, err
	}
	replaced, of := in.tx.Bucket(replacedBucket), pair(in.c.turn, in.a.Realm)
	c := replaced.Cursor()
	for k, _ := c.Seek(of); bytes.HasPrefix(k, of); k, _ = c.Next() {
		earlier, _, err := getPacked[sheetRecord](replaced, k)
		if err != nil {
			return false, err
		}
		if again, err := in.copyOf(earlier, files); again || err != nil {
			return again, err
		}
	}
	return false, nil
}

// copyOf tells that the letter is the one that brought these orders.
func (in *intake) copyOf(earlier sheetRecord, files []game.File) (bool, error) {
	key, err := hex.DecodeString(earlier.Letter)
	if err != nil {
		return false, nil
	}
	first, found, err := getPacked[letterRecord](in.tx.Bucket(lettersBucket), key)
	if err != nil || !found {
		return false, err
	}
	kept := func(f game.File) bool {
		return slices.ContainsFunc(earlier.Files, func(e game.File) bool { return e.Name == f.Name && e.Sum == f.Sum })
	}
	for _, f := range files {
		if !kept(f) {
			return false, nil
		}
	}
	return first.MessageID == in.l.MessageID && sameAddress(first.From, in.l.From) && first.Text == in.text, nil
}
