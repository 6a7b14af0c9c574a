// Package receipt puts the answer to a letter with orders into words. Receipt is that answer as a value, with
// everything needed: it opens no store; intake fills it, and sender.Answer what any answer has. Receipt.Page is the
// order of its paragraphs. The middle, with the problems of the orders, is package verdict's, which the players' pages
// share. A Fate, what became of a letter whatever it was, is stored and never changes.
package receipt

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/letter"
	"weltentor/resolve/sheets"
	"weltentor/resolve/verdict"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// NotesShown is how many remarks about a mail are stored and shown.
const NotesShown = 20

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
	Fate          Fate
	Reason        phrase.Phrase // why nothing was taken, as a phrase of Words
	Realm         int           // 0 if unknown
	Turn          int           // the turn that awaits orders
	For           int           // the later turn that the orders are for; 0: the one that awaits orders
	verdict.Lines               // of the letter; empty if it was not judged
	Replaced      bool          // earlier orders were replaced
	Withdrawn     bool          // the orders for that turn are taken back
	Former        bool          // the game master has taken the last sheet back: what it replaced is in force again
	ByHand        bool          // the game master has entered the orders
	Answered      bool          // a letter about it was queued
	Asked         bool          // it only asked for something: nothing has changed
	Said          string        // the answer, if it came from the page: its writer reads that there, too
	Checked       game.Checked
	More          []Acceptance // of the same mail, which has orders for other realms, too
}

// Alarms reports whether the letter may be somebody else's. If so, the answer says nothing more about it, and goes
// only to an address of the realm's player.
func (f Fate) Alarms() bool { return f == WrongWord || f == Throttled || f == Unproven }

// Refuses reports whether nothing in the letter is even considered.
func (f Fate) Refuses() bool { return f == Refused || f == Unidentified || f.Alarms() }

// Receipt is the answer to a letter with orders, as a value: what became of the letter, and what the turn is like
// after it. It has everything that is needed to put it into words.
type Receipt struct {
	Acceptance
	Game       Context
	At         time.Time
	Here       game.Realm // the realm that the letter is for
	Called     phrase.Arg // the realm with its number
	Registered bool       // the letter comes from an address of the realm
	Letter     LetterText
	Sheet      *Sheet        // nil if the letter's orders are not in force
	Stood      sheets.Sheet  // the orders that stay in force; zero if there were none
	Went       []MessageSent // messages to the game master
	Press      Press         // messages to other players
	ToPlayers  bool          // the letter is one to other players that goes with the turn
	Waited     time.Time     // since when the orders were kept for this turn; zero: they have just come
	Kept       []int         // later turns for which the realm has orders, if the letter was for one
	TookBack   bool          // the machine played the realm until this letter came
	Machine    bool          // it plays the realm on, since the letter only speaks
	Besides    Besides       // what became of the words beside the orders
	Ready      deadlines.Due // whether the turn is resolved, as things are after the letter
	Resumes    time.Time     // when the pause of the game ends; zero: unknown
	ByDeadline bool          // the turn is resolved at its deadline
}

// Context is the world that answers.
type Context struct {
	Name, Address string
	Zone          *time.Location
	Rules         game.Rulebook
	World         game.World // that awaits orders
}

// LetterText is what is said about the letter itself: its text, without the password, and where it was found.
type LetterText struct {
	Text, Part, Charset            string
	Notes                          []phrase.Phrase
	DroppedErrors, DroppedWarnings int // problems that were counted but not listed
}

// Sheet is the sheet that a letter has put in force.
type Sheet struct {
	Earlier, Fresh  sheets.Sheet
	After           game.After      // what is in force after the letter
	Crossed, Agreed []phrase.Phrase // contradictions with the sheets of others, and agreement with them
	Later           bool            // the deadline was moved so that another realm can answer
}

// whole reports whether the letter's text is in force, and nothing else but what letters that only speak have said.
func (r Receipt) whole() bool { return r.Sheet != nil && r.Sheet.After.Whole }

// has reports whether there is a remark about the letter.
func (r Receipt) has(note string) bool {
	return slices.ContainsFunc(r.Letter.Notes, func(p phrase.Phrase) bool { return p.Code == note })
}

// Subject is the subject of the answer.
func (r Receipt) Subject(book *phrase.Book) string {
	code := "subject." + string(r.Fate)
	if r.Fate == Taken && r.NotYet > 0 {
		code = "subject.taken-not-yet"
	}
	if r.Withdrawn {
		code = "subject.withdrawn"
	}
	if r.Withdrawn && r.For > 0 {
		code = "subject.ahead-withdrawn"
	}
	if r.ToPlayers && r.Fate == Taken {
		code = "subject.letter-waits"
	}
	if own := "subject." + r.Reason.Code; book.Has(own) {
		code = own
	}
	return book.Say(phrase.P(code, phrase.Str("world", r.Game.Name), phrase.Num("turn", r.Turn),
		phrase.Num("good", r.Good), phrase.Num("bad", r.Bad), phrase.Num("later", r.NotYet), phrase.Num("for", r.For)))
}

// Page tells a player what became of their letter. The first line says whether it was accepted. Then come where it was
// read from, and until when it can be corrected. After that come what is wrong, who has no orders, what is new, what
// is in force and what is known of the next turn.
func (r Receipt) Page(book *phrase.Book) string {
	t := &wording.Text{Book: book}
	words := r.Game.Rules.Words(r.Here.Lang)
	if r.For > 0 && r.Fate != Refused {
		return r.ahead(t, words)
	}
	if r.Fate == Taken && r.ToPlayers {
		t.Say("letter-waits-turn")
	}
	switch {
	case r.Withdrawn:
		t.Say("sheet-withdrawn")
	case r.Fate == Taken:
		r.verdict().Accepted(t, r.has(letter.SeveralTexts))
	case r.Reason.Code == NoOrders: // nor did its writer mean any
		t.Line(book.Say(r.Reason))
	default:
		t.Say("not-accepted", phrase.Str("reason", book.Say(r.Reason)))
	}
	r.verdict().Counted(t, r.Fate == Taken)
	r.fallen(t)
	r.others(t)
	if r.Fate.Alarms() {
		r.alarm(t, words)
		return t.Body.String()
	}
	t.Line(r.about(book))
	if r.source(t); !r.Waited.IsZero() {
		t.Say("ahead-came", phrase.Str("when", wording.Moment(t.Book, r.Waited.In(r.Game.Zone))))
	}
	switch {
	case r.TookBack:
		t.Say("took-back")
	case r.Machine:
		t.Say("closing-bot")
	}
	switch {
	case !r.Replaced || r.Former:
	case r.Checked.Adds || !r.whole(): // something of the earlier orders is in force
		t.Say("replaces-named")
	default:
		t.Say("replaces")
	}
	if r.Replaced && !r.Former && r.Sheet.Fresh.Spoken > 0 {
		t.Say("said-stays")
	}
	r.time(t)
	if r.Sheet != nil && r.Sheet.Later {
		t.Say("deadline-later")
	}
	r.settings(t)
	if r.waitsFor() {
		t.Line(words.Say(r.Checked.Holds))
	}
	r.stands(t)
	r.toldMaster(t)
	r.toldOthers(t)
	r.problems(t, words)
	if r.Sheet != nil {
		t.Told("head.crossed", r.Sheet.Crossed, words)
		t.Told("head.compared", r.Sheet.Agreed, words)
	}
	if r.Fate == Taken || r.Fate == Kept {
		c := r.Checked
		if r.Machine { // nobody knows its orders yet
			c.Idle, c.Outlook = nil, nil
		}
		t.Told("head.idle", c.Idle, words)
		r.changed(t)
		r.inForce(t, words)
		t.Told("head.outlook", c.Outlook, words)
	}
	return t.Body.String()
}

// about names the realm and the turn.
func (r Receipt) about(book *phrase.Book) string {
	title := r.Game.World.Title(r.Here.Lang)
	if r.Here.Number == 0 {
		return title
	}
	return phrase.Capital(book.Say(phrase.P("realm", r.Called, phrase.Str("title", title))))
}

// Brief is what an address hears that is not the player's, but wrote the letter: the first line of the page, which realm
// it is about, and what became of the words beside the orders.
func (r Receipt) Brief(book *phrase.Book, page string) string {
	t := &wording.Text{Book: book}
	first, _, _ := strings.Cut(page, "\n")
	t.Line(first)
	if !r.Fate.Refuses() {
		t.Line(r.about(book))
	}
	r.sayBesides(t)
	t.Say("elsewhere")
	return t.Body.String()
}

// alarm says what to do after a letter that may be somebody else's, which orders count now, and how much time is left.
// It goes only to an address of the realm's player.
func (r Receipt) alarm(t *wording.Text, words *phrase.Book) {
	advice := "password-advice"
	if r.Fate == Unproven {
		advice = "proof-advice"
	}
	t.Say(advice, phrase.Str("address", r.Game.Address))
	if r.Registered {
		r.sayBesides(t)
	}
	asked := r.Game.World.Asked()
	if asked.Over || r.Here.Fallen {
		return
	}
	r.time(t)
	switch {
	case len(r.verdict().Forced()) > 0:
		r.inForce(t, words)
	case slices.Contains(asked.Realms, r.Realm) || !r.Stood.At.IsZero():
		r.stands(t)
	}
}

// verdict is what the rules say about the letter.
func (r Receipt) verdict() verdict.Verdict {
	j := verdict.Verdict{Checked: r.Checked, Lines: r.Lines, Text: r.Letter.Text, For: r.For, Now: r.Turn,
		DroppedErrors: r.Letter.DroppedErrors, DroppedWarnings: r.Letter.DroppedWarnings}
	if r.Sheet != nil {
		j.After(r.Sheet.After)
	}
	return j
}

// problems lists every bad line.
func (r Receipt) problems(t *wording.Text, words *phrase.Book) {
	r.verdict().Problems(t, words, r.Fate == Taken || r.Fate == Ahead)
}

// inForce says what the realm will do as things are now.
func (r Receipt) inForce(t *wording.Text, words *phrase.Book) {
	switch {
	case len(r.verdict().Forced()) == 0:
	case (r.Fate == Kept || r.Fate.Alarms()) && !r.Stood.At.IsZero():
		t.Head("head.in-force-kept", phrase.Str("when", wording.Moment(t.Book, r.Stood.At.In(r.Game.Zone))))
	default:
		t.Head("head.in-force")
	}
	r.verdict().InForce(t, words, r.Fate == Taken && r.whole()) // otherwise the lines are another letter's
}

// ahead tells a player what became of orders for a later turn: whether they are kept, which lines cannot be read, and
// when the orders will be checked again.
func (r Receipt) ahead(t *wording.Text, words *phrase.Book) string {
	turn := phrase.Num("turn", r.For)
	read := r.verdict()
	switch {
	case r.Fate != Ahead:
		t.Say("not-accepted", phrase.Str("reason", t.Book.Say(r.Reason)))
	case r.Withdrawn:
		t.Say("ahead-withdrawn", turn)
	default:
		read.KeptAhead(t)
	}
	r.fallen(t)
	r.others(t)
	if r.Here.Number > 0 {
		t.Line(phrase.Capital(r.Called.S))
	}
	r.source(t)
	if r.Fate == Ahead && !r.Withdrawn {
		if r.Replaced {
			t.Say("ahead-replaces", turn)
			if r.Sheet.Fresh.Spoken > 0 {
				t.Say("said-stays")
			}
		}
		read.BeginsAhead(t)
	}
	if len(r.Kept) > 1 || r.Withdrawn && len(r.Kept) > 0 {
		var turns []string
		for _, n := range r.Kept {
			turns = append(turns, strconv.Itoa(n))
		}
		t.Say("ahead-turns", phrase.Num("n", len(turns)), phrase.Str("list", strings.Join(turns, ", ")))
	}
	r.toldMaster(t)
	r.problems(t, words)
	return t.Body.String()
}
