package external

import (
	"fmt"
	"slices"

	"weltentor/worlds/game"
)

// Unseen changes the files of another farm, how much it has, or who plays it.
func Unseen(w game.World, realm int, d *game.Dice) game.World {
	next := w.(*World).clone()
	other := &next.s.Seats[realm%len(next.s.Seats)]
	switch d.N(4) {
	case 0:
		other.Player += "x"
	case 1:
		other.Zip = !other.Zip
	default:
		own := next.ownFiles(other)
		for i, f := range next.s.Files {
			if slices.Contains(own, f.Name) || f.Name == "seed" {
				next.data[i] = fmt.Appendf(nil, `{"name": "X", "grain": %d}`, d.N(1000))
				next.s.Files[i].Size = len(next.data[i])
			}
		}
	}
	return next
}
