package game

import (
	"cmp"
	"maps"
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// NotYet is the code of the warning that an order was read but has no effect: this world does not play what it asks
// for. The receipt lists such lines apart from those that count.
const NotYet = "not-yet"

// WillIf is the code of an order in force that counts only on a condition. Warnings of its line name the condition:
// others, battles or earlier lines decide it. The receipt counts such lines apart.
const WillIf = "will-if"

// Checked is what a receipt says about a sheet. A line that has an error in Problems and is also in InForce counts in
// part, and the receipt says so.
type Checked struct {
	Problems []orders.Problem // of the text and of the world, sorted by position
	InForce  []InForce        // what will be done, in the order of the file
	// lines that count, and of which nobody can say before the turn what they do: one sentence of InForce is for all
	Handed  []int
	Idle    []phrase.Phrase // what those without orders will do
	Outlook []phrase.Phrase // money and the like, as far as it can be known
	Ledger  []MoneyLine     // what Outlook says of money, as numbers; in the order of the file
	Letters []MasterMessage // messages to the game master (`#M`) that are in force, in the order of the file
	// why the sheet does not bring its turn forward (Due), and what would; no code: nothing to say
	Holds phrase.Phrase
	Adds  bool // a later letter of the turn replaces only what it names (Merge), and the receipt says so
	// orders for another mail phase were refused: the turn in which they could count, whose date the receipt gives; 0:
	// none
	From int
}

// Sort puts problems and what is in force into the order of the sheet.
func (c *Checked) Sort() {
	orders.SortProblems(c.Problems)
	slices.SortStableFunc(c.InForce, func(a, b InForce) int { return cmp.Compare(a.Line, b.Line) })
}

// Errors counts the problems that are errors.
func (c Checked) Errors() int {
	n := 0
	for _, p := range c.Problems {
		if p.Severity == orders.Error {
			n++
		}
	}
	return n
}

// Undone returns the errors of lines that are not in force at all and that the turn has not refused: the turn did what
// the receipt said it would not do.
func (c Checked) Undone(refused []orders.Problem) []orders.Problem {
	forced := c.Forced()
	return slices.DeleteFunc(slices.Clone(c.Problems), func(p orders.Problem) bool {
		return p.Severity != orders.Error || p.Line == 0 || forced[p.Line] ||
			slices.ContainsFunc(refused, func(q orders.Problem) bool { return q.Line == p.Line })
	})
}

// Forced returns the lines that are in force, in whole or in part. An order that takes several sentences is one line.
// What counts without a line is line 0.
func (c Checked) Forced() map[int]bool {
	out := map[int]bool{}
	for _, o := range c.InForce {
		out[o.Line] = true
	}
	for _, line := range c.Handed {
		out[line] = true
	}
	return out
}

// Conditional returns the lines in force that count only on a condition (WillIf), in all their parts.
func (c Checked) Conditional() map[int]bool {
	out := map[int]bool{}
	for _, o := range c.InForce {
		if all, told := out[o.Line]; all || !told {
			out[o.Line] = o.What.Code == WillIf
		}
	}
	maps.DeleteFunc(out, func(_ int, all bool) bool { return !all })
	return out
}

// MasterMessage is a message to the game master. The machine mails it as soon as its sheet is in force, and each text once a
// turn. Resolve lists it in ToMaster all the same: the rules do not know what was mailed.
type MasterMessage struct {
	Line int
	Text string
}

// InForce is an order that counts, in words.
type InForce struct {
	Line int
	What phrase.Phrase
}

// MoneyLine is a line of the realm's money as the receipt foresees it. Income is positive, spending negative. Entries of
// kind "treasury" are what is there now, and those of kind "left" what the orders leave of it. Those of kind "room" say
// for a place how much can still be raised there after the orders.
type MoneyLine struct {
	Line   int    `json:"line,omitempty"` // of the order that costs it; 0: none
	Kind   string `json:"kind"`           // treasury, order, income, upkeep, left, room
	Code   string `json:"code"`           // the currency
	At     string `json:"at,omitempty"`   // the place of a room, as the reader calls it
	Amount int64  `json:"amount"`
	// what for, if no order says so; rules set What, and who shows it puts it into the reader's words
	What phrase.Phrase `json:"-"`
	Text string        `json:"text,omitempty"`
	Sure bool          `json:"sure,omitempty"` // no other realm, dice or battle can change it
}
