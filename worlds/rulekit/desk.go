package rulekit

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

// Sum is so much of something. A sentence names it, to which the number is {n}.
func Sum(book *phrase.Book, code, sentence string, n int64) game.Amount {
	return game.Amount{Code: code, Name: book.Say(phrase.P(sentence, phrase.Num("n", n))), Amount: n}
}

// Reasons are why something is possible nowhere, each as often as it was told.
type Reasons []phrase.Phrase

// Add adds a reason. No code is none.
func (r *Reasons) Add(what phrase.Phrase) { *r = append(*r, what) }

// Commonest is the reason that was counted most often, as it was told first. Of two that were counted as often, it is
// the one whose code comes first. Once it was possible somewhere, it is none.
func (r Reasons) Commonest() (best phrase.Phrase) {
	times := map[string]int{}
	for _, what := range r {
		times[what.Code]++
	}
	if times[""] > 0 {
		return best
	}
	for _, what := range r {
		if n, most := times[what.Code], times[best.Code]; n > most || n == most && what.Code < best.Code {
			best = what
		}
	}
	return best
}

// Sites puts those without a reason why not first, and leaves those of one kind in their order.
func Sites(sites []game.Site) []game.Site {
	return Before(sites, func(s game.Site) bool { return s.Why == nil })
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
