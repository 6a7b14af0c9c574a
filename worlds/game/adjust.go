package game

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
)

// Adjuster is a World in which lines of `$S` change what a report contains. At the end of every second report the
// machine shows the lines that a realm's orders have never used.
type Adjuster interface {
	// Adjustments returns such lines for a realm, each the opposite of what is set now.
	Adjustments(realm int) []Adjustment
}

// Adjustment is a line of `$S` that changes what a report contains.
type Adjustment struct {
	Setting string                  // its name, which is stored and never changes
	Line    phrase.Phrase           // the line, and what it does
	Uses    func(orders.Order) bool // reports whether an order belongs to this setting, whatever its value
}
