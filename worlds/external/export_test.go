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
		for name := range next.files {
			if slices.Contains(own, name) || name == "seed" {
				next.files[name] = fmt.Appendf(nil, `{"name": "X", "grain": %d}`, d.N(1000))
			}
		}
	}
	return next
}
