package requests

import (
	"sync"

	"weltentor/orders/phrase"
	"weltentor/resolve/applicants"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/letters"
	"weltentor/resolve/sent"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// kind is a request, and all that becomes of it. HELP has its row by its name, as `help-row.NAME`. Sentences name it by
// `word.NAME`. The subject of an answer is up to the function that answers.
type kind struct {
	letter.Word
	// HELP names the word; nil: always
	shown func(request) bool
	// somebody without a realm may ask, too
	strangers bool
	// only the player may ask, and no substitute
	players bool
	// the answer is the same for all realms of a player
	once bool
	// the answer is a large file, of which fewer are sent
	large func(request) bool

	// A request has one of these two. answer only answers; asks returns what is to be confirmed, or nil if it has
	// answered that nothing is to be done.
	answer func(request) error
	asks   func(request) (*question, error)
	// reports whether the answer may be a letter with a code, which has limits of its own
	coded func(request) bool
	// reports whether the letter proves enough, so that no code is needed; nil: it never does
	proof func(request) bool
	// does what was confirmed
	deed func(request, correspondence.Token) (*world.Ending, error)

	// does what YES allows to somebody whose code is not a realm's
	agreed func(s sent.Sender, key []byte, t correspondence.Token) (*world.Ending, error)
	// answers them if they say anything else; nil: they hear nothing
	declined func(sent.Sender, correspondence.Token) error
	// a code stays open, whatever its reader answers but YES
	stays bool
}

// off are words for 0 turns, or hours.
var off = map[string]int{"ende": 0, "end": 0, "aus": 0, "off": 0}

// listed are the kinds, from the first time that somebody looks one up. They are not a variable's first value because
// some of the answers look kinds up themselves.
var listed struct {
	once sync.Once
	all  []kind
}

// kinds are all requests, in the order in which HELP names them, and then the codes that nobody asks for with a word.
func kinds() []kind {
	listed.once.Do(func() { listed.all = list() })
	return listed.all
}

func list() []kind {
	return []kind{
		{Word: letter.Word{Service: letter.Helps, De: "hilfe", En: "help", Rule: true},
			strangers: true, answer: request.help},
		{Word: letter.Word{Service: "guide", De: "anleitung", En: "guide"},
			shown: request.hasGuide, answer: request.guide},
		{Word: letter.Word{Service: letter.Manuals, De: "handbuch", En: "manual"},
			shown: func(r request) bool { return letters.HasManual(r.World.Setup, r.here.Lang) },
			once:  true, large: always, answer: request.manual},
		{Word: letter.Word{Service: letter.Rulebooks, De: "regeln|regelbuch", En: "rules", Rule: true},
			strangers: true, once: true, large: always, answer: request.rules},
		{Word: letter.Word{Service: "report", De: "bericht", En: "report", Number: true},
			large: request.hasReport, answer: request.report},
		{Word: letter.Word{Service: letter.TellsNow, De: "befehle", En: "orders"}, answer: request.inForceNow},
		{Word: letter.Word{Service: letter.Templates, De: "vorlage", En: "template"}, answer: request.template},
		{Word: letter.Word{Service: letter.Passwords, De: "passwort|kennwort", En: "password"},
			players: true, asks: request.password, coded: always, deed: does(request.newPassword)},
		{Word: letter.Word{Service: "pause", De: "pause", En: "pause", Number: true},
			players: true, asks: request.pause, coded: always, deed: does(request.absent)},
		{Word: letter.Word{Service: "remind", De: "erinnern", En: "remind", Number: true, Numbers: off,
			Idle: []string{"stunde", "stunden", "hour", "hours", "vorher", "before"}},
			players: true, asks: request.remind, coded: request.says, proof: request.proven, deed: does(request.reminded)},
		{Word: letter.Word{Service: letter.Substitutes, De: "vertretung", En: "substitute", Number: true,
			Numbers: off, Mail: true},
			asks: request.substitute, coded: always, deed: does(request.confirmed)},
		{Word: letter.Word{Service: letter.Moves, De: "adresse", En: "address", Mail: true},
			players: true, asks: request.address, coded: request.says, proof: request.provenAlone,
			deed: does(request.offerAddress)},
		{Word: letter.Word{Service: "map", De: "karte", En: "map"},
			shown:  func(r request) bool { _, drawn := chronicle.As[game.Charter](r.Current.World); return drawn },
			answer: request.mapped},
		{Word: letter.Word{Service: "page", De: "tisch", En: "table",
			Idle: []string{"neu", "nochmal", "again", "anew", "new"}}, // once it was sent again only with one of them
			shown: func(r request) bool { return letters.HasTable(r.World.Setup) },
			once:  true, answer: request.table},
		{Word: letter.Word{Service: "more-time", De: "mehr zeit", En: "more time"},
			shown: func(r request) bool { return r.World.Settings.MoreTime > 0 },
			asks:  request.moreTime, coded: always, proof: request.proven, deed: does(request.timeConfirmed)},
		{Word: letter.Word{Service: "close", De: "schluss", En: "close",
			Numbers: map[string]int{"ja": 1, "yes": 1, "nein": 0, "no": 0}},
			shown: func(r request) bool { return r.World.Settings.ClosingVote },
			asks:  request.vote, coded: request.says, proof: func(r request) bool { return r.asOrders },
			deed: does(request.voted)},
		{Word: letter.Word{Service: "public", De: "stand", En: "standings"},
			shown:  func(r request) bool { return len(r.World.Settings.Public) > 0 },
			answer: request.public},
		{Word: letter.Word{Service: letter.Letters, De: "brief", En: "letter", Whom: true},
			shown: request.hasPress, deed: ends(request.released)}, // asked for by writes
		{Word: letter.Word{Service: "archive", De: "archiv", En: "archive", Number: true},
			shown: request.hasPress, large: always, answer: request.archive},
		{Word: letter.Word{Service: letter.Practices, De: "üben|ueben", En: "practice|practise"},
			shown:     func(r request) bool { return r.World.Practises() },
			strangers: true, once: true, asks: request.practice, coded: always, proof: request.proven,
			deed:   ends(request.practises),
			agreed: applicants.Practise},
		{Word: letter.Word{Service: letter.Observes, De: "beobachten", En: "observe", Numbers: off},
			shown:     func(r request) bool { return r.World.Observed() },
			strangers: true, once: true, asks: request.observe, coded: func(r request) bool { return !r.Given },
			proof: request.proven, deed: does(request.observes),
			agreed: applicants.Observe},
		{Word: letter.Word{Service: "leave", De: "abmeldung|abmelden", En: "leave"},
			players: true, asks: request.leave, coded: always, deed: does(request.left)},
		{Word: letter.Word{Service: letter.SignsUp, De: "anmeldung|anmelden", En: "signup|sign-up"},
			shown:     func(request) bool { return false }, // who gets the list plays
			strangers: true, answer: request.plays,
			agreed: applicants.Join, declined: joinsNot},

		{Word: letter.Word{Service: letter.StandsIn}, agreed: agreed, declined: standsNotIn},
		{Word: letter.Word{Service: letter.TakesAddress}, agreed: moves, declined: notMoved},
		{Word: letter.Word{Service: letter.TakesBack}, agreed: movesBack, stays: true},
	}
}

// ended notes at the end of a letter's way whether the letter only asked, so that it need not be read again.
func (k kind) ended(end *world.Ending, err error) (*world.Ending, error) {
	if end != nil {
		end.Asked = k.deed == nil && k.agreed == nil
	}
	return end, err
}

// kindOf finds a request by its name; it is zero if there is none.
func kindOf(name letter.Service) (k kind) {
	for _, k := range kinds() {
		if k.Service == name {
			return k
		}
	}
	return k
}

// Words are the words of all requests.
func Words() (all letter.Vocabulary) {
	for _, k := range kinds() {
		if k.De != "" {
			all = append(all, k.Word)
		}
	}
	return all
}

// question is what a player is to confirm.
type question struct {
	args    any // of the deed; nil if it needs none
	subject string
	first   phrase.Phrase
	more    []phrase.Phrase
	quote   string // a letter that is to leave
}

// does makes a deed of one that answers the player, and has arguments of a type of its own.
func does[A any](deed func(request, A) error) func(request, correspondence.Token) (*world.Ending, error) {
	return ends(func(r request, args A) (*world.Ending, error) {
		return r.from.Served(r.here.Number, true), deed(r, args)
	})
}

// ends is does for a deed that ends the letter's way itself.
func ends[A any](deed func(request, A) (*world.Ending, error)) func(request, correspondence.Token) (*world.Ending, error) {
	return func(r request, t correspondence.Token) (*world.Ending, error) {
		args, err := correspondence.Args[A](t)
		if err != nil {
			return nil, err
		}
		return deed(r, args)
	}
}

// nothing are the arguments of a deed that needs none.
type nothing struct{}

// always is for what holds for a request whatever its letter says.
func always(request) bool { return true }

// says reports whether the letter says more than the word, and so wants something.
func (r request) says() bool { return r.Given || r.Mail != "" }

// enough reports whether the letter itself proves enough for what it asks for.
func (r request) enough() bool { return r.kind.proof != nil && r.kind.proof(r) }

// asksCode reports whether the answer may be a letter with a code.
func (r request) asksCode() bool { return r.kind.coded != nil && r.kind.coded(r) && !r.enough() }
