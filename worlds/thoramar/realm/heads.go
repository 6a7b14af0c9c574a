package realm

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/thoramar/tables"
)

// Heads is how many a stranger counts in an army. A priest or sorcerer is one person whatever the points, which are
// never seen, also in a formation.
func (t *Turn) Heads(a *Army) int64 {
	switch {
	case a.Name.Gifted():
		return 1
	case a.Formation():
		men := a.Men
		for _, m := range t.Crew(a) {
			if m.Name.Gifted() {
				men += 1 - m.Men
			}
		}
		return men
	}
	return a.Men
}

// Kind is the word for what an army's number counts: "men", "ship".
func Kind(u tables.Unit, n int64) phrase.Arg { return phrase.Key("kind", "count."+counts(u, n)) }

// With is the same word after "with" and the like: German says "mit 3 Schiffen".
func With(u tables.Unit, n int64) phrase.Arg { return phrase.Key("kind", "counted."+counts(u, n)) }

// counts is the code of what an army's number counts.
func counts(u tables.Unit, n int64) string {
	one, many := "man", "men"
	switch {
	case u.Gifted():
		one, many = "point", "points"
	case u == tables.ArchDemon:
		one, many = "strength", "strength"
	case u.Type == 'M' || u.Type == 'D':
		one, many = "being", "beings"
	case u.Ship():
		one, many = "ship", "ships"
	}
	if n == 1 {
		return one
	}
	return many
}

// Counted is the code of the sentence about men, or of the one about points if the army's number is its points.
func Counted(u tables.Unit, men, points string) string {
	if u.Gifted() {
		return points
	}
	return men
}
