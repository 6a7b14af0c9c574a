package phrase

import (
	"slices"
	"strings"
)

// zero is the sentence for phrases in which these numbers are 0.
type zero struct {
	names []string
	*sentence
}

// isZero is the ending of a part of a code that names a number.
const isZero = "-0"

// addZeros adds the sentences for numbers that are 0 to those for any numbers.
func (b *Book) addZeros(codes []string) {
	for _, code := range codes {
		z := zero{sentence: b.sentences[code]}
		base := code
		for strings.HasSuffix(base, isZero) {
			dot := strings.LastIndexByte(base, '.')
			if dot < 0 {
				break
			}
			z.names = append(z.names, strings.TrimSuffix(base[dot+1:], isZero))
			base = base[:dot]
		}
		if s := b.sentences[base]; s != nil && len(z.names) > 0 {
			s.zeros = append(s.zeros, z)
			slices.SortStableFunc(s.zeros, func(a, b zero) int { return len(b.names) - len(a.names) })
		}
	}
}

// of returns the sentence for a phrase, by its code and by what is 0 in it, with the names that were 0.
func (b *Book) of(p *Phrase) (pieces []piece, zeros []string) {
	s := b.sentences[p.Code]
	if s == nil {
		return nil, nil
	}
	for i := range s.zeros {
		if z := &s.zeros[i]; p.allZero(z.names) {
			return z.pieces(), z.names
		}
	}
	return s.pieces(), nil
}

// Shown returns the arguments of a phrase that can be read in its words, as they are shown, each once, in order. Rules
// pass more than a sentence shows. A number that only chooses between words, {n:one|many}, can be read if it is 1. That
// a number is 0 can be read if there is a sentence for that case.
func (b *Book) Shown(p Phrase) []Arg {
	pieces, zeros := b.of(&p)
	read := b.readable(slices.Clip(zeros), pieces, p.Args)
	if len(read) == 0 {
		return nil
	}
	out := make([]Arg, 0, len(read))
	for i, a := range p.Args {
		if slices.Contains(read, a.Name) && indexOf(p.Args, a.Name) == i { // later ones of the same name are never shown
			if a.Kind == Word || a.Kind == Either {
				a.Kind, a.S = Word, b.Named(b.word(&a))
			}
			out = append(out, a)
		}
	}
	return out
}

// readable adds the names of the arguments that can be read in a sentence, and in the texts of its Terms.
func (b *Book) readable(names []string, pieces []piece, args []Arg) []string {
	for i := range pieces {
		pc := &pieces[i]
		if pc.name == "" {
			continue
		}
		k := indexOf(args, pc.name)
		if k < 0 || slices.Contains(names, pc.name) || pc.chooses() && args[k].N != 1 {
			continue
		}
		names = append(names, pc.name)
		if args[k].Kind == Term && !pc.chooses() {
			names = b.readable(names, b.pieces(args[k].S), args)
		}
	}
	return names
}

// Lacks reports whether the sentence of a phrase asks for an argument that the phrase does not have.
func (b *Book) Lacks(p Phrase) bool {
	return slices.ContainsFunc(b.pieces(p.Code), func(pc piece) bool {
		return pc.name != "" && indexOf(p.Args, pc.name) < 0
	})
}

// indexOf is where an argument is; -1: nowhere.
func indexOf(args []Arg, name string) int {
	for i := range args {
		if args[i].Name == name {
			return i
		}
	}
	return -1
}

func (p *Phrase) allZero(names []string) bool {
	return !slices.ContainsFunc(names, func(name string) bool {
		i := indexOf(p.Args, name)
		return i < 0 || p.Args[i].Kind != Number || p.Args[i].N != 0
	})
}
