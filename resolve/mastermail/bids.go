package mastermail

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/letters"
	"weltentor/resolve/logbook"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/secrets"
	"weltentor/resolve/signup"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// bid is what the game master can request of the game: its arguments, as they are stored with a code. Its sentences are
// those of its verb: `bid-word.VERB`, `bid-would.VERB` and `bid-done.VERB`.
type bid interface {
	// read takes what the letter says. A phrase.Fault says what cannot be read
	read(Letter, letter.Bidding) error
	// look returns what is to be said of it as things are now
	look(Letter) (said, error)
	do(Letter) error
}

// said is what is to be said of a request.
type said struct {
	why    phrase.Phrase       // it cannot be done, if this has a code
	code   string              // of its sentences, if that is not the verb
	args   []phrase.Arg        // of its sentences
	before phrase.Phrase       // said before what would be done, if it has a code
	then   phrase.Phrase       // said after what would be done, or is; the same
	text   string              // the game master's, shown before it is confirmed
	shows  func(*wording.Text) // says more of it before it is confirmed; nil: nothing
	names  []int               // realms that the sentences are about
	to     []int               // realms whose players get the text
}

// bids are the requests that need a code.
var bids = map[letter.Verb]func() bid{
	letter.BidTell:     func() bid { return &telling{} },
	letter.BidPause:    func() bid { return &timing{verb: letter.BidPause} },
	letter.BidResume:   func() bid { return &timing{verb: letter.BidResume} },
	letter.BidDeadline: func() bid { return &timing{verb: letter.BidDeadline} },
	letter.BidClose:    func() bid { return &closing{} },
	letter.BidGoOn:     func() bid { return &goingOn{} },
	letter.BidFree:     func() bid { return &freeing{} },
	letter.BidAccept:   func() bid { return &accepting{} },
	letter.BidBot:      func() bid { return &botting{on: true} },
	letter.BidNoBot:    func() bid { return &botting{} },
	letter.BidHold:     func() bid { return &holding{on: true} },
	letter.BidNoHold:   func() bid { return &holding{} },
	// these are carried out by turns, see schedule.Errand
	letter.BidRelease: func() bid { return &releasing{} },
	letter.BidUndo:    func() bid { return &undoing{} },
	letter.BidRedo:    func() bid { return &redoing{} },
	letter.BidPreview: func() bid { return &previewing{} },
	letter.BidOrders:  func() bid { return &looking{} },
	letter.BidReport:  func() bid { return &looking{} },
}

// plain is a request that reads nothing.
type plain struct{}

func (plain) read(Letter, letter.Bidding) error { return nil }

// telling is a letter to players.
type telling struct {
	Realms []int  `json:"realms"` // none: all
	Text   string `json:"text"`
}

func (t *telling) read(m Letter, b letter.Bidding) error {
	t.Realms, t.Text = b.Realms, strings.TrimSpace(m.words(b))
	return nil
}

// look also makes the text one that can be sent: what is shown is what is sent.
func (t *telling) look(m Letter) (s said, err error) {
	var realms []game.Realm
	text, err := letters.Sayable(t.Text)
	if err == nil {
		realms, err = letters.Listeners(m.Session, t.Realms, false)
	}
	if fault := (*phrase.Fault)(nil); errors.As(err, &fault) {
		return said{why: fault.What}, nil
	}
	for _, r := range realms {
		s.to = append(s.to, r.Number)
	}
	t.Text, s.text, s.names = text, text, t.Realms
	s.args = []phrase.Arg{phrase.Num("n", len(s.to)), phrase.Str("realms", world.NumbersOf(s.to))}
	return s, err
}

func (t *telling) do(m Letter) error {
	_, err := letters.ToPlayers(m.Session, t.Realms, t.Text, false, logbook.Master)
	return err
}

// timing is a pause, its end, or another deadline.
type timing struct {
	verb letter.Verb
	At   time.Time `json:"at,omitzero"` // the new deadline, or the end of the pause, if it has one
}

func (t *timing) read(m Letter, b letter.Bidding) error {
	if b.When == "" {
		return nil
	}
	s, err := m.World.Here(m.Tx, m.At)
	if err != nil || t.verb != letter.BidDeadline {
		s.Schedule.Deadline = time.Time{}
	}
	if t.At, err = schedule.Moment(b.When, s.Schedule.Deadline, m.World.Settings.Zone); err != nil {
		return &phrase.Fault{Kind: faults.ErrEdit, What: phrase.P("bid-date", phrase.Str("date", wording.Cut(b.When))),
			Words: wording.Words}
	}
	return nil
}

func (t *timing) look(m Letter) (s said, err error) {
	if t.At.IsZero() && t.verb == letter.BidPause {
		s.code = "pause-open"
	}
	book := m.book()
	s.args = []phrase.Arg{m.When(book, t.At)}
	s.why, err = schedule.Hinders(m.Session, t.verb, t.At, func(at time.Time) string { return wording.Moment(book, at) })
	return s, err
}

func (t *timing) do(m Letter) (err error) {
	switch t.verb {
	case letter.BidPause:
		_, err = schedule.PauseIn(m.Session, t.At, logbook.Master)
	case letter.BidResume:
		_, err = schedule.ResumeIn(m.Session, logbook.Master)
	default:
		err = schedule.MoveDeadline(m.Session, t.At, logbook.Master)
	}
	return err
}

// closing closes the game early.
type closing struct {
	After int    `json:"after"` // the turn after which it closes; 0: in a day
	Why   string `json:"why"`
}

func (c *closing) read(m Letter, b letter.Bidding) error {
	c.After, c.Why = b.After, m.reason(b)
	return nil
}

func (c *closing) look(m Letter) (said, error) {
	s := said{text: c.Why, args: []phrase.Arg{phrase.Num("turn", c.After),
		m.When(m.book(), m.At.Add(schedule.Reflection))}}
	if c.After == 0 {
		s.code = "close-now"
	}
	switch _, unfit := world.Reason(c.Why, faults.ErrClose); {
	case m.over():
		s.why = phrase.P("bid-over")
	case c.After > 0 && c.After < m.Current.Turn:
		s.why = phrase.P("bid-past-turn", phrase.Num("turn", c.After))
	case unfit != nil:
		s.why = phrase.P("bid-reason", phrase.Num("most", world.LongestWhy))
	}
	return s, nil
}

func (c *closing) do(m Letter) (err error) {
	if c.After == 0 {
		return schedule.CloseSoon(m.Session, c.Why, logbook.Master)
	}
	_, err = schedule.CloseIn(m.Session, c.After, c.Why, logbook.Master)
	return err
}

// goingOn calls a planned closing off.
type goingOn struct{ plain }

func (*goingOn) look(m Letter) (s said, err error) {
	planned, err := chronicle.ReadClosure(m.Tx)
	switch {
	case m.over():
		s.why = phrase.P("bid-over")
	case !planned.Planned():
		s.why = phrase.P("bid-not-closing")
	}
	return s, err
}

func (*goingOn) do(m Letter) error {
	_, err := schedule.CallOffIn(m.Session, logbook.Master)
	return err
}

// freeing takes a realm from its player.
type freeing struct {
	Realm int    `json:"realm"`
	Mail  string `json:"mail"` // the player's
}

func (f *freeing) read(m Letter, b letter.Bidding) error {
	f.Realm = b.Realms[0]
	rec, err := m.World.People.Person(m.Tx, f.Realm)
	if err == nil && !rec.Vacant() {
		f.Mail = rec.Mail[0]
	}
	return err
}

// look says who waits for the realm, too.
func (f *freeing) look(m Letter) (said, error) {
	s, rec, err := m.ofRealm(f.Realm)
	switch number := phrase.Num("realm", f.Realm); {
	case err != nil || s.why.Code != "":
		return s, err
	case rec.Vacant():
		s.why = phrase.P("bid-vacant", number)
	case rec.Mail[0] != f.Mail:
		s.why = phrase.P("bid-another", number)
	}
	rows, err := signup.WaitingList(m.Tx)
	if s.then = phrase.P("bid-next-nobody"); len(rows) > 0 {
		s.then = phrase.P("bid-next", phrase.Str("player", rows[0].Player), phrase.Str("mail", rows[0].Mail))
	}
	return s, err
}

func (f *freeing) do(m Letter) error { return players.Free(m.Session, f.Realm, logbook.Master) }

// accepting lets somebody of the waiting list in.
type accepting struct {
	Signup int    `json:"signup"`
	Mail   string `json:"mail"`
	wrong  phrase.Phrase
}

// read finds whom the game master means by a number, a name or an address.
func (a *accepting) read(m Letter, b letter.Bidding) error {
	rows, err := signup.WaitingList(m.Tx)
	found := 0
	for _, r := range rows {
		if b.Who == strconv.Itoa(r.ID) || strings.EqualFold(b.Who, r.Player) || strings.EqualFold(b.Who, r.Name) ||
			address.Same(b.Who, r.Mail) {
			a.Signup, a.Mail = r.ID, r.Mail
			found++
		}
	}
	if code := []string{"bid-nobody", "", "bid-several"}[min(found, 2)]; code != "" {
		a.wrong = phrase.P(code, phrase.Str("who", wording.Cut(b.Who)))
	}
	return err
}

func (a *accepting) look(m Letter) (s said, err error) {
	rows, err := signup.WaitingList(m.Tx)
	at := slices.IndexFunc(rows, func(r signup.Row) bool { return r.ID == a.Signup && r.Mail == a.Mail })
	switch {
	case a.wrong.Code != "":
		s.why = a.wrong
	case m.over():
		s.why = phrase.P("bid-over")
	case at < 0:
		s.why = phrase.P("bid-nobody", phrase.Str("who", a.Mail))
	default:
		s.args = []phrase.Arg{phrase.Str("player", rows[at].Player), phrase.Str("mail", a.Mail),
			phrase.Str("name", rows[at].Name)}
	}
	return s, err
}

// errNoPlace says that the world has no place for somebody who waits.
var errNoPlace = errors.New("there is no place")

func (a *accepting) do(m Letter) error {
	may, err := players.AcceptIn(m.Session, a.Signup)
	if err == nil && !may {
		err = errNoPlace
	}
	return err
}

// botting lets the machine play a realm, or no longer.
type botting struct {
	Realm int `json:"realm"`
	on    bool
}

func (b *botting) read(_ Letter, read letter.Bidding) error {
	b.Realm = read.Realms[0]
	return nil
}

func (b *botting) look(m Letter) (said, error) {
	s, rec, err := m.ofRealm(b.Realm)
	_, plays := m.World.Rules.(game.Bot)
	switch number := phrase.Num("realm", b.Realm); {
	case s.why.Code != "":
	case !plays:
		s.why = phrase.P("bid-bot-none")
	case b.on && rec.Bot != nil:
		s.why = phrase.P("bid-bot-already", number)
	case !b.on && rec.Bot == nil:
		s.why = phrase.P("bid-bot-not", number)
	}
	return s, err
}

func (b *botting) do(m Letter) error {
	if b.on {
		return players.LetsPlay(m.Session, b.Realm, logbook.Master)
	}
	return players.TakesBack(m.Session, b.Realm, logbook.Master)
}

// holding has the letters of the next turn wait for the game master, or no longer.
type holding struct {
	plain
	on bool
}

func (h *holding) look(m Letter) (s said, err error) {
	switch next := chronicle.HoldNext.Is(m.Tx); {
	case h.on && m.over():
		s.why = phrase.P("bid-over")
	case h.on && next:
		s.why = phrase.P("bid-holds-next")
	case !h.on && !next:
		s.why = phrase.P("bid-holds-no-next")
	}
	return s, nil
}

func (h *holding) do(m Letter) error { return schedule.HoldNext(m.Session, h.on, logbook.Master) }

// errand is a request about a turn that turns carries out, and answers.
type errand struct{ plain }

func (errand) do(Letter) error { return nil }
func (errand) waits()          {}

// releasing lets the letters of the held turn leave.
type releasing struct {
	errand
	schedule.Release
}

func (r *releasing) read(m Letter, _ letter.Bidding) error {
	held, err := chronicle.Held(m.Tx)
	r.Release = schedule.Release{Turn: held.Turn, At: held.At}
	return err
}

func (r *releasing) look(m Letter) (said, error) {
	s := said{args: []phrase.Arg{phrase.Num("turn", r.Turn)}}
	held, err := chronicle.Held(m.Tx)
	if held.Turn == 0 {
		s.why = phrase.P("bid-not-held")
	}
	return s, err
}

// undoing takes the last turn back.
type undoing struct {
	errand
	schedule.Undo
}

func (u *undoing) read(m Letter, b letter.Bidding) error {
	u.Undo = schedule.Undo{Turn: m.Current.Turn - 1, Why: m.reason(b)}
	return nil
}

// look says what it would mean, like the command. It says nothing about changes by hand. So none may have been made
// since the turn, unless it is held.
func (u *undoing) look(m Letter) (said, error) {
	s := said{args: []phrase.Arg{phrase.Num("turn", u.Turn)}, text: u.Why}
	s.shows = func(t *wording.Text) { t.Say("bid-undo-held") }
	held, err := chronicle.Held(m.Tx)
	if err != nil {
		return s, err
	}
	switch _, unfit := world.Reason(u.Why, faults.ErrUndo); {
	case m.Current.Turn < 2:
		s.why = phrase.P("bid-no-turn")
		return s, nil
	case unfit != nil:
		s.why = phrase.P("bid-why", phrase.Num("most", world.LongestWhy))
		return s, nil
	case held.Turn != u.Turn:
		l, err := schedule.ListUndo(m.World, m.Tx, u.Turn, m.At)
		if err == nil {
			err = l.Undecided("")
		}
		if fault := (*phrase.Fault)(nil); errors.As(err, &fault) {
			return said{why: fault.What}, nil
		}
		if err != nil {
			return s, err
		}
		s.names = l.Realms()
		s.shows = func(t *wording.Text) {
			t.Body.WriteString(l.Page(t.Book, func(at time.Time) string {
				return wording.Moment(t.Book, at.In(m.World.Settings.Zone))
			}))
			t.Say("bid-undo-all")
		}
	}
	taken, err := chronicle.UndoneOf(m.Tx, m.Current.Turn)
	if len(taken) > 0 {
		s.before = phrase.P("bid-undone", phrase.Num("turn", m.Current.Turn))
	}
	return s, err
}

// redoing resolves the turn again that was taken back, at once.
type redoing struct {
	errand
	schedule.Redo
}

func (r *redoing) read(m Letter, _ letter.Bidding) error {
	r.Turn = m.Current.Turn
	return nil
}

func (r *redoing) look(m Letter) (said, error) {
	s := said{args: []phrase.Arg{phrase.Num("turn", r.Turn)}}
	taken, err := chronicle.UndoneOf(m.Tx, m.Current.Turn)
	switch {
	case m.over():
		s.why = phrase.P("bid-over")
	case len(taken) == 0:
		s.why = phrase.P("bid-not-undone", phrase.Num("turn", m.Current.Turn))
	}
	return s, err
}

// previewing shows what the turn would do now, or what the held one has done.
type previewing struct{ errand }

func (*previewing) look(m Letter) (s said, err error) {
	held, err := chronicle.Held(m.Tx)
	if held.Turn == 0 && m.over() {
		s.why = phrase.P("bid-over")
	}
	return s, err
}

// looking shows a realm's orders for the turn that awaits some, or its last report.
type looking struct {
	errand
	schedule.Look
}

func (l *looking) read(_ Letter, b letter.Bidding) error {
	l.Realm = b.Realms[0]
	return nil
}

func (l *looking) look(m Letter) (said, error) {
	s := said{args: []phrase.Arg{phrase.Str("realms", strconv.Itoa(l.Realm))}}
	if _, found := m.Current.Realm(l.Realm); !found {
		s.why = phrase.P("bid-no-realm", phrase.Num("realm", l.Realm))
	}
	return s, nil
}

// book is the game master's language.
func (m Letter) book() *phrase.Book { return wording.Words(m.World.Settings.Lang) }

// over reports whether the game has ended.
func (m Letter) over() bool { return m.Current.World.Asked().Over }

// words is what the letter says besides the line of the request, without passwords.
func (m Letter) words(b letter.Bidding) string {
	return secrets.Finder{}.Clean(secrets.Readable(b.Words(m.From.Text)))
}

// reason is words as one line.
func (m Letter) reason(b letter.Bidding) string { return strings.Join(strings.Fields(m.words(b)), " ") }

// ofRealm returns what is to be said of a request about a realm that can be played now, and its player's record.
func (m Letter) ofRealm(number int) (s said, rec roster.RealmRecord, err error) {
	here, found := m.Current.Realm(number)
	s.names = []int{number}
	s.args = []phrase.Arg{phrase.Str("player", here.Player), phrase.Str("name", here.Name),
		phrase.Str("realms", strconv.Itoa(number))}
	switch {
	case m.over():
		s.why = phrase.P("bid-over")
	case !found || here.Fallen:
		s.why = phrase.P("bid-no-realm", phrase.Num("realm", number))
	default:
		rec, err = m.World.People.Person(m.Tx, number)
	}
	return s, rec, err
}
