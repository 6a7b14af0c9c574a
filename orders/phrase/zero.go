package phrase

import (
	"slices"
	"sort"
	"strings"
)

// zero is the sentence that is said where all its numbers are 0.
type zero struct {
	names  []string
	pieces []piece
}

// isZero ends the part of a code that names a number.
const isZero = "-0"

// zerosOf finds the sentences for numbers that are 0 among those of a book.
func zerosOf(b *Book) map[string][]zero {
	out := map[string][]zero{}
	for _, code := range b.Codes() {
		z := zero{pieces: b.sentences[code]}
		base := code
		for strings.HasSuffix(base, isZero) {
			dot := strings.LastIndexByte(base, '.')
			if dot < 0 {
				break
			}
			z.names = append(z.names, strings.TrimSuffix(base[dot+1:], isZero))
			base = base[:dot]
		}
		if len(z.names) > 0 && b.Has(base) {
			out[base] = append(out[base], z)
		}
	}
	for _, list := range out {
		sort.SliceStable(list, func(i, j int) bool { return len(list[i].names) > len(list[j].names) })
	}
	return out
}

// of is the sentence for a phrase, by its code and what is 0 in it.
func (b *Book) of(p *Phrase) []piece {
	for i := range b.zeros[p.Code] {
		if z := &b.zeros[p.Code][i]; p.allZero(z.names) {
			return z.pieces
		}
	}
	return b.sentences[p.Code]
}

func (p *Phrase) allZero(names []string) bool {
	for _, name := range names {
		i := slices.IndexFunc(p.Args, func(a Arg) bool { return a.Name == name })
		if i < 0 || p.Args[i].Kind != Number || p.Args[i].N != 0 {
			return false
		}
	}
	return true
}
