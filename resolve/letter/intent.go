package letter

import "strings"

// A letter says something besides its orders, and exactly one reads that. It is decided here, once: the doors that take a
// letter in only act on it. Messages in orders go where they say, whatever else the letter is.

// Reader is who gets the words of a letter.
type Reader int

// Who it can be, first the one that outranks the others.
const (
	Machine Reader = iota // the letter asks with a word of ours. Nobody reads what else it says: the answer quotes it
	Players               // those whom the letter names
	Writer                // the player whose letter it answers
	Master                // the game master: anything else that says something
	Nobody                // it says nothing
)

// Said is what a letter says, as far as it decides who reads it.
type Said struct {
	Text    string // the writer's own words, without the orders
	Subject string // if its writer typed it; "" if it is that of the letter which this one answers
	Orders  bool   // it has orders, so it asks the machine for nothing else
	Answers bool   // it answers another player's letter, and is not forwarded by that one's reader
	Names   func() []Name
}

// Intent is what a letter is for, besides its orders.
type Intent struct {
	Reader Reader
	Wish   Wish   // what it asks for, or whom it names
	Words  string // what is for the reader; of the machine: what nobody reads
}

// Intent decides who reads a letter. The first line of its own words comes before its subject, and both come before the
// letter that it answers: whoever types a word means it.
func (v Vocabulary) Intent(of Said) Intent {
	wish, asks := v.Wished(of.Subject, of.Text, of.Names)
	words := strings.TrimSpace(of.Text)
	if of.Orders && wish.Service != Letters || of.Answers && wish.InText() && (wish.Name != "" || wish.runsOn) {
		asks, wish = false, Wish{} // `Orders for turn 3`; and to an ally, "Letter 3 of yours came" is a sentence
	}
	i := Intent{Reader: Master, Words: words}
	switch {
	case asks && wish.Service == Letters:
		i = Intent{Players, wish, wish.Said(of.Text)}
		if wish.To == "M" {
			i.Reader = Master
		}
	case asks:
		return Intent{Machine, wish, BeyondCourtesy(wish.Besides(of.Text))}
	case of.Answers:
		i.Reader = Writer
	}
	if of.Orders {
		i.Words = BeyondGreeting(i.Words)
	}
	if i.Words == "" && (of.Orders || i.Reader == Master) {
		i.Reader = Nobody
	}
	return i
}
