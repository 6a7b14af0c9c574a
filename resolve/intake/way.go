package intake

import (
	"slices"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/judged"
	"weltentor/resolve/letter"
	"weltentor/resolve/questions"
	"weltentor/resolve/receipt"
	"weltentor/resolve/requests"
	"weltentor/resolve/roster"
	"weltentor/resolve/sent"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// orderLetter is a letter with orders on its way, all of it within one transaction. Each step adds what it finds.
type orderLetter struct {
	world.Session
	from sent.Sender
	said string // what it says beside the form that it was filled into

	// Whose orders it says it has: the realm of the `$I` line, and who plays it. Nothing of it is proven.
	realm      int
	rec        roster.RealmRecord
	registered bool // it comes from an address of the realm

	// Whose they are, proven as the world asks, or named by the game master.
	turn   int               // that the orders are for; 0: the one that awaits orders
	byHand bool              // entered by the game master
	heard  questions.Besides // what became of what the letter says besides
	waited time.Time         // since when the orders were kept for this turn; zero: they have just come

	// That they may count now, and what they would replace.
	files    attached
	earlier  chronicle.SheetRecord // in force until now
	replaces bool                  // there is one

	// What the rules say of them.
	checked game.Checked // what would be in force; the problems are the letter's own
	lines   judged.Lines // the letter's own
	fresh   chronicle.SheetRecord
	whole   bool // the sheet in force is the letter's text and nothing of an earlier one

	// What they have brought about, once in force.
	accord  accord
	went    []receipt.Went // messages to the game master
	pressed receipt.Press  // messages to other players
}

// letterOf is a sender's letter at the beginning of its way.
func letterOf(from sent.Sender) *orderLetter { return &orderLetter{Session: from.Session, from: from} }

// A step of a letter's way. It adds to the letter, or gives the ending of its way.
type step func(*orderLetter) (*world.Ending, error)

// lettersWay is the way of a player's letter, from its sender on, until it is known whose orders it has.
var lettersWay = []step{
	(*orderLetter).mark,        // a machine's mark ends it, unless a proof outranks that
	(*orderLetter).orders,      // without orders it is a question, a service, a sign-up
	(*orderLetter).claim,       // whose orders it says it has
	(*orderLetter).author,      // whose they are, proven: else a wrong password, no proof
	(*orderLetter).besides,     // what it says besides goes to the game master
	(*orderLetter).asksInstead, // it has no orders, and asks for something that was to be proven
}

// ordersWay is the way of orders whose author is known: of a player's letter, of what the game master enters, of what
// was kept for the turn that begins.
var ordersWay = []step{
	(*orderLetter).wholeText, // its text as it is studied, cleaned of the password
	(*orderLetter).later,     // for a turn to come they are kept
	(*orderLetter).timely,    // too late, too early, a copy, too much
	(*orderLetter).verdict,   // what the rules say
	(*orderLetter).fruitless, // no good line: the earlier sheet stays
	(*orderLetter).sheet,     // in force; others are told
	(*orderLetter).answer,    // the player is answered
}

// walk leads a letter along its ways to its end.
func (l *orderLetter) walk(ways ...[]step) (*world.Ending, error) {
	for _, way := range ways {
		for _, s := range way {
			if end, err := s(l); end != nil || err != nil {
				return end, err
			}
		}
	}
	return nil, nil
}

// asksInstead ends the way of a letter that shows who sent it as orders do, has none, and asks for
// something in its subject that has to be proved: for more time and for a vote that is proof enough, the
// rest is answered as in any letter. nil: it is another letter.
func (a *orderLetter) asksInstead() (*world.Ending, error) {
	wish, asks := letter.Wished(a.from.Letter.Subject, "")
	if f := a.from.File; !asks || len(f.Lines)+len(f.Settings)+len(f.Problems) > 0 ||
		!slices.Contains([]letter.Service{letter.MoreTime, letter.Closes, letter.Pauses}, wish.Service) ||
		a.turn != 0 && a.turn != a.Current.Turn {
		return nil, nil
	}
	return requests.ServeProven(a.from, a.realm, wish)
}

// wholeText has the whole text studied: of orders by hand, or kept for this turn, nobody has asked whose they are.
func (l *orderLetter) wholeText() (*world.Ending, error) {
	l.from.Studied = l.from.Studied.Whole(l.World.Setup)
	return nil, nil
}
