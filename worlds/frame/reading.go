package frame

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Reading is what becomes of a sheet's lines.
type Reading struct {
	Problems []orders.Problem // sorted by position
	InForce  []game.InForce
	Letters  []game.Letter
}

// Read calls take with every line of a sheet: it says what the line does, or what is wrong with it.
func Read(l *orders.Language, s game.Sheet, take func(orders.Line) (said phrase.Phrase, wrong bool)) Reading {
	f := s.Orders(l)
	r := Reading{Problems: slices.Clone(f.Problems)}
	for _, line := range f.Lines {
		said, wrong := take(line)
		if wrong {
			r.Problems = append(r.Problems, orders.Problem{Position: line.Position, Severity: orders.Error, What: said})
			continue
		}
		r.InForce = append(r.InForce, game.InForce{Line: line.Line, What: said})
		if m, ok := line.Order.(orders.Message); ok && m.To == "M" {
			r.Letters = append(r.Letters, game.Letter{Line: line.Line, Text: m.Text})
		}
	}
	orders.SortProblems(r.Problems)
	return r
}

// Errors are the problems that make a line void.
func (r *Reading) Errors() []orders.Problem {
	var out []orders.Problem
	for _, p := range r.Problems {
		if p.Severity == orders.Error {
			out = append(out, p)
		}
	}
	return out
}

// Checked is the reading in the form of a receipt.
func (r *Reading) Checked() game.Checked {
	return game.Checked{Problems: r.Problems, InForce: r.InForce, Letters: r.Letters}
}
