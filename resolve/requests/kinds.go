package requests

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/notices"
	"weltentor/resolve/sender"
	"weltentor/resolve/world"
)

// kind is a request of a player. HELP has its row by its name, as `help-row.NAME`, if it is in helpGroups. Sentences name it by `word.NAME`. The
// subject of an answer is up to the function that answers.
type kind = sender.Kind[request, question]

// Services that another place asks for, too, or looks at.
const (
	waits letter.Service = "deadline"
	stops letter.Service = "stop"
)

// newest stands for the turn that was resolved last.
const newest = -1

// off are words for 0 turns, or hours.
var off = map[string]int{"ende": 0, "end": 0, "aus": 0, "off": 0}

// kinds are all requests, in the order in which HELP names them, and then the codes that nobody asks for with a word.
// They are no variable, since some of the answers look kinds up themselves.
func kinds() []kind {
	return []kind{
		{Word: letter.Word{Service: letter.Helps, De: "hilfe", En: "help", Rule: true},
			Strangers: true, Answer: answers(request.help)},
		{Word: letter.Word{Service: "guide", De: "anleitung", En: "guide"},
			Shown: request.hasGuide, Answer: answers(request.guide)},
		{Word: letter.Word{Service: letter.Manuals, De: "handbuch", En: "manual"},
			Shown: func(r request) bool { return notices.HasManual(r.World.Setup, r.here.Lang) },
			Once:  true, Large: always, Answer: answers(request.manual)},
		{Word: letter.Word{Service: letter.Rulebooks, De: "regeln|regelbuch|regel|kapitel", En: "rules|rule|chapter", Rule: true},
			Shown:     func(r request) bool { return notices.HasRules(r.World.Setup, r.here.Lang) },
			Strangers: true, Once: true, Large: always, Answer: answers(request.rules)},
		{Word: letter.Word{Service: "report", De: "bericht", En: "report", Number: true},
			Large: request.hasReport, Answer: answers(request.report)},
		{Word: letter.Word{Service: waits, De: "frist|wann", En: "deadline|when"}, Answer: answers(request.waits)},
		{Word: letter.Word{Service: letter.TellsNow, De: "befehle", En: "orders"}, Answer: answers(request.inForceNow)},
		{Word: letter.Word{Service: letter.Templates, De: "vorlage", En: "template"}, Answer: answers(request.template)},
		{Word: letter.Word{Service: letter.Passwords, De: "passwort|kennwort", En: "password"},
			Players: true, Asks: request.password, Coded: always, Deed: does(request.newPassword)},
		{Word: letter.Word{Service: "pause", De: "pause", En: "pause", Number: true},
			Players: true, Asks: request.pause, Coded: always, Deed: does(request.absent)},
		{Word: letter.Word{Service: "remind", De: "erinnern", En: "remind", Number: true, Numbers: off,
			Idle: []string{"stunde", "stunden", "hour", "hours", "vorher", "before"}},
			Players: true, Asks: request.remind, Coded: request.says, Proof: request.proven, Deed: does(request.reminded),
			Hinders: request.noReminder, About: "remind"},
		{Word: letter.Word{Service: letter.Substitutes, De: "vertretung", En: "substitute", Number: true,
			Numbers: off, Mail: true},
			Asks: request.substitute, Coded: always, Deed: does(request.confirmed)},
		{Word: letter.Word{Service: letter.Moves, De: "adresse", En: "address", Mail: true},
			Players: true, Asks: request.address, Coded: request.says, Proof: request.provenAlone,
			Deed:    does(request.offerAddress),
			Hinders: func(r request) phrase.Phrase { return r.noAddress(r.Mail) }, About: "address"},
		{Word: letter.Word{Service: "map", De: "karte", En: "map", Number: true,
			Numbers: map[string]int{"groß": newest, "gross": newest, "big": newest, "large": newest}},
			Shown:  request.drawn,
			Answer: answers(request.mapped)},
		{Word: letter.Word{Service: "page", De: "tisch", En: "table",
			Idle: []string{"neu", "nochmal", "again", "anew", "new"}}, // once it was sent again only with one of them
			Shown: func(r request) bool { return notices.HasTable(r.World.Setup) },
			Once:  true, Answer: answers(request.table)},
		{Word: letter.Word{Service: "more-time", De: "mehr zeit", En: "more time"},
			Shown: func(r request) bool { return r.World.Settings.MoreTime > 0 },
			Asks:  request.moreTime, Coded: always, Proof: request.proven, Deed: does(request.timeConfirmed)},
		{Word: letter.Word{Service: "close", De: "schluss", En: "close",
			Numbers: map[string]int{"ja": 1, "yes": 1, "nein": 0, "no": 0}},
			Shown: func(r request) bool { return r.World.Settings.ClosingVote },
			Asks:  request.vote, Coded: request.says, Proof: func(r request) bool { return r.asOrders },
			Deed: does(request.voted), Hinders: request.noVote, About: "closing-vote"},
		{Word: letter.Word{Service: "public", De: "stand", En: "standings"},
			Shown:  func(r request) bool { return len(r.World.Settings.Public) > 0 },
			Answer: answers(request.public)},
		{Word: letter.Word{Service: letter.Letters, De: "brief", En: "letter", Whom: true},
			Shown: request.hasPress, Deed: ends(request.released)}, // asked for by writes
		{Word: letter.Word{Service: "archive", De: "archiv", En: "archive", Number: true},
			Shown: request.hasPress, Large: always, Answer: answers(request.archive)},
		{Word: letter.Word{Service: letter.Practices, De: "üben|ueben", En: "practice|practise"},
			Shown:     func(r request) bool { return r.World.Practises() },
			Strangers: true, Once: true, Asks: request.practice, Coded: always, Proof: request.proven,
			Deed:   ends(request.practises),
			Agreed: uses(practise)},
		{Word: letter.Word{Service: letter.Observes, De: "beobachten", En: "observe", Numbers: off},
			Shown:     func(r request) bool { return r.World.Observed() },
			Strangers: true, Once: true, Asks: request.observe, Coded: func(r request) bool { return !r.Given },
			Proof: request.proven, Deed: does(request.observes),
			Agreed: uses(observe)},
		{Word: letter.Word{Service: "undo", De: "rückgängig|zurücknehmen", En: "undo"},
			Answer: answers(request.undoes)},
		{Word: letter.Word{Service: stops, De: "stopp|abbestellen", En: "stop|unsubscribe"},
			Answer: func(r request) (bool, error) {
				r.tell("stop", phrase.P("stop"))
				return true, nil
			}},
		{Word: letter.Word{Service: "fair", De: "fair", En: "fair"}, Once: true, Answer: answers(request.fair)},
		{Word: letter.Word{Service: "data", De: "daten", En: "data"}, Once: true, Answer: answers(request.data)},
		{Word: letter.Word{Service: "leave", De: "abmeldung|abmelden", En: "leave"},
			Players: true, Asks: request.leave, Coded: always, Deed: does(request.left),
			Hinders: request.noLeave, About: "leave"},
		{Word: letter.Word{Service: letter.SignsUp, De: "anmeldung|anmelden", En: "signup|sign-up"},
			Shown:     func(request) bool { return false }, // who gets the list plays
			Strangers: true, Answer: answers(request.plays),
			Agreed: join, Declined: joinsNot},

		{Word: letter.Word{Service: letter.Begins}, Deed: ends(request.begins)},
		{Word: letter.Word{Service: letter.Sets}, Deed: ends(request.begins)},
		{Word: letter.Word{Service: letter.StandsIn}, Agreed: uses(standsIn), Declined: standsNotIn},
		{Word: letter.Word{Service: letter.TakesAddress}, Agreed: uses(moves), Declined: notMoved},
		{Word: letter.Word{Service: letter.TakesBack}, Agreed: movesBack, Stays: true},
	}
}

// kindOf finds a request by its name; it is zero if there is none.
func kindOf(name letter.Service) kind { return sender.Named(kinds(), name) }

// Words are the words of all requests.
func Words() letter.Vocabulary { return sender.Words(kinds()) }

// question is what a player is to confirm.
type question struct {
	args    any // of the deed; nil if it needs none
	subject string
	first   phrase.Phrase
	more    []phrase.Phrase
	quote   string // a letter that is to leave
	answer  string // the sentence that says how to answer, if that is not a YES alone
}

// answers makes an answer of one that says nothing of limits: they were counted before.
func answers(answer func(request) error) func(request) (bool, error) {
	return func(r request) (bool, error) { return true, answer(r) }
}

// does makes a deed of one that answers the player, and has arguments of a type of its own.
func does[A any](deed func(request, A) error) func(request, correspondence.Token) (*world.Ending, error) {
	return ends(func(r request, args A) (*world.Ending, error) {
		return r.from.Served(r.here.Number, true), deed(r, args)
	})
}

// ends is does for a deed that ends the letter's steps itself.
func ends[A any](deed func(request, A) (*world.Ending, error)) func(request, correspondence.Token) (*world.Ending, error) {
	return func(r request, t correspondence.Token) (*world.Ending, error) {
		args, err := correspondence.Args[A](t)
		if err != nil {
			return nil, err
		}
		return deed(r, args)
	}
}

// uses makes what a YES does of a deed with arguments of a type of its own. It uses the code up.
func uses[A any](deed func(sender.Sender, correspondence.Token, A) (*world.Ending, error)) func(sender.Sender, []byte,
	correspondence.Token) (*world.Ending, error) {
	return func(s sender.Sender, key []byte, t correspondence.Token) (*world.Ending, error) {
		args, err := correspondence.Args[A](t)
		if err != nil {
			return nil, err
		}
		t.Used = s.At.UTC()
		t.Save(s.Tx, key)
		return deed(s, t, args)
	}
}

// nothing are the arguments of a deed that needs none.
type nothing struct{}

// always is for what holds for a request whatever its letter says.
func always(request) bool { return true }

// says reports whether the letter says more than the word, and so wants something.
func (r request) says() bool { return r.Given || r.Mail != "" }

// enough reports whether the letter itself proves enough for what it asks for.
func (r request) enough() bool { return r.kind.Proof != nil && r.kind.Proof(r) }

// provenAlone reports whether the letter's proof is enough, in a world that accepts one without a password.
func (r request) provenAlone() bool {
	auth := r.World.Settings.AuthInForce()
	return (auth == world.ByDKIM || auth == world.ByEither) && r.from.Vouched()
}

// proven reports whether the letter's proof is enough for a request that needs as much as orders do.
func (r request) proven() bool { return r.asOrders || r.provenAlone() }
