package intake

import (
	"weltentor/orders"
	"weltentor/resolve/notices"
	"weltentor/resolve/receipt"
	"weltentor/resolve/requests"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/sheets"
	"weltentor/resolve/verdict"
	"weltentor/resolve/world"
)

// orderLetter is a letter with orders between two steps, all of it within one transaction. Each step adds what it
// finds.
type orderLetter struct {
	world.Session
	from  sender.Sender
	meant requests.Intent // what it is for, if it has no orders

	key  notices.Key     // by which it came from the page; zero: by mail; without Opens: it is read again
	door secrets.LinkKey // the one that lasts, once its writer may have it
	code string          // that was typed into the page

	toPlayers bool // it is a letter to other players that goes with the turn

	// The realm that its `$I` line names, and who plays that. Nothing of this is proven.
	realm      int
	rec        roster.RealmRecord
	registered bool // it comes from an address of the realm

	// The author of its orders, proven as the world demands, or named by the game master.
	turn   int              // the turn that the orders are for; 0: the one that awaits orders
	byHand bool             // entered by the game master
	heard  receipt.Besides  // what became of what the letter says besides
	says   []orders.Message // what of that goes to other players with the turn
	begun  sheets.Sheet     // the orders as they were stored for this turn; zero: they have just come

	back   bool   // the game master takes the realm's last sheet back, and the letter has the orders that it replaced
	former []byte // the key of those; nil: it replaced none, and they are empty

	// The orders may count now. Earlier is what they would replace.
	receipt.Sheet
	files    attached
	replaces bool            // there is an earlier sheet; a letter that only speaks is added to it
	judged   verdict.Verdict // what the rules say about the letter, and about what is in force after it

	// What the orders have caused, once in force.
	went    []receipt.MessageSent // messages to the game master
	pressed receipt.Press         // messages to other players
}

// letterOf returns a sender's letter before its first step.
func letterOf(from sender.Sender) *orderLetter {
	return &orderLetter{Session: from.Session, from: from}
}

// step is a step of a letter. It adds to the letter, or returns its outcome.
type step func(*orderLetter) (*world.Ending, error)

// lettersWay is the steps of a player's letter, from the time its sender is known until the author of its orders is.
var lettersWay = []step{
	(*orderLetter).mark,         // a mark of automatic mail ends it, unless a proof outranks that
	(*orderLetter).practises,    // its orders are for a practice game
	(*orderLetter).orders,       // without orders it is a question, a request for a service, or a sign-up
	(*orderLetter).claimedRealm, // the realm that it names
	(*orderLetter).author,       // its author, if proven; otherwise a wrong password, or no proof
	(*orderLetter).copied,       // it is a copy of one whose orders were taken
	(*orderLetter).asks,         // it has no orders, and asks for something or writes to other players
	(*orderLetter).besides,      // what it says besides is passed on to the game master, or to whom it answers
}

// ordersWay is the steps of orders whose author is known: from a player's letter, entered by the game master, or stored
// for the turn that begins.
var ordersWay = []step{
	(*orderLetter).wholeText,  // all of its text is studied, without the password
	(*orderLetter).timely,     // what they replace; a copy, too late, too early, too much
	(*orderLetter).later,      // orders for a later turn are stored
	(*orderLetter).verdict,    // what the rules say
	(*orderLetter).fruitless,  // no good line: the earlier sheet stays in force
	(*orderLetter).putInForce, // put in force; others are told
	(*orderLetter).answer,     // the player is answered
}

// walk leads a letter through its steps to its outcome.
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

// wholeText has the whole text studied. Orders that were entered by hand or stored for this turn begin their steps
// here, so only part of their text may have been.
func (l *orderLetter) wholeText() (*world.Ending, error) {
	l.from.Content = l.from.Content.StudyWhole(l.World.Setup)
	if !l.byHand && l.begun.At.IsZero() {
		l.asksForEnd()
	}
	return nil, nil
}
