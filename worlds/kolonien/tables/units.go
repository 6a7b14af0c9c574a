package tables

import (
	"strconv"
	"strings"
)

// Kind is a kind of land unit.
type Kind uint8

// The kinds of land units, in the order of the tables. Europeans have the first
// five, natives the next four, pirates the last.
const (
	MIL Kind = iota
	INF
	LIN
	CAV
	ART
	NINF
	NCAV
	IINF
	ICAV
	PMIL
	Kinds

	Raised = NINF // realms raise the kinds below this
)

// KindCodes are the codes of the kinds, in their order.
var KindCodes = [Kinds]string{"MIL", "INF", "LIN", "CAV", "ART", "N-INF", "N-CAV", "I-INF", "I-CAV", "P-MIL"}

// Code is the kind's word in orders, reports and tables.
func (k Kind) Code() string { return KindCodes[k] }

// Troops counts units by kind.
type Troops [Kinds]int

// Count is the number of units.
func (t *Troops) Count() int { return sum(t[:]) }

// Add adds other troops to these.
func (t *Troops) Add(other Troops) {
	for k, n := range other {
		t[k] += n
	}
}

// String lists them as reports do: "4 INF, 1 CAV".
func (t Troops) String() string { return listed(t[:], KindCodes[:]) }

// Class is a class of ships.
type Class uint8

// The classes of ships, in the order of the tables. Realms have the first four;
// pirates have ships of level 0 to 6.
const (
	TRA Class = iota
	KAR
	ESK
	LINS
	P0
	Classes = P0 + 7

	Launched = P0 // realms build the classes below this
)

// ClassCodes are the codes of the classes, in their order.
var ClassCodes = [Classes]string{"TRA", "KAR", "ESK", "LIN_S", "P0", "P1", "P2", "P3", "P4", "P5", "P6"}

// Code is the class's word in orders, reports and tables.
func (c Class) Code() string { return ClassCodes[c] }

// Ships counts ships by class.
type Ships [Classes]int

// Count is the number of ships.
func (s *Ships) Count() int { return sum(s[:]) }

// Add adds other ships to these.
func (s *Ships) Add(other Ships) {
	for c, n := range other {
		s[c] += n
	}
}

// String lists them as reports do: "2 TRA, 1 ESK".
func (s Ships) String() string { return listed(s[:], ClassCodes[:]) }

func sum(counts []int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// listed lists units or ships, without those of which there are none.
func listed(counts []int, codes []string) string {
	var parts []string
	for i, n := range counts {
		if n > 0 {
			parts = append(parts, strconv.Itoa(n)+" "+codes[i])
		}
	}
	return strings.Join(parts, ", ")
}
