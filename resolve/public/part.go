// Package public shows what is public of a world. The stored turns go in. A page and a newspaper come out, with who
// has sent orders, how the realms stand and what every report has told. Letters and the command line show them. They
// say no more than each realm's report does (law 6), and name no player.
package public

import (
	"slices"
	"strings"
)

// Part is one of the things that a game master may make public.
type Part string

// The parts, as world.toml names them.
const (
	Sent      Part = "sent"
	Standing  Part = "standings"
	Turns     Part = "turns"
	Newspaper Part = "newspaper"
)

// Parts lists all of them, in the order of a page.
var Parts = []Part{Sent, Standing, Turns, Newspaper}

// ReadParts reads which parts are public. If it is not ok, wrong is the first word that is not a part.
func ReadParts(words []string) (parts Shown, wrong string, ok bool) {
	for _, w := range words {
		if !slices.Contains(Parts, Part(w)) {
			return nil, w, false
		}
	}
	for _, p := range Parts { // in the order of a page, each once
		if slices.Contains(words, string(p)) {
			parts = append(parts, p)
		}
	}
	return parts, "", true
}

// Shown are the parts that are public in a world. If it is empty, nothing is.
type Shown []Part

// Has reports whether a part is public.
func (s Shown) Has(part Part) bool { return slices.Contains(s, part) }

// String returns the parts as the logbook writes them.
func (s Shown) String() string {
	words := make([]string, len(s))
	for i := range s {
		words[i] = string(s[i])
	}
	return strings.Join(words, " ")
}
