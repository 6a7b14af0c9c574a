package frame

import (
	"reflect"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Why is a reason on a desk, in the words of a book; nil: there is none.
func Why(book *phrase.Book, places phrase.Viewer, what phrase.Phrase) *game.Said {
	if what.Code == "" {
		return nil
	}
	said := Said(book, places, what)
	return &said
}

// Sites puts those without a reason why not first, and leaves those of one kind in their order.
func Sites(sites []game.Site) []game.Site {
	slices.SortStableFunc(sites, func(a, b game.Site) int {
		switch {
		case (a.Why == nil) == (b.Why == nil):
			return 0
		case a.Why == nil:
			return -1
		}
		return 1
	})
	return sites
}

// Changed are the armies of a desk that were not there before, or were otherwise.
func Changed(before, now []game.DeskArmy) (out []game.DeskArmy) {
	for _, a := range now {
		if !slices.ContainsFunc(before, func(b game.DeskArmy) bool { return reflect.DeepEqual(a, b) }) {
			out = append(out, a)
		}
	}
	return out
}
