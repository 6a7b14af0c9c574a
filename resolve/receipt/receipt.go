// Package receipt is the answer to a letter with orders: a value that the front desk fills, put into
// words for the player. It opens no store.
package receipt

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// shown is how many problems a receipt tells one by one.
const shown = orders.Kept

// NotesShown is how many remarks about a mail are kept and told.
const NotesShown = 20

// Receipt is the answer to a letter with orders, as a value: what became of the letter, and how
// the turn stands after it. It is put into words without a look at anything else.
type Receipt struct {
	Acceptance
	Game       Game
	At         time.Time
	Here       game.Realm // whose letter it is
	Called     phrase.Arg // the realm with its number
	Registered bool       // the letter comes from an address of its realm
	ByHand     bool       // the game master has entered it
	Letter     Letter
	Lines      Lines                 // of the letter; none of one that was not judged
	Sheet      *Sheet                // nil if the letter's orders are not in force
	Stood      chronicle.SheetRecord // what stays in force; nothing if there was nothing
	Went       []Went                // messages to the game master
	Press      Press                 // messages to other players
	Waited     time.Time             // since when the orders were kept for this turn; zero: they have just come
	Kept       []int                 // turns to come for which the realm has orders, after a letter for one
	Withdrawn  bool                  // the letter takes back those for its turn
	Besides    Besides               // what became of what the letter says besides
	Next       Next
}

// Game is the world that answers.
type Game struct {
	Name, Address string
	Zone          *time.Location
	Rules         game.Rulebook
	World         game.World // that awaits orders
}

// Letter is what is said of the letter itself: its text, without the password, and where that was.
type Letter struct {
	Text, Part, Charset            string
	Notes                          []phrase.Phrase
	DroppedErrors, DroppedWarnings int // problems that were only counted
}

// Sheet is what a letter has put in force.
type Sheet struct {
	Earlier, Fresh  chronicle.SheetRecord
	Crossed, Agreed []phrase.Phrase // what others' sheets contradict, and what they say the same
	Later           bool            // the deadline was moved, for another's answer
}

// Next is how the turn stands after the letter.
type Next struct {
	Due, Held  bool      // it is resolved at once; it would be, but for the mailbox
	Early      time.Time // when it is resolved ahead of its deadline, if nobody sends a letter until then
	Waits      string    // code of what it waits for
	Deadline   time.Time // zero if it has none
	ByDeadline bool      // the turn goes by it
	Resumes    time.Time // when the pause ends; zero: nobody knows
}

// whole tells whether the letter's text, and no other, is in force.
func (r Receipt) whole() bool { return r.Sheet != nil && r.Sheet.Fresh.Text == r.Letter.Text }

// has tells whether a remark is made about the letter.
func (r Receipt) has(note string) bool {
	return slices.ContainsFunc(r.Letter.Notes, func(p phrase.Phrase) bool { return p.Code == note })
}

// Subject is that of the answer.
func (r Receipt) Subject(book *phrase.Book) string {
	code := "subject." + string(r.Fate)
	if r.Fate == Taken && r.NotYet > 0 {
		code = "subject.taken-not-yet"
	}
	if r.Withdrawn {
		code = "subject.ahead-withdrawn"
	}
	if own := "subject." + r.Reason.Code; book.Has(own) {
		code = own
	}
	return book.Say(phrase.P(code, phrase.Str("world", r.Game.Name), phrase.Num("turn", r.Turn),
		phrase.Num("good", r.Good), phrase.Num("bad", r.Bad), phrase.Num("later", r.NotYet), phrase.Num("for", r.For)))
}

// Page tells a player what became of his letter: accepted or not in the
// first line, then from where it was read and until when he may mend it, then
// what is wrong, who has no orders, what is new, what is in force and what is
// known of the turn to come.
func (r Receipt) Page(book *phrase.Book) string {
	t := &wording.Text{Book: book}
	words := r.Game.Rules.Words(r.Here.Lang)
	if r.For > 0 && r.Fate != Refused {
		return r.ahead(t, words)
	}
	counts := []phrase.Arg{phrase.Num("good", r.Good), phrase.Num("bad", r.Bad)}
	switch {
	case r.Fate != Taken:
		t.Say("not-accepted", phrase.Str("reason", book.Say(r.Reason)))
	case r.Good+r.Partial == 0:
		t.Say("accepted-empty")
	case r.Bad > 0:
		t.Say("accepted-partly", counts...)
	case r.doubts() > 0 && r.NotYet == 0 && !r.has(letter.SeveralTexts):
		t.Say("accepted-doubts", append(counts, phrase.Num("n", r.doubts()))...)
	case r.NotYet > 0 || r.has(letter.SeveralTexts) || len(r.Lines.OnlyIf) > 0:
		t.Say("accepted-good", counts...)
	default:
		t.Say("accepted", counts...)
	}
	if r.Partial > 0 {
		t.Say("lines-partial", phrase.Num("n", r.Partial))
	}
	if len(r.Lines.OnlyIf) > 0 && r.Fate == Taken {
		t.Say("lines-if", phrase.Num("n", len(r.Lines.OnlyIf)))
	}
	if r.NotYet > 0 {
		t.Say("lines-not-yet", phrase.Num("n", r.NotYet))
	}
	r.others(t)
	if r.Fate.Alarms() {
		t.Say(r.Fate.Advice(), phrase.Str("address", r.Game.Address))
		return t.Body.String()
	}
	if r.Here.Number == 0 {
		t.Line(r.Game.World.Title(r.Here.Lang))
	} else {
		t.Line(phrase.Capital(t.Book.Say(phrase.P("realm", r.Called,
			phrase.Str("title", r.Game.World.Title(r.Here.Lang))))))
	}
	if r.source(t); !r.Waited.IsZero() {
		t.Say("ahead-came", phrase.Str("when", wording.Moment(t.Book, r.Waited.In(r.Game.Zone))))
	}
	switch {
	case !r.Replaced:
	case r.Checked.Adds || !r.whole(): // something of the earlier is in force
		t.Say("replaces-named")
	default:
		t.Say("replaces")
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
		t.Told("head.idle", c.Idle, words)
		r.changed(t)
		r.inForce(t, words)
		t.Told("head.outlook", c.Outlook, words)
	}
	return t.Body.String()
}

// kinds are the headings under which a receipt tells problems, in this order.
var kinds = []string{"error", "partial", "if", "not-yet", "beware", "warning"}

// doubts counts the warnings that a receipt tells.
func (r Receipt) doubts() int {
	n := r.Letter.DroppedWarnings
	for _, p := range r.Checked.Problems {
		if k := r.Lines.Kind(p); k == "warning" || k == "beware" {
			n++
		}
	}
	return n
}

// problems tells every bad line: errors first, then what counts in part or not
// yet, what threatens without a line, and what counts perhaps not as it was meant. Headings count lines.
func (r Receipt) problems(t *wording.Text, words *phrase.Book) {
	of := map[string][]orders.Problem{}
	for _, p := range r.Checked.Problems {
		of[r.Lines.Kind(p)] = append(of[r.Lines.Kind(p)], p)
	}
	lines := strings.Split(r.Letter.Text, "\n")
	left := shown
	for _, kind := range kinds {
		counted := 0 // beyond those kept in words
		switch kind {
		case "error":
			counted = r.Letter.DroppedErrors
		case "warning":
			counted = r.Letter.DroppedWarnings
		}
		told := of[kind]
		slices.SortStableFunc(told, func(a, b orders.Problem) int { return cmp.Compare(a.Line, b.Line) })
		if len(told)+counted == 0 {
			continue
		}
		head := "head." + kind
		if kind == "warning" && r.Fate != Taken && r.Fate != Ahead {
			head = "head.warning-unused"
		}
		t.Head(head, phrase.Num("n", distinct(told)+counted))
		rest := len(told) + counted
		told = told[:min(len(told), left)]
		for i, p := range told {
			if p.Line == 0 { // of the whole file
				t.Line("  " + words.Say(p.What))
				continue
			}
			t.Say("problem", phrase.Num("line", p.Line), phrase.Num("col", p.Col),
				phrase.Str("what", words.Say(p.What)))
			last := i == len(told)-1 || told[i+1].Line != p.Line
			if last && p.Line <= len(lines) {
				t.Line("      > " + wording.Cut(strings.TrimSpace(lines[p.Line-1])))
			}
		}
		left -= len(told)
		t.More(rest - len(told))
	}
}

// distinct counts the lines of problems; what is about the whole file counts each.
func distinct(problems []orders.Problem) int {
	seen, n := map[int]bool{}, 0
	for _, p := range problems {
		if p.Line == 0 || !seen[p.Line] {
			n++
		}
		seen[p.Line] = true
	}
	return n
}

// inForce tells what the realm will do as things stand.
func (r Receipt) inForce(t *wording.Text, words *phrase.Book) {
	forced := slices.DeleteFunc(slices.Clone(r.Checked.InForce),
		func(o game.InForce) bool { return o.What.Code == game.WillIf }) // told with the condition
	switch {
	case len(forced) == 0:
	case r.Fate == Kept && !r.Stood.At.IsZero():
		t.Head("head.in-force-kept", phrase.Str("when", wording.Moment(t.Book, r.Stood.At.In(r.Game.Zone))))
	default:
		t.Head("head.in-force")
	}
	for _, o := range forced[:min(len(forced), wording.ForcedShown)] {
		if o.Line > 0 && r.Fate == Taken && r.whole() { // else it is another letter's line
			t.Say("in-force", phrase.Num("line", o.Line), phrase.Str("what", wording.SayShort(words, o.What)))
		} else {
			t.Line("  " + wording.SayShort(words, o.What))
		}
	}
	t.More(len(forced) - wording.ForcedShown)
}
