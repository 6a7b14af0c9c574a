package letter

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// A letter says something besides its orders, and exactly one reads that. It is decided here, once, by one table: the
// doors that take a letter in only act on it. Messages in orders go where they say, whatever else the letter is.
//
//	rank  what                                        player            stranger   former     game master
//	1     a code that it brings back                  Code: its deed first, and the next rows if it has none to do
//	2     a word of ours, the first in its text       Machine, Players  Machine    Machine    Machine
//	3     a word of ours as its typed subject         Machine, Players  Machine    Machine    Machine
//	4     it answers a letter of a practice game      Lesson            Lesson     Lesson     Another
//	5     it answers another player's letter          Writer            Writer     Writer     Another
//	6     it answers a question                       –                 –          –          Asker
//	7     anything else that says something           Master            Machine    Master     Another, Nobody
//
// A practice game's code above orders, or with a YES, comes before a word. A stranger reads what the game is, whatever
// they write; what they ask is then the game master's (requests.Meet). Another is for what the game master writes as a
// player or a newcomer: orders, a code or a word of theirs. A letter for a person that may be for another one is for
// nobody (see doubt). So are an answer to a player with a word that is not in capitals, and one to what we say of letters.
// The game master is shown theirs first. Typed orders for a realm of their own, and words of players, come before the
// question that they answer.

// Reader is who gets the words of a letter.
type Reader int

// Who it can be.
const (
	Nobody  Reader = iota // it says nothing, or nothing that anybody is to read
	Machine               // the letter asks with a word of ours. Nobody reads what else it says: the answer quotes it
	Players               // those whom the letter names
	Writer                // the player whose letter it answers
	Lesson                // the writer's practice game
	Asker                 // the player whose question the game master answers
	Another               // whom the letter has if the game master writes like anybody
	Master                // the game master
)

// Role is in what name a letter is written.
type Role int

// The roles.
const (
	Player     Role = iota
	Stranger        // somebody who has no realm
	Former          // somebody whose realm or address was taken a short while ago
	GameMaster      // as such
)

// Practice is what a letter has to do with its writer's practice game.
type Practice int

// What it can have to do with it.
const (
	NoPractice       Practice = iota
	AnswersPractice           // it answers one of the letters of the game, which runs
	PracticeCode              // it has the code in force of the game
	PracticeIdentity          // it has an `$I` line: with a code in place of a password, or one that has no place there
)

// Said is what a letter says, as far as it decides who reads it.
type Said struct {
	As       Role
	Text     string // the writer's own words, without the orders
	Subject  string // if its writer typed it; "" if it is that of the letter which this one answers
	Heading  string // the subject, if that says something to a person; otherwise ""
	Orders   bool   // it has orders, so it asks the machine for nothing else; of the game master: it is a player's
	Own      bool   // the game master has typed the orders, for a realm of theirs
	Code     bool   // it brings a code back; of the game master: one of theirs
	Practice Practice
	Lesson   bool   // it has orders for that game, or a YES to those that were proposed
	Answers  string // the realm whose letter it answers, if that one's reader does not forward it; otherwise ""
	Question string // the realm whose question to the game master it answers, 0 for somebody new; otherwise ""
	About    string // what the letter of ours is called that it answers, if that is about letters of players; otherwise ""
	Names    func() []Name
	Persons  func() []Name      // who plays the realms, if its writer knows; they are no names for LETTER
	Signs    []string           // names with which its writer may sign
	Mine     []string           // who writes, as in Wish.To
	Calls    Vocabulary         // the game master's words, if they write
	Serves   func(Service) bool // the game master may ask for it like anybody
	plain    func() []Name      // Names as they are compared
}

// Intent is what a letter is for, besides its orders.
type Intent struct {
	Code   bool // the deed of its code comes first
	Reader Reader
	Wish   Wish   // what it asks for, or whom it names
	Words  string // what is for the reader; of the machine: what nobody reads
}

// Intent decides who reads a letter. The first line of its own words comes before its subject, and both come before the
// letter that it answers: whoever types a word means it.
func (v Vocabulary) Intent(of Said) Intent {
	if of.Names != nil {
		of.Names = sync.OnceValue(of.Names)
	}
	if of.As == GameMaster {
		return v.masters(of)
	}
	read := v.Wished
	if of.Orders {
		read = v.wished // `$5000` is a price
	}
	wish, asks := read(of.Subject, of.Text, of.Names)
	if of.Orders && wish.Service != Letters || of.Answers != "" && wish.sentence() {
		asks, wish = false, Wish{} // `Orders for turn 3`
	}
	i, spoken := Intent{Code: of.Code, Reader: Master, Words: strings.TrimSpace(of.Text)}, ""
	switch {
	case of.practises(asks):
		i.Code, i.Reader = false, Lesson
	case asks && wish.Service == Letters:
		i.Reader, i.Wish, i.Words = Players, wish, wish.Said(of.Text)
		switch {
		case wish.To == "M":
			i.Reader = Master
		case wish.Name != "":
			i.Words = strings.TrimSpace(of.Text) // it comes back
		}
	case asks && of.Answers != "" && wish.InText() && !wish.shouted(of.Text):
		spoken = wish.lineIn(of.Text)
	case asks:
		i.Reader, i.Wish, i.Words = Machine, wish, BeyondCourtesy(wish.Besides(of.Text))
		return i
	case of.Answers != "":
		i.Reader = Writer
	case of.As == Stranger, of.As == Former && !Speaks(of.Text) && !AsksInSubject(of.Subject):
		i.Reader = Nobody
		if lang, wants := Willing(of.Subject, of.Text); wants {
			i.Reader, i.Wish = Machine, Wish{Service: SignsUp, Lang: lang, Willing: true}
		} else if lang, begins := v.begins(Practices, of.Subject, of.Text); begins && of.As == Stranger {
			i.Reader, i.Wish = Machine, Wish{Service: Practices, Lang: lang}
		}
	}
	if of.Orders {
		i.Words = BeyondGreeting(i.Words, of.known)
	}
	if of.Orders && i.Reader == Master && !Asks(i.Words) { // otherwise it is shown above the question
		i.Words = strings.TrimSpace(of.Heading + "\n\n" + i.Words)
	}
	line, parts := of.doubt(i)
	if line == "" && of.About != "" && of.As == Player && i.Reader == Master && !asks && BeyondCourtesy(i.Words) != "" {
		line = of.About // it may be meant for one of them
	}
	switch line = cmp.Or(spoken, line); {
	case i.Words == "" && (of.Orders || i.Reader == Master):
		i.Reader = Nobody
	case line != "":
		i.Reader, i.Words = Players, strings.TrimSpace(of.Text)
		i.Wish = Wish{Service: Letters, Lang: wish.Lang, Realm: wish.Realm, Name: line, Parts: parts}
	}
	return i
}

// shouted reports whether the word in a text is in capitals and nothing else, as people write it to a machine. `When?`
// may answer another player.
func (w Wish) shouted(text string) bool {
	line := w.lineIn(text)
	word, _, _ := strings.Cut(line, " ")
	return word == strings.ToUpper(word) && !strings.ContainsAny(line, "?!")
}

// doubt is the line by which a letter for a person may be for another one, if nothing in it may be orders: Wish.second,
// one that calls the game, or the subject of an answer that was written anew. Parts reports whether that line may begin
// another letter.
func (of Said) doubt(i Intent) (line string, parts bool) {
	to := i.Wish
	switch i.Reader {
	case Master:
		to.To = "M"
	case Writer:
		to.To = of.Answers
	case Asker:
		to.To = of.Question
	case Players:
	default:
		return "", false
	}
	if of.As == Stranger || of.As == Former || to.Name != "" || OpensSection().MatchString(of.Text) {
		return "", false
	}
	if subject := BareSubject(of.Subject); i.Reader == Writer {
		head, _, _ := strings.Cut(subject, ":")
		other, _ := readAddress("LETTER "+toward().ReplaceAllString(head, ""), of.Names)
		if other.To != "" && other.To != to.To || saysMaster().MatchString(subject) {
			return subject, false
		}
	}
	line = cmp.Or(of.second(to, i.Words), of.Calls.calls(i.Words))
	return line, line != ""
}

// known are names that may be in a greeting or below a close: the writer's, and those of the other realms.
func (of Said) known() []string {
	known := slices.Clone(of.Signs)
	if of.Names != nil {
		for _, n := range of.Names() {
			known = append(known, n.Is)
		}
	}
	return known
}

// practises reports whether a letter is for its writer's practice game. A word in it is for the machine, unless there
// are orders with the game's code, or a YES to those that it proposed.
func (of Said) practises(asks bool) bool {
	switch of.Practice {
	case PracticeIdentity:
		return true
	case PracticeCode:
		return !asks || of.Lesson
	}
	return of.Practice == AnswersPractice && !asks
}

// sentence reports whether a word in the text may begin a sentence. In an answer, "Letter 3 of yours came" is one.
func (w Wish) sentence() bool { return w.InText() && (w.Name != "" && w.prose || w.Read != "") }

// masters is Intent for the game master.
func (v Vocabulary) masters(of Said) Intent {
	i := Intent{Code: of.Code, Words: strings.TrimSpace(of.Text)}
	bid, bids := of.Calls.Wished(of.Subject, of.Text, nil)
	plain, asks := v.Wished(of.Subject, of.Text, nil)
	question := of.Question != ""
	asks = asks && !(question && plain.sentence())
	switch {
	case of.Code:
	case (bids || question) && of.Calls.calledIn(bid.Besides(of.Text)):
		i.Reader = Machine // whose the words above the second line are, nobody can tell
	case bids:
		i.Reader, i.Wish, i.Words = Machine, bid, bid.Besides(of.Text)
	case of.Own, asks && of.Serves(plain.Service), of.Orders && of.Subject != "":
		i.Reader = Another
	case question:
		i.Reader = Asker
		line, _ := of.doubt(i)
		i.Wish.Name = cmp.Or(line, of.Calls.calls(i.Words))
	case of.Orders, of.Answers != "", of.Practice != NoPractice:
		i.Reader = Another
	}
	return i
}
