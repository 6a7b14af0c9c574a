package replay

import (
	"errors"
	"strconv"
	"strings"

	"weltentor/orders/lazy"
	"weltentor/orders/phrase"
	"weltentor/resolve/seal"
)

// ErrSeal says that a text is not a seal.
var ErrSeal = errors.New("not a seal")

// numbered finds the turn in the line of a seal.
var numbered = lazy.Pattern(`(\d+)\s*:[^:]*$`)

// CompareSeal looks for a reader's seal in the file. It may be the whole line of a letter; then its turn must be right,
// too. denied says that the file does not have it.
func (p Proven) CompareSeal(text string) (s Sealed, denied *phrase.Phrase, err error) {
	letters := strings.ToUpper(strings.Join(strings.Fields(text[strings.LastIndex(text, ":")+1:]), ""))
	s, there := p.Seals[letters]
	if n := numbered().FindStringSubmatch(text); n != nil {
		there = there && strings.TrimLeft(n[1], "0") == strings.TrimLeft(strconv.Itoa(s.Turn), "0")
	}
	switch {
	case len(letters) != len(seal.Mark(nil)):
		err = ErrSeal
	case !there:
		denied = other(letters)
	}
	return s, denied, err
}

// other says that no turn of the file has a seal.
func other(letters string) *phrase.Phrase {
	no := phrase.P("proven.other-seal", phrase.Str("seal", seal.Spaced(letters)))
	return &no
}

// Received is a receipt of a reader, as seal.ReadReceipt has read it from a file.
type Received struct {
	seal.Receipt
	File   string
	Key    string
	Forged bool
}

// CompareReceipts checks a reader's receipts: that the world of the file has signed them, that it has the seals they
// name, and that it has the orders of the last one for each turn. denied is what is false, or nil. notes say which
// receipts are for turns after the last one: nothing is known of their orders but that they did not count.
func (p Proven) CompareReceipts(all []Received) (notes []phrase.Phrase, denied *phrase.Phrase) {
	given := []seal.Receipt{}
	for _, r := range all {
		if r.Forged || r.Key != p.Key || r.World != p.World {
			no := phrase.P("proven.other-world", phrase.Str("file", r.File))
			return nil, &no
		}
		if _, sealed := p.Seals[r.Former]; !sealed {
			return nil, other(r.Former)
		}
		given = append(given, r.Receipt)
	}
	for _, r := range seal.Last(given) {
		at := [2]int{r.Turn, r.Realm}
		about := []phrase.Arg{phrase.Num("turn", r.Turn), phrase.Num("realm", r.Realm), phrase.Num("number", r.Number)}
		switch no := phrase.P("proven.other-sheet", about...); {
		case r.Turn > p.Turns:
			notes = append(notes, phrase.P("proven.unplayed", about...))
		case p.marks[at] == r.Sheet:
		case p.handed[at]: // what the player who leaves says to others goes with them
			notes = append(notes, phrase.P("proven.handed", about...))
		default:
			denied = &no
		}
	}
	return notes, denied
}
