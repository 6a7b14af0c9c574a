package letter

import (
	"slices"
	"strconv"
	"strings"
)

// Verb is what the game master can request of the game by mail. It is stored with a code.
type Verb string

// The requests. "" is a line that begins as a request and cannot be read.
const (
	BidHelp     Verb = "help"
	BidStatus   Verb = "status"
	BidTell     Verb = "tell"
	BidPause    Verb = "pause"
	BidResume   Verb = "resume"
	BidDeadline Verb = "deadline"
	BidClose    Verb = "close"
	BidGoOn     Verb = "go-on" // a planned closing is called off
	BidFree     Verb = "free"
	BidAccept   Verb = "accept"
	BidHold     Verb = "hold"    // the letters of the next turn wait for the game master
	BidNoHold   Verb = "no-hold" // they do not, after all
	BidRelease  Verb = "release" // the letters of the held turn leave
	BidUndo     Verb = "undo"
	BidRedo     Verb = "redo"    // the turn that was taken back is resolved again, at once
	BidPreview  Verb = "preview" // what the turn would do now, or what the held one has done
	BidOrders   Verb = "orders"  // of a realm, for the turn that awaits orders
	BidReport   Verb = "report"  // of a realm, of the last turn
	BidBot      Verb = "bot"     // the machine plays a realm
	BidNoBot    Verb = "no-bot"  // it does no longer
)

// WhileHeld reports whether the game hears a request while a turn is held. It hears what is about that turn.
func (v Verb) WhileHeld() bool {
	return v == BidRelease || v == BidUndo || v == BidPreview || v == BidStatus || v == BidHelp
}

// bidders begin a line with a request. The game master may play a realm as well, and a plain PAUSE is a player's word.
var bidders = []string{"gm", "sl"}

var bidWords = map[string]Verb{
	"help": BidHelp, "hilfe": BidHelp, "status": BidStatus, "stand": BidStatus, "tell": BidTell, "an": BidTell,
	"pause": BidPause, "resume": BidResume, "weiter": BidResume, "deadline": BidDeadline, "frist": BidDeadline,
	"close": BidClose, "schluss": BidClose, "free": BidFree, "frei": BidFree, "accept": BidAccept,
	"aufnehmen": BidAccept, "hold": BidHold, "halten": BidHold, "release": BidRelease, "freigeben": BidRelease,
	"redo": BidRedo, "wiederholen": BidRedo, "orders": BidOrders, "befehle": BidOrders, "report": BidReport,
	"bericht": BidReport, "undo": BidUndo, "zurück": BidUndo, "zurueck": BidUndo, "preview": BidPreview, "vorschau": BidPreview,
	"bot": BidBot, "maschine": BidBot,
}

// Bidding is a request of the game master.
type Bidding struct {
	Verb
	Realms []int  // realms that TELL is for, none: all; the realm of FREE, ORDERS, REPORT and BOT
	Who    string // whom ACCEPT is for, as written in lower case: a number of the waiting list, a name or an address
	When   string // the time for PAUSE and DEADLINE, as written; "" if there is none
	After  int    // for CLOSE, the turn after which the game is to be closed; 0: at once
	line   int    // the line of the text, from 1; 0: the subject
}

// Bids reads a request in a letter's subject, or in the first line of its text: `GM TELL 3 4`.
func Bids(subject, text string) (Bidding, bool) {
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		if strings.TrimSpace(line) == "" {
			continue
		}
		if b, ok := bidding(line); ok {
			b.line = n
			return b, true
		}
		break
	}
	return bidding(BareSubject(subject))
}

// Words is the letter's text without the line of the request.
func (b Bidding) Words(text string) string { return Wish{line: b.line}.Besides(text) }

// bidding reads a line. Any line that begins as a request is one: if it cannot be read, the game asks what was meant.
func bidding(line string) (b Bidding, is bool) {
	if len(line) > longWish {
		return b, false
	}
	fields := strings.Fields(strings.ToLower(line))
	if len(fields) < 2 || !slices.Contains(bidders, fields[0]) {
		return b, false
	}
	verb, rest := bidWords[strings.Trim(fields[1], ".:,!?")], fields[2:]
	switch verb {
	case BidTell:
		for _, word := range rest {
			word = strings.Trim(word, ".:,;")
			n, err := strconv.Atoi(word)
			switch {
			case (word == "all" || word == "alle") && len(rest) == 1:
			case err == nil && n > 0:
				b.Realms = append(b.Realms, n)
			default:
				return b, true
			}
		}
		if len(rest) == 0 {
			return b, true
		}
	case BidFree, BidOrders, BidReport, BidBot:
		if last := len(rest) - 1; verb == BidBot && last > 0 && slices.Contains(noes, rest[last]) {
			verb, rest = BidNoBot, rest[:last]
		}
		n, err := strconv.Atoi(strings.Trim(strings.Join(rest, " "), ".:,;"))
		if err != nil || n <= 0 {
			return b, true
		}
		b.Realms = []int{n}
	case BidAccept:
		if b.Who = strings.Join(rest, " "); b.Who == "" {
			return b, true
		}
	case BidPause, BidDeadline:
		if len(rest) > 0 && slices.Contains([]string{"until", "bis", "to", "auf"}, rest[0]) {
			rest = rest[1:]
		}
		b.When = strings.Join(rest, " ")
		if verb == BidDeadline && b.When == "" {
			return b, true
		}
	case BidHold:
		switch {
		case len(rest) == 1 && slices.Contains(noes, rest[0]):
			verb = BidNoHold
		case len(rest) > 0:
			return b, true
		}
	case BidClose:
		if len(rest) == 1 && slices.Contains(noes, rest[0]) {
			verb = BidGoOn
			break
		}
		var ok bool
		if b.After, ok = closesAfter(rest); !ok {
			return b, true
		}
	default:
		if len(rest) > 0 {
			return b, true
		}
	}
	b.Verb = verb
	return b, true
}

// noes are words that call a closing, a hold or the machine off.
var noes = []string{"no", "nein", "off", "aus"}

// closesAfter reads the turn after which a game is to be closed: `7`, `after turn 7`. It returns 0 for `now`.
func closesAfter(words []string) (turn int, ok bool) {
	if len(words) == 1 && (words[0] == "now" || words[0] == "sofort") {
		return 0, true
	}
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return w == "after" || w == "nach" || w == "turn" || w == "zug"
	})
	if len(words) != 1 {
		return 0, false
	}
	turn, err := strconv.Atoi(strings.Trim(words[0], ".:,;"))
	return turn, err == nil && turn > 0
}
