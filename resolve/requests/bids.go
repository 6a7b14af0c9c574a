package requests

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/roster"
	"weltentor/resolve/schedule"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// masterKind is a request of the game master. HELP has its row by its name, as `bid-row.NAME`. Its other sentences are
// `bid-word.NAME`, `bid-would.NAME` and `bid-done.NAME`.
type masterKind = sender.Kind[MasterLetter, said]

// masterKinds are all requests, in the order in which HELP names them, and then those for which a NO asks. They are no
// variable, since HELP looks them up. Those about a turn are errands, which turns carries out.
func masterKinds() []masterKind {
	return []masterKind{
		{Word: letter.Word{Service: "status", De: "stand", En: "status", Takes: letter.Nothing}, Held: true,
			Answer: MasterLetter.status},
		{Word: letter.Word{Service: letter.BidTell, De: "an", En: "tell", Takes: letter.Realms},
			Asks: asks[telling], Deed: doesMaster[telling]},
		{Word: letter.Word{Service: "pause", De: "pause", En: "pause", Takes: letter.Until},
			Asks: asks[timing], Deed: doesMaster[timing]},
		{Word: letter.Word{Service: letter.BidResume, De: "weiter", En: "resume", Takes: letter.Nothing},
			Asks: asks[timing], Deed: doesMaster[timing]},
		{Word: letter.Word{Service: letter.BidDeadline, De: "frist", En: "deadline", Takes: letter.To},
			Asks: asks[timing], Deed: doesMaster[timing]},
		{Word: letter.Word{Service: "close", De: "schluss", En: "close", Takes: letter.After,
			No: &letter.Word{Service: "go-on", Takes: letter.Nothing}},
			Asks: asks[closing], Deed: doesMaster[closing]},
		{Word: letter.Word{Service: letter.BidFree, De: "frei", En: "free", Takes: letter.OneRealm},
			Asks: asks[freeing], Deed: doesMaster[freeing]},
		{Word: letter.Word{Service: "accept", De: "aufnehmen", En: "accept", Takes: letter.Somebody},
			Asks: asks[accepting], Deed: doesMaster[accepting]},
		{Word: letter.Word{Service: "bot", De: "maschine", En: "bot", Takes: letter.OneRealm,
			No: &letter.Word{Service: "no-bot", Takes: letter.OneRealm}},
			Asks: asks[botting], Deed: doesMaster[botting]},
		{Word: letter.Word{Service: letter.BidPreview, De: "vorschau", En: "preview", Takes: letter.Nothing}, Held: true,
			Asks: asks[previewing], Deed: MasterLetter.errand},
		{Word: letter.Word{Service: "hold", De: "halten", En: "hold", Takes: letter.Nothing,
			No: &letter.Word{Service: "no-hold", Takes: letter.Nothing}},
			Asks: asks[holding], Deed: doesMaster[holding]},
		{Word: letter.Word{Service: "release", De: "freigeben", En: "release", Takes: letter.Nothing}, Held: true,
			Asks: asks[releasing], Deed: MasterLetter.errand},
		{Word: letter.Word{Service: letter.BidUndo, De: "zurück|zurueck", En: "undo", Takes: letter.Nothing}, Held: true,
			Asks: asks[undoing], Deed: MasterLetter.errand},
		{Word: letter.Word{Service: letter.BidRedo, De: "wiederholen", En: "redo", Takes: letter.Nothing},
			Asks: asks[redoing], Deed: MasterLetter.errand},
		{Word: letter.Word{Service: letter.BidOrders, De: "befehle", En: "orders", Takes: letter.OneRealm},
			Asks: asks[looking], Deed: MasterLetter.errand},
		{Word: letter.Word{Service: letter.BidReport, De: "bericht", En: "report", Takes: letter.OneRealm},
			Asks: asks[looking], Deed: MasterLetter.errand},
		{Word: letter.Word{Service: "help", De: "hilfe", En: "help", Takes: letter.Nothing}, Held: true,
			Answer: func(m MasterLetter) (bool, error) { return m.tell(m.asProgram(), "bid-help"), nil }},

		{Word: letter.Word{Service: "go-on"}, Asks: asks[goingOn], Deed: doesMaster[goingOn]},
		{Word: letter.Word{Service: "no-bot"}, Asks: asks[botting], Deed: doesMaster[botting]},
		{Word: letter.Word{Service: "no-hold"}, Asks: asks[holding], Deed: doesMaster[holding]},
	}
}

// masterKindOf finds a request by its name; it is zero if there is none.
func masterKindOf(name letter.Service) masterKind { return sender.Named(masterKinds(), name) }

// bidWords are the game master's words. They may play a realm as well, and a plain PAUSE is a player's word.
func bidWords() letter.Vocabulary { return sender.Words(masterKinds(), "gm", "sl") }

// bid is what a request needs to know, as it is stored with its code.
type bid interface {
	read(MasterLetter)               // takes what the letter says
	look(MasterLetter) (said, error) // returns what is to be said of it as things are now
}

// asks is Asks of a request: of what its code allows or, before it has one, of what the letter says.
func asks[B any, P interface {
	*B
	bid
}](m MasterLetter) (*said, error) {
	asked := P(new(B))
	if m.allowed == nil {
		asked.read(m)
	} else if err := m.allows(asked); err != nil {
		return nil, err
	}
	s, err := asked.look(m)
	s.asked = asked
	return &s, err
}

// doesMaster is Deed of a request that is done at once.
func doesMaster[B any, P interface {
	*B
	do(MasterLetter) error
}](m MasterLetter, _ correspondence.Token) (*world.Ending, error) {
	asked := P(new(B))
	if err := m.allows(asked); err != nil {
		return nil, err
	}
	return nil, asked.do(m)
}

// allows reads what the code of the letter allows.
func (m MasterLetter) allows(asked any) error {
	if err := json.Unmarshal(m.allowed, asked); err != nil {
		return fmt.Errorf("%w: what a code of the game master for %q allows: %w", faults.ErrDamaged, m.wish.Service, err)
	}
	return nil
}

// said is what is to be said of a request.
type said struct {
	asked  bid
	unread phrase.Phrase       // its line cannot be read, if this has a code
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

// plain is a request that reads nothing.
type plain struct{}

func (plain) read(MasterLetter) {}

// telling is a letter to players.
type telling struct {
	Realms []int  `json:"realms"` // none: all
	Text   string `json:"text"`
}

func (t *telling) read(m MasterLetter) {
	t.Realms, t.Text = m.wish.Realms, strings.TrimSpace(m.words())
}

// look also makes the text one that can be sent: what is shown is what is sent.
func (t *telling) look(m MasterLetter) (s said, err error) {
	var realms []game.Realm
	text, err := notices.Sayable(t.Text)
	if err == nil {
		realms, err = notices.Listeners(m.Session, t.Realms, false)
	}
	if fault := (*phrase.Fault)(nil); errors.As(err, &fault) {
		return said{why: fault.What}, nil
	}
	for _, r := range realms {
		s.to = append(s.to, r.Number)
	}
	t.Text, s.text, s.names = text, text, t.Realms
	s.args = []phrase.Arg{phrase.Num("n", len(s.to)), phrase.Str("realms", wording.NumbersOf(s.to))}
	return s, err
}

func (t *telling) do(m MasterLetter) error {
	_, err := notices.ToPlayers(m.Session, t.Realms, t.Text, false, logbook.Master)
	return err
}

// timing is a pause, its end, or another deadline.
type timing struct {
	At    time.Time `json:"at,omitzero"` // the new deadline, or the end of the pause, if it has one
	wrong phrase.Phrase
}

func (t *timing) read(m MasterLetter) {
	if m.wish.Time == "" {
		return
	}
	s, err := m.World.Here(m.Tx, m.At)
	if err != nil || m.wish.Service != letter.BidDeadline {
		s.Schedule.Deadline = time.Time{}
	}
	if t.At, err = schedule.Moment(m.wish.Time, s.Schedule.Deadline, m.World.Settings.Zone); err != nil {
		t.wrong = phrase.P("bid-date", phrase.Str("date", wording.Cut(m.wish.Time)))
	}
}

func (t *timing) look(m MasterLetter) (s said, err error) {
	if t.At.IsZero() && m.wish.Service == "pause" {
		s.code = "pause-open"
	}
	book := m.book()
	s.args = []phrase.Arg{m.When(book, t.At)}
	s.why, err = schedule.Hinders(m.Session, m.wish.Service, t.At, func(at time.Time) string { return wording.Moment(book, at) })
	if s.why.Code == "" {
		s.unread = t.wrong
	}
	return s, err
}

func (t *timing) do(m MasterLetter) (err error) {
	switch m.wish.Service {
	case "pause":
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

func (c *closing) read(m MasterLetter) {
	c.After, c.Why = m.wish.Number, m.reason()
}

func (c *closing) look(m MasterLetter) (said, error) {
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

func (c *closing) do(m MasterLetter) (err error) {
	if c.After == 0 {
		return schedule.CloseSoon(m.Session, c.Why, logbook.Master)
	}
	_, err = schedule.CloseIn(m.Session, c.After, c.Why, logbook.Master)
	return err
}

// goingOn calls a planned closing off.
type goingOn struct{ plain }

func (*goingOn) look(m MasterLetter) (s said, err error) {
	planned := chronicle.ReadClosure(m.Tx)
	switch {
	case m.over():
		s.why = phrase.P("bid-over")
	case !planned.Planned():
		s.why = phrase.P("bid-not-closing")
	}
	return s, nil
}

func (*goingOn) do(m MasterLetter) error {
	_, err := schedule.CallOffIn(m.Session, logbook.Master)
	return err
}

// freeing takes a realm from its player.
type freeing struct {
	Realm int    `json:"realm"`
	Mail  string `json:"mail"` // the player's
}

func (f *freeing) read(m MasterLetter) {
	f.Realm = m.wish.Realm
	rec := m.World.People.Person(m.Tx, f.Realm)
	if !rec.Vacant() {
		f.Mail = rec.Mail[0]
	}
}

// look says who waits for the realm, too.
func (f *freeing) look(m MasterLetter) (said, error) {
	s, rec := m.ofRealm(f.Realm)
	switch number := phrase.Num("realm", f.Realm); {
	case s.why.Code != "":
		return s, nil
	case rec.Vacant():
		s.why = phrase.P("bid-vacant", number)
	case rec.Mail[0] != f.Mail:
		s.why = phrase.P("bid-another", number)
	}
	rows := roster.WaitingList(m.Tx)
	if s.then = phrase.P("bid-next-nobody"); len(rows) > 0 {
		s.then = phrase.P("bid-next", phrase.Str("player", rows[0].Player), phrase.Str("mail", rows[0].Mail))
	}
	return s, nil
}

func (f *freeing) do(m MasterLetter) error { return players.Free(m.Session, f.Realm, logbook.Master) }

// accepting lets somebody of the waiting list in.
type accepting struct {
	Signup int    `json:"signup"`
	Mail   string `json:"mail"`
	wrong  phrase.Phrase
}

// read finds whom the game master means by a number, a name or an address.
func (a *accepting) read(m MasterLetter) {
	rows := roster.WaitingList(m.Tx)
	found := 0
	for _, r := range rows {
		if m.wish.Who == strconv.Itoa(r.ID) || strings.EqualFold(m.wish.Who, r.Player) || strings.EqualFold(m.wish.Who, r.Name) ||
			address.Same(m.wish.Who, r.Mail) {
			a.Signup, a.Mail = r.ID, r.Mail
			found++
		}
	}
	if code := []string{"bid-nobody", "", "bid-several"}[min(found, 2)]; code != "" {
		a.wrong = phrase.P(code, phrase.Str("who", wording.Cut(m.wish.Who)))
	}
}

func (a *accepting) look(m MasterLetter) (s said, err error) {
	rows := roster.WaitingList(m.Tx)
	at := slices.IndexFunc(rows, func(r roster.ApplicantRow) bool { return r.ID == a.Signup && r.Mail == a.Mail })
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
	return s, nil
}

// errNoPlace says that the world has no place for somebody who waits.
var errNoPlace = errors.New("there is no place")

func (a *accepting) do(m MasterLetter) error {
	may, err := players.AcceptIn(m.Session, a.Signup)
	if err == nil && !may {
		err = errNoPlace
	}
	return err
}

// botting lets the machine play a realm, or no longer.
type botting struct {
	Realm int `json:"realm"`
}

func (b *botting) read(m MasterLetter) {
	b.Realm = m.wish.Realm
}

func (b *botting) look(m MasterLetter) (said, error) {
	s, rec := m.ofRealm(b.Realm)
	on := m.wish.Service == "bot"
	switch number := phrase.Num("realm", b.Realm); {
	case s.why.Code != "":
	case m.World.Rules.Bot() == nil:
		s.why = phrase.P("bid-bot-none")
	case on && rec.Bot != nil:
		s.why = phrase.P("bid-bot-already", number)
	case !on && rec.Bot == nil:
		s.why = phrase.P("bid-bot-not", number)
	case on:
		if sheet, found := sheets.Get(m.Tx, m.Current.Turn, b.Realm); found && !sheet.Absent && !sheet.OnlySpeaks() {
			s.then = phrase.P("bid-bot-orders")
		}
	}
	return s, nil
}

func (b *botting) do(m MasterLetter) error {
	if m.wish.Service == "bot" {
		return players.LetsPlay(m.Session, b.Realm, logbook.Master)
	}
	return players.TakesBack(m.Session, b.Realm, logbook.Master)
}

// holding has the letters of the next turn wait for the game master, or no longer.
type holding struct{ plain }

func (*holding) look(m MasterLetter) (s said, err error) {
	on := m.wish.Service == "hold"
	switch next := chronicle.HoldNext.Is(m.Tx); {
	case on && m.over():
		s.why = phrase.P("bid-over")
	case on && next:
		s.why = phrase.P("bid-holds-next")
	case !on && !next:
		s.why = phrase.P("bid-holds-no-next")
	}
	return s, nil
}

func (*holding) do(m MasterLetter) error {
	return schedule.HoldNext(m.Session, m.wish.Service == "hold", logbook.Master)
}

// releasing lets the letters of the held turn leave.
type releasing struct {
	schedule.Release
}

func (r *releasing) read(m MasterLetter) {
	held := chronicle.Held(m.Tx)
	r.Release = schedule.Release{Turn: held.Turn, At: held.At}
}

func (r *releasing) look(m MasterLetter) (said, error) {
	s := said{args: []phrase.Arg{phrase.Num("turn", r.Turn)}}
	held := chronicle.Held(m.Tx)
	if held.Turn == 0 {
		s.why = phrase.P("bid-not-held")
	}
	return s, nil
}

// undoing takes the last turn back.
type undoing struct {
	schedule.Undo
}

func (u *undoing) read(m MasterLetter) {
	u.Undo = schedule.Undo{Turn: m.Current.Turn - 1, Why: m.reason()}
}

// look says what it would mean, like the command. It says nothing about changes by hand. So none may have been made
// since the turn, unless it is held.
func (u *undoing) look(m MasterLetter) (said, error) {
	s := said{args: []phrase.Arg{phrase.Num("turn", u.Turn)}, text: u.Why}
	s.shows = func(t *wording.Text) { t.Say("bid-undo-held") }
	held := chronicle.Held(m.Tx)
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
	taken := chronicle.UndoneOf(m.Tx, m.Current.Turn)
	if len(taken) > 0 {
		s.before = phrase.P("bid-undone", phrase.Num("turn", m.Current.Turn))
	}
	return s, nil
}

// redoing resolves the turn again that was taken back, at once.
type redoing struct {
	schedule.Redo
}

func (r *redoing) read(m MasterLetter) {
	r.Turn = m.Current.Turn
}

func (r *redoing) look(m MasterLetter) (said, error) {
	s := said{args: []phrase.Arg{phrase.Num("turn", r.Turn)}}
	taken := chronicle.UndoneOf(m.Tx, m.Current.Turn)
	switch {
	case m.over():
		s.why = phrase.P("bid-over")
	case len(taken) == 0:
		s.why = phrase.P("bid-not-undone", phrase.Num("turn", m.Current.Turn))
	}
	return s, nil
}

// previewing shows what the turn would do now, or what the held one has done.
type previewing struct{ plain }

func (*previewing) look(m MasterLetter) (s said, err error) {
	held := chronicle.Held(m.Tx)
	if held.Turn == 0 && m.over() {
		s.why = phrase.P("bid-over")
	}
	return s, nil
}

// looking shows a realm's orders for the turn that awaits some, or its last report.
type looking struct {
	schedule.Look
}

func (l *looking) read(m MasterLetter) {
	l.Realm = m.wish.Realm
}

func (l *looking) look(m MasterLetter) (said, error) {
	s := said{args: []phrase.Arg{phrase.Str("realms", strconv.Itoa(l.Realm))}}
	if _, found := m.Current.Realm(l.Realm); !found {
		s.why = phrase.P("bid-no-realm", phrase.Num("realm", l.Realm))
	}
	return s, nil
}

// book is the game master's language.
func (m MasterLetter) book() *phrase.Book { return wording.Words(m.World.Settings.Lang) }

// over reports whether the game has ended.
func (m MasterLetter) over() bool { return m.Current.World.Asked().Over }

// words is what the letter says besides the line of the request, without passwords.
func (m MasterLetter) words() string {
	return secrets.Finder{}.Clean(secrets.Readable(m.wish.Besides(m.From.Said())))
}

// reason is words as one line.
func (m MasterLetter) reason() string { return strings.Join(strings.Fields(m.words()), " ") }

// ofRealm returns what is to be said of a request about a realm that can be played now, and its player's record.
func (m MasterLetter) ofRealm(number int) (s said, rec roster.RealmRecord) {
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
		rec = m.World.People.Person(m.Tx, number)
	}
	return s, rec
}
