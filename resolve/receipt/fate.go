package receipt

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Fate is what became of a letter.
type Fate string

// The fates of letters. They are stored, so they never change.
const (
	Taken        Fate = "taken"          // its orders are in force
	Ahead        Fate = "ahead"          // its orders are for a later turn, and kept for it
	Kept         Fate = "kept"           // it has no good line: what was in force stays
	Known        Fate = "known"          // the same letter came before
	Machine      Fate = "machine"        // from a machine: ignored
	Stranger     Fate = "stranger"       // unknown sender without a realm: ignored
	Unidentified Fate = "unidentified"   // a player's mail without a good `$I` line
	WrongWord    Fate = "wrong-password" // nothing accepted; the registered address is told
	Throttled    Fate = "throttled"      // too many wrong passwords came from there this hour: this one was not tried
	Refused      Fate = "refused"        // see the reason
	Unproven     Fate = "unproven"       // the sender is not proven as demanded; the registered address is told
	Undecided    Fate = "undecided"      // nothing is stored: only later can be said whether its sender is proven
	Served       Fate = "served"         // asked something of the machine itself, or answered its question
	CameBack     Fate = "bounce"         // one of our letters came back; noted at that letter
	PassedOn     Fate = "question"       // not orders: passed on to the game master
	FromMaster   Fate = "game-master"    // from the game master, or in their name, and answered as such
)

// NoOrders is the reason of a letter whose writer meant none.
const NoOrders = "no-orders"

// Acceptance is what became of a letter's orders.
type Acceptance struct {
	Fate      Fate
	Reason    phrase.Phrase // why nothing was taken, as a phrase of Words
	Realm     int           // 0 if unknown
	Turn      int           // the turn that awaits orders
	For       int           // the later turn that the orders are for; 0: the one that awaits orders
	Good, Bad int           // lines in force without a fault, lines with an error
	Partial   int           // bad lines of which the rest is in force
	NotYet    int           // lines that this world has no use for yet; neither good nor bad
	Replaced  bool          // earlier orders were replaced
	Withdrawn bool          // the orders for that turn are taken back
	Former    bool          // the game master has taken the last sheet back: what it replaced is in force again
	Answered  bool          // a letter about it was queued
	Asked     bool          // it only asked for something: nothing has changed
	Checked   game.Checked
}

// Alarms reports whether the letter may be somebody else's. If so, the answer says nothing more about it, and goes
// only to an address of the realm's player.
func (f Fate) Alarms() bool { return f == WrongWord || f == Throttled || f == Unproven }

// Refuses reports whether nothing in the letter is even considered.
func (f Fate) Refuses() bool { return f == Refused || f == Unidentified || f.Alarms() }
