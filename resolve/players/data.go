package players

import (
	"strconv"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// PersonalData is what the store has about a person.
type PersonalData struct {
	World     string           `json:"world"`
	Realm     int              `json:"realm"`
	Name      string           `json:"name"` // of the realm
	Player    string           `json:"player,omitempty"`
	Mail      []string         `json:"mail,omitempty"`
	Lang      phrase.Lang      `json:"lang"`
	Computer  game.Computer    `json:"computer,omitempty"`
	AwayUntil int              `json:"away_until,omitempty"` // turn
	Missed    int              `json:"missed,omitempty"`     // turns in a row
	Closes    bool             `json:"closes,omitempty"`     // has voted to close the game early
	Remind    int              `json:"remind,omitempty"`     // hours before the deadline, as the player chose; -1: never
	Muted     bool             `json:"muted,omitempty"`      // its messages go with the reports only
	Used      []string         `json:"settings_used,omitempty"`
	Letters   []StoredLetter   `json:"letters,omitempty"`   // letters that came
	Orders    []StoredOrders   `json:"orders,omitempty"`    // as they counted
	Booked    []StoredOrders   `json:"booked,omitempty"`    // lines of the game master's orders that name the realm
	Mailed    []StoredMail     `json:"mailed,omitempty"`    // letters that the game sent
	Questions []StoredQuestion `json:"questions,omitempty"` // letters that were passed on to the game master
	Waiting   []StoredWait     `json:"waiting,omitempty"`
	Practice  []StoredPractice `json:"practice,omitempty"` // practice games, whose letters are among those that the game sent
	Observes  []StoredObserver `json:"observes,omitempty"` // where the newspaper goes, without a realm
	Log       []StoredEntry    `json:"log,omitempty"`      // the erasable part of logbook entries
}

// StoredLetter is a letter that came, as it is stored.
type StoredLetter struct {
	At        time.Time `json:"at"`
	From      string    `json:"from"`
	Subject   string    `json:"subject"`
	MessageID string    `json:"message_id,omitempty"`
	Fate      string    `json:"fate"`
	Turn      int       `json:"turn"`
	Text      string    `json:"text"`
	UID       uint32    `json:"-"` // in the mailbox's inbox, for sorting
}

// StoredOrders are a realm's orders for a turn.
type StoredOrders struct {
	Turn int       `json:"turn"`
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

// StoredMail is a letter that the game sent. The text of a report is stored with its turn.
type StoredMail struct {
	At      time.Time `json:"at"`
	To      string    `json:"to"`
	Kind    string    `json:"kind"`
	Subject string    `json:"subject"`
	State   string    `json:"state"`
	Text    string    `json:"text,omitempty"`
}

// StoredQuestion is a letter that was passed on to the game master.
type StoredQuestion struct {
	Number   uint64    `json:"number"`
	Turn     int       `json:"turn"`
	At       time.Time `json:"at"`
	Subject  string    `json:"subject,omitempty"`
	Answered time.Time `json:"answered,omitzero"`
}

// StoredWait is a place on the waiting list.
type StoredWait struct {
	At     time.Time `json:"at"`
	Player string    `json:"player"`
	Name   string    `json:"name"`
	Mail   string    `json:"mail,omitempty"`
}

// StoredPractice is a practice game.
type StoredPractice struct {
	At     time.Time `json:"at"` // begun
	Mail   string    `json:"mail"`
	Orders string    `json:"orders,omitempty"` // that have come and were not played yet
	Beside string    `json:"beside,omitempty"` // what their letter says beside them
}

// StoredObserver is an address that gets the newspaper of each turn.
type StoredObserver struct {
	At   time.Time `json:"at"` // since
	Mail string    `json:"mail"`
}

// StoredEntry is an entry of the logbook.
type StoredEntry struct {
	Number uint64        `json:"number"`
	At     time.Time     `json:"at,omitzero"`
	Turn   int           `json:"turn"`
	Realm  int           `json:"realm,omitempty"`
	What   phrase.Phrase `json:"-"`
	Name   string        `json:"name,omitempty"`
	Mail   string        `json:"mail,omitempty"`
	Why    string        `json:"why,omitempty"`
	Text   string        `json:"text,omitempty"`
	Letter string        `json:"letter,omitempty"` // SHA-256 of the mail
}

// Print puts the data into words, in the person's language and a time zone.
func (d PersonalData) Print(zone *time.Location) string {
	p := page{wording.Text{Book: wording.Words(d.Lang)}, zone}
	p.Say("personal.title", phrase.Str("world", d.World), phrase.Num("realm", d.Realm), phrase.Str("name", d.Name))
	if p.Line(""); d.Player != "" {
		p.Say("personal.player", phrase.Str("player", d.Player))
	}
	p.Say("personal.mail", phrase.Str("mail", strings.Join(d.Mail, ", ")))
	if d.Computer != "" {
		p.Say("personal.settings", phrase.Str("lang", string(d.Lang)), phrase.Str("computer", string(d.Computer)))
	}
	if d.AwayUntil > 0 {
		p.Say("personal.away", phrase.Num("turn", d.AwayUntil))
	}
	if d.Missed > 0 {
		p.Say("personal.missed", phrase.Num("n", d.Missed))
	}
	if d.Closes {
		p.Say("personal.closes")
	}
	if d.Remind != 0 {
		p.Say("personal.remind", phrase.Num("n", max(d.Remind, 0)))
	}
	if d.Muted {
		p.Say("personal.muted")
	}
	p.Say("personal.password")
	d.letters(&p)
	d.game(&p)
	p.Head("personal.log")
	for _, e := range d.Log {
		what := e.What
		what.Args = append([]phrase.Arg{phrase.Num("realm", e.Realm)}, what.Args...)
		p.Line("  " + p.at(e.At) + "  " + p.Book.Say(what) + aside(e))
	}
	return p.Body.String()
}

func (d PersonalData) letters(p *page) {
	p.Head("personal.letters", phrase.Num("n", len(d.Letters)))
	for _, l := range d.Letters {
		p.Line("")
		p.Line("  " + p.at(l.At) + "  " + l.From + "  " + l.Subject + "  " + l.MessageID)
		p.quote(l.Text)
	}
	p.Head("personal.mailed", phrase.Num("n", len(d.Mailed)))
	for _, m := range d.Mailed {
		p.Line("")
		p.Line("  " + p.at(m.At) + "  " + m.To + "  " + m.Subject)
		p.quote(m.Text)
	}
	p.Head("personal.questions", phrase.Num("n", len(d.Questions)))
	for _, q := range d.Questions {
		p.Line("  " + p.at(q.At) + "  #" + strconv.FormatUint(q.Number, 10) + " " + q.Subject)
	}
}

func (d PersonalData) game(p *page) {
	p.Head("personal.orders", phrase.Num("n", len(d.Orders)))
	for _, o := range d.Orders {
		p.Line("")
		p.Say("personal.turn", phrase.Num("turn", o.Turn), phrase.Str("at", p.at(o.At)))
		p.quote(o.Text)
	}
	if len(d.Booked) > 0 {
		p.Head("personal.booked")
	}
	for _, o := range d.Booked {
		p.Say("personal.turn", phrase.Num("turn", o.Turn), phrase.Str("at", p.at(o.At)))
		p.quote(o.Text)
	}
	if len(d.Waiting) > 0 {
		p.Head("personal.waiting")
	}
	for _, w := range d.Waiting {
		p.Line("  " + p.at(w.At) + "  " + w.Player + "  " + w.Name + "  " + w.Mail)
	}
	if len(d.Practice) > 0 {
		p.Head("personal.practice")
	}
	for _, g := range d.Practice {
		p.Line("  " + p.at(g.At) + "  " + g.Mail)
		p.quote(g.Orders)
		p.quote(g.Beside)
	}
	if len(d.Observes) > 0 {
		p.Head("personal.observes")
	}
	for _, o := range d.Observes {
		p.Line("  " + p.at(o.At) + "  " + o.Mail)
	}
}

func aside(e StoredEntry) string {
	var said []string
	for _, s := range []string{e.Name, e.Text, e.Mail, e.Why} {
		if s != "" {
			said = append(said, s)
		}
	}
	if len(said) == 0 {
		return ""
	}
	return " (" + strings.Join(said, ", ") + ")"
}

// page is the text as it is written.
type page struct {
	wording.Text
	zone *time.Location
}

func (p *page) at(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.In(p.zone).Format("2006-01-02 15:04")
}

func (p *page) quote(text string) {
	for line := range strings.Lines(text) {
		p.Line("    " + strings.TrimRight(line, "\r\n"))
	}
}
