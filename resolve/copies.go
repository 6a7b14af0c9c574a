package resolve

import (
	"encoding/hex"
	"slices"

	"weltentor/worlds/game"
)

// copied tells that a letter is the one whose orders are in force, come once more
// by another way: through a list and directly, or to two addresses of the game.
// Its header differs, so its hash does; nothing else. One answer is enough.
// The same letter after others' orders is none: then somebody wants them back.
func (in *intake) copied(earlier sheetRecord, files []game.File) (bool, error) {
	key, err := hex.DecodeString(earlier.Letter)
	if err != nil || in.master || in.l.MessageID == "" {
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
