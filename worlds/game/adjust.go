package game

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Adjuster is a World in which lines of `$S` change what a report contains. At the foot
// of every second report the machine shows those that a realm's orders have never used.
type Adjuster interface {
	// Adjustments are such lines for a realm, each the opposite of what is set now.
	Adjustments(realm int) []Adjustment
}

// Adjustment is a line of `$S` that changes what a report contains.
type Adjustment struct {
	Setting string                  // its name, which is stored: it never changes
	Line    phrase.Phrase           // the line, and what it brings
	Uses    func(orders.Order) bool // whether an order is of this setting, whatever its value
}
