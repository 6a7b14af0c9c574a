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
	Ahead        Fate = "ahead"          // its orders are for a turn to come, and kept for it
	Kept         Fate = "kept"           // no good line in it: what was in force stays
	Known        Fate = "known"          // the same letter was here before
	Machine      Fate = "machine"        // ignored
	Stranger     Fate = "stranger"       // unknown sender without a realm: ignored
	Unidentified Fate = "unidentified"   // a player's mail without a good `$I` line
	WrongWord    Fate = "wrong-password" // nothing accepted; the registered address is told
	Throttled    Fate = "throttled"      // too many wrong passwords from there this hour: this one was not tried
	Refused      Fate = "refused"        // see the reason
	Unproven     Fate = "unproven"       // nothing proves its sender as this world asks; the registered address is told
	Undecided    Fate = "undecided"      // nothing is stored: whether its sender is proven can be told later
	Served       Fate = "served"         // asked something of the machine itself, or answered what it had asked
	CameBack     Fate = "bounce"         // of a letter of ours, noted there
	PassedOn     Fate = "question"       // not orders: passed on to the game master
	FromMaster   Fate = "game-master"    // his own, or in his name, and answered as such
)

// Acceptance is what became of a letter's orders.
type Acceptance struct {
	Fate      Fate
	Reason    phrase.Phrase // why nothing was taken, in the words of Words
	Realm     int           // 0 if unknown
	Turn      int           // that awaits orders
	For       int           // the turn to come that the orders are for; 0: the one that awaits orders
	Good, Bad int           // lines in force without a fault, lines with an error
	Partial   int           // of the bad ones: those of which the rest is in force
	NotYet    int           // lines this world has no use for yet, neither good nor bad
	Replaced  bool          // earlier orders
	Answered  bool          // a letter was queued about it
	Checked   game.Checked
}

// Alarms tells whether the answer is to a letter that is somebody else's perhaps. Of that letter it
// tells nothing more, and it goes to an address of the realm's player and nowhere else.
func (f Fate) Alarms() bool { return f == WrongWord || f == Throttled || f == Unproven }

// Advice is the code of what to do after such a letter.
func (f Fate) Advice() string {
	if f != Unproven {
		return "password-advice"
	}
	return "proof-advice"
}

// Refuses tells that nothing of the letter is even weighed.
func (f Fate) Refuses() bool { return f == Refused || f == Unidentified || f.Alarms() }
