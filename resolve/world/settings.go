package world

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/public"
	"weltentor/resolve/store"
)

// Settings are what the game master may change at any time, read from world.toml. The store keeps a copy with each
// turn.
type Settings struct {
	Name     string         // of the world, in the subjects of letters; "": its folder's name
	Address  string         // the game's mail address
	Aliases  []string       // other addresses under which mails come to it
	Zone     *time.Location // of the deadline; nil: UTC
	Deadline chronicle.Deadline
	Early    bool // resolve as soon as all have sent orders
	// how long a turn that is resolved early waits at least after the last orders
	EarlyWait time.Duration
	Signup    bool          // anybody who writes may ask for a realm
	Places    int           // how many realms play at a time; 0: as many as the rules allow
	Practice  int           // how many practice games may run at a time; 0: nobody practises
	Observers int           // how many may get the newspaper by mail without playing; 0: nobody
	Reminder  time.Duration // how long before the deadline players without orders are reminded; 0: never
	Grace     time.Duration // by how much a deadline moves for a player who would miss the first turn; 0: not
	// by how much a deadline moves, once a turn, if more than half of the realms asked want it; 0: not
	MoreTime time.Duration
	// players may close the game, if all of them want it
	ClosingVote bool
	// BotsHidden: nobody is told which realms the machine plays but the players of these and the game master.
	BotsHidden bool
	Missed     []deadlines.Step // what is done about players who miss turns in a row; none: nothing
	Auth       Auth             // what makes a letter a player's; "": ByPassword
	Masters    []string         // mail addresses of the game masters, who get `#M` and alarms
	// a mail from the game master's address must be proven by a signature or password; otherwise a code is enough
	MasterProof bool
	// the game master gets a letter for each silent realm, and not one a turn
	Singly  bool
	Press   Press        // when messages between players are passed on; "": PressTurn
	Lang    phrase.Lang  // of letters to the game master; "": the first of phrase.Langs
	Tables  []byte       // the world's own numbers, TOML
	PerHour int          // letters that may leave in an hour; 0: any number
	Public  public.Shown // what everybody may know; none: nothing
	Map     public.Map   // when everybody may see the map
	// how long the mailbox may be unreadable before the game master is told; 0: until a turn waits for it
	UnreadAlarm time.Duration
	ZipAbove    int // bytes of a letter's files above which they are zipped for everybody; 0: never

	// Render makes the bytes of a letter. The same Draft must give the same bytes. Whatever queues receipts or takes
	// letters out needs it.
	Render func(outbox.Draft) ([]byte, error)
	// Say puts the reasons of MailboxFailed and MailboxLeft into words; nil: Words does.
	Say func(phrase.Lang, phrase.Phrase) string
	// Book returns what lays out the rules of a rulebook as players read them, and nil if there are none; nil: no
	// rulebook has a book.
	Book func(rulebook string, lang phrase.Lang) func() string
	// Rule returns one of those rules by its number, such as 8.3, a chapter, or the rules with some words, without wrapped
	// lines, and "" if there is none. Of "" it returns the titles of the chapters; nil: no rulebook has a book.
	Rule func(rulebook string, lang phrase.Lang, number string) string
	// Hints are the numbers of the rules that may answer a question; nil: no rulebook has a book.
	Hints func(rulebook string, lang phrase.Lang, question string) []string
	// Manual explains to players of a rulebook all about writing and sending orders. It answers MANUAL. nil, or returns
	// nil: there is none.
	Manual func(rulebook string, lang phrase.Lang) (text func() string)
	// Program is the version of the program.
	Program string
	// Page is the players' page of a rulebook, as HTML, with its version; nil, or version "": there is none.
	Page func(rulebook string) (version string, html func() []byte)
	// Home is where the program can be had on the web; "": unknown.
	Home string
	// PublicURL is where the public pages are on the web; "": nowhere, or unknown.
	PublicURL string
	// TableURL is where the game master has published that page; "": nowhere.
	TableURL string
	// PageSends: the page there is served by this program, and may send letters.
	PageSends bool
	// Picture and Table are wishes of newcomers until they say otherwise: what comes with each report.
	Picture, Table bool
	// Random is where passwords come from; nil: the system's. The demo passes its own, so that its mails fit.
	Random io.Reader
	// Elsewhere finds the engine of a world whose records are not in its folder. If it is nil, or finds none, they are.
	Elsewhere func(dir string) (store.Engine, error)
	// Backups is how many copies made before turns are kept; 0: five.
	Backups int
	// CopiesMost is how many bytes they may have together; the oldest go first, but two stay. 0: any number.
	CopiesMost int64
}

// listed are the settings as the logbook compares them. About addresses it may only know that they have changed.
func (s Settings) listed() []logbook.Setting {
	if s.Zone == nil {
		s.Zone = time.UTC
	}
	return []logbook.Setting{
		{Name: "name", Value: s.Name}, {Name: "address", Value: s.Address, Aside: true},
		{Name: "zone", Value: s.Zone.String()}, {Name: "deadline", Value: string(store.MustJSON(s.Deadline))},
		{Name: "early", Value: fmt.Sprint(s.Early)}, {Name: "signup", Value: fmt.Sprint(s.Signup)},
		{Name: "early_wait", Value: unlessZero(s.EarlyWait)},
		{Name: "places", Value: fmt.Sprint(s.Places)}, {Name: "reminder", Value: s.Reminder.String()},
		{Name: "grace", Value: s.Grace.String()}, {Name: "auth", Value: string(s.Auth)},
		{Name: "missed", Value: strings.Trim(fmt.Sprint(s.Missed), "[]")}, // none is the same as before the setting existed
		{Name: "more_time", Value: unlessZero(s.MoreTime)},
		{Name: "gm.auth", Value: map[bool]string{true: "proof"}[s.MasterProof]},
		{Name: "gm.mail", Value: strings.Join(s.Masters, ", "), Aside: true}, {Name: "gm.lang", Value: string(s.Lang)},
		{Name: "tables", Value: store.SumOf(s.Tables)[:12]}, {Name: "smtp.per_hour", Value: fmt.Sprint(s.PerHour)},
		{Name: "imap.alarm", Value: s.UnreadAlarm.String()}, {Name: "zip_above", Value: fmt.Sprint(s.ZipAbove)},
		{Name: "practice", Value: strings.TrimPrefix(fmt.Sprint(s.Practice), "0")}, // 0 is the same as before
		{Name: "observers", Value: strings.TrimPrefix(fmt.Sprint(s.Observers), "0")},
		{Name: "closing_vote", Value: unlessFalse(s.ClosingVote)}, {Name: "hide_bots", Value: unlessFalse(s.BotsHidden)},
		{Name: "gm.digest", Value: map[bool]string{true: "false"}[s.Singly]}, // on is the same as before the setting existed
		{Name: "press", Value: string(cmp.Or(s.Press, PressTurn))},
		{Name: "public", Value: s.Public.String()}, {Name: "map", Value: string(s.Map)},
		{Name: "table_url", Value: s.TableURL}, {Name: "page_sends", Value: unlessFalse(s.PageSends)},
		{Name: "with_reports", Value: strings.TrimSpace(map[bool]string{true: "picture "}[s.Picture] +
			map[bool]string{true: "table"}[s.Table])},
	}
}

// unlessFalse is a switch in the list of settings; off is the same as before the setting existed.
func unlessFalse(on bool) string {
	if on {
		return "true"
	}
	return ""
}

// unlessZero is a time in the list of settings; none is the same as before the setting existed.
func unlessZero(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

// Auth is what makes a letter that of a realm's player.
type Auth string

// The ways a world may choose. A proof is a DKIM signature of the domain of the From address, which must be registered
// for the realm.
const (
	ByPassword Auth = "password" // the realm's password, wherever the letter comes from; "" means the same
	ByDKIM     Auth = "dkim"     // a proof; no password is asked for, and none is tried
	ByEither   Auth = "either"   // either of the two
	ByBoth     Auth = "both"     // both; without a proof the password is not tried
)

// Auths lists them.
var Auths = []Auth{ByPassword, ByDKIM, ByEither, ByBoth}

// AuthInForce is Settings.Auth with its default.
func (s Settings) AuthInForce() Auth {
	if s.Auth == "" {
		return ByPassword
	}
	return s.Auth
}

// Press is when messages between players are passed on.
type Press string

// The ways a world may choose. Rumours always come with the turn: the time of a rumour would reveal whose it is.
const (
	PressTurn Press = "turn" // with the reports; "" means the same
	PressNow  Press = "now"  // as soon as they are in force
	PressOff  Press = "off"  // with the reports; letters that are not orders are refused
)
