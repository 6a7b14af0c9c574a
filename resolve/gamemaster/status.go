// Package gamemaster has what the game master sees of a world at the terminal, and changes by hand: its status
// (StatusOf), a realm's orders (Orders), and changes of the state (Edit). A change is checked as strictly as the state
// itself, has a reason, and is in the logbook; the next turn can be replayed with it. What the game master asks for by
// mail is in package requests.
package gamemaster

import (
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/public"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Status is the status of a world.
type Status struct {
	Name     string `json:"name"`
	Rulebook string `json:"rulebook"`
	Rules    int    `json:"rules"` // version
	Schema   int    `json:"schema"`
	Turn     int    `json:"turn"`
	Phase    string `json:"phase,omitempty"`
	Title    string `json:"title"`
	// in the world's zone; zero if the game is over or waits for realms
	Deadline time.Time     `json:"deadline,omitzero"`
	Due      bool          `json:"due"`
	Waits    phrase.Phrase `json:"waits,omitzero"`   // what the turn waits for, if it is not due
	ByHand   bool          `json:"-"`                // it waits for the game master
	Setup    bool          `json:"-"`                // nobody is asked for orders: the turn sets players up
	LongPast bool          `json:"-"`                // it waits for force, as the clock is probably wrong
	Failed   bool          `json:"failed,omitempty"` // the rules fail at it, or a program that they need

	Moved    bool           `json:"moved,omitempty"`   // the deadline was moved
	Passed   bool           `json:"passed,omitempty"`  // the deadline is over
	Reminder time.Time      `json:"reminder,omitzero"` // when those who owe orders are reminded; zero: never, or over
	Paused   *PauseStatus   `json:"paused,omitempty"`  // nil: the world is not paused
	Held     *HeldStatus    `json:"held,omitempty"`    // nil: no turn is held
	Mailbox  *MailboxStatus `json:"mailbox,omitempty"` // nil: the mailbox holds no turn up
	// mails that the server does not show, and those put aside for that in the last week
	Unshown []deadlines.Mail `json:"unshown,omitempty"`
	Full    string           `json:"full,omitempty"` // what its server says of a mailbox without room; "": it has room

	Closing *ClosureStatus `json:"closing,omitempty"` // nil: the game is not to be closed, and was not
	Votes   *VotesStatus   `json:"votes,omitempty"`   // votes to close it; nil: the game is over, or there is no vote

	Over     bool          `json:"over,omitempty"`
	Winners  []int         `json:"winners,omitempty"`
	LastTurn time.Time     `json:"last_turn,omitzero"` // when the last turn was resolved
	Realms   []RealmStatus `json:"realms"`
	// what players are to report in this turn, and how far they have, in the order of the rules
	Told   []ToldStatus       `json:"told,omitempty"`
	Outbox outbox.OutboxCount `json:"outbox"`

	Signups  []roster.ApplicantRow `json:"signups,omitempty"` // the waiting list, first come first
	Practice PracticeStatus        `json:"practice,omitzero"`
	// who gets the newspaper by mail
	Observers ObserversStatus `json:"observers,omitzero"`
	// letters that were refused, given up, left unclear or came back, oldest first
	Undelivered []outbox.OutboxRow `json:"undelivered,omitempty"`
	// letters of this turn that were put away without an answer to anybody
	Silent []logbook.SilentStatus `json:"silent,omitempty"`
	// notices for the game master that are not sent yet, or are of this turn
	Notices []outbox.Notice `json:"notices,omitempty"`
	Next    time.Time       `json:"-"` // see world.Planned
	Spoken  bool            `json:"-"` // cron has reported trouble, and nothing of that is forgotten (Unsay)
}

// Cron begins the keys of what cron has reported, for Once and Unsay.
const Cron = "cron "

// RealmStatus is a realm in a Status.
type RealmStatus struct {
	roster.RealmRow
	Asked    bool      `json:"asked"`
	Sent     time.Time `json:"sent,omitzero"`  // when the orders in force came; zero if there are none
	Spoke    time.Time `json:"spoke,omitzero"` // when the last letter came that only speaks, if there are no orders
	Good     int       `json:"good"`
	Bad      int       `json:"bad"`
	Draft    bool      `json:"draft,omitempty"`     // the orders are not final yet
	MoreTime bool      `json:"more_time,omitempty"` // its player wants a later deadline
	Ahead    int       `json:"ahead,omitempty"`     // later turns for which orders are stored

	Reminded bool `json:"reminded,omitempty"` // in this turn
}

// ObserversStatus lists who gets the newspaper of a world by mail. It is empty if nobody does.
type ObserversStatus struct {
	Now  []roster.Observer `json:"now"`
	Most int               `json:"most"`
}

// PracticeStatus counts the practice games of a world.
type PracticeStatus struct {
	Running int `json:"running"`
	Most    int `json:"most"`
}

// Awaited reports whether somebody plays the realm who is asked for orders in this turn, and has not gone away.
func (r RealmStatus) Awaited(turn int) bool {
	return r.Asked && !r.Fallen && !r.Vacant && !r.Absent(turn)
}

// ToldStatus is a thing that players report, such as the result of a battle.
type ToldStatus struct {
	About  int    `json:"about"`  // its number
	Accord string `json:"accord"` // contradicted, untold, settled
	Text   string `json:"text"`
}

// HeldStatus is a turn that is held, in a Status, in the world's zone.
type HeldStatus struct {
	Turn  int       `json:"turn"` // that is resolved
	Since time.Time `json:"since"`
}

// PauseStatus is a pause in a Status, in the world's zone.
type PauseStatus struct {
	From  time.Time `json:"from"`
	Until time.Time `json:"until,omitzero"` // zero: until somebody ends it
}

// MailboxStatus is the status of a mailbox that keeps turns from being resolved, in the world's zone.
type MailboxStatus struct {
	Since      time.Time `json:"since"`            // when the present trouble began
	Failed     time.Time `json:"failed,omitzero"`  // the last time it could not be read; zero: it could, but not to its end
	Reason     string    `json:"reason,omitempty"` // the last one, in the reader's language
	Unread     bool      `json:"unread,omitempty"` // it has not been read to its end since
	LongUnread bool      `json:"deaf,omitempty"`   // unread for so long that the game master is told

	What phrase.Phrase `json:"what,omitzero"` // the reason; empty in older stores
}

// StatusOf returns the status of a world, even while another command works on it.
func StatusOf(w *world.World, now time.Time) (s Status, err error) {
	err = w.View(func(tx *store.Tx) error {
		stands, err := w.Overview(tx, now, false)
		if err != nil {
			return err
		}
		c, r, records, asked := stands.Current, stands.Ready, stands.Records, stands.Current.World.Asked()
		s = Status{Name: w.Settings.Name, Rulebook: w.Rules.Name(), Rules: w.Rules.Version(),
			Schema: int(store.SchemaNumber.Of(tx)),
			Turn:   c.Turn, Phase: asked.Phase, Title: c.World.Title(w.Settings.Lang), Deadline: r.Deadline, Due: r.Due,
			Waits: r.Waits, ByHand: r.ByHand(),
			Over: asked.Over, Winners: asked.Winners, Setup: asked.Setup}
		statusOfDeadline(w.Setup, &s, stands, now)
		if f := chronicle.FailureOf(tx, c.Turn); f.Turn > 0 {
			s.Failed, s.Waits = true, f.Waits(w.ClockTime)
		}
		statusOfClosure(w.Setup, tx, &s, c.World)
		if h := stands.Schedule.Held; h.Turn > 0 {
			s.Held = &HeldStatus{h.Turn, h.At.In(w.Settings.Zone)}
		}
		s.Spoken, s.Full = outbox.Said(tx, Cron), outbox.Full(tx)
		if rec, found := chronicle.Record(tx, c.Turn-1); found {
			s.LastTurn = rec.At.In(w.Settings.Zone)
		}
		rows := roster.RealmRows(tx, c.World)
		kept := sheets.LaterTurns(tx)
		for _, row := range rows {
			rs := RealmStatus{RealmRow: row, Ahead: kept[row.Number],
				MoreTime: slices.Contains(stands.Schedule.Wants, row.Number),
				Asked:    slices.Contains(asked.Realms, row.Number) && !asked.Setup,
				Reminded: slices.Contains(stands.Schedule.Reminded, row.Number)}
			for _, rec := range records {
				switch {
				case rec.Realm != row.Number:
				case rec.OnlySpeaks():
					rs.Spoke, rs.Draft = rec.At.In(w.Settings.Zone), rec.Draft
				default:
					rs.Sent, rs.Good, rs.Bad, rs.Draft = rec.At.In(w.Settings.Zone), rec.Good, rec.Bad, rec.Draft
				}
			}
			s.Realms = append(s.Realms, rs)
		}
		if s.Told, err = told(w.Setup, stands); err != nil {
			return err
		}
		s.Signups = roster.WaitingList(tx)
		games := players.PracticeGames(tx)
		s.Practice = PracticeStatus{Running: players.RunningPractice(games), Most: w.Settings.Practice}
		s.Observers.Now = roster.Observers(tx)
		if len(s.Observers.Now) > 0 {
			s.Observers.Most = w.Settings.Observers
		}
		s.Silent = logbook.Silent(tx, c.Turn)
		for _, n := range outbox.Recent(tx) {
			if n.Told.IsZero() || !n.At.Before(s.LastTurn) {
				s.Notices = append(s.Notices, n)
			}
		}
		if s.Outbox, s.Undelivered, err = outbox.Open(tx).Standing(); err != nil {
			return err
		}
		s.Outbox.Merging = outbox.Open(tx).Merging(now)
		s.Outbox.Limited = outbox.Open(tx).Limited(w.Settings.PerHour, now)
		s.Next, err = w.Planned(tx, r.Early, now)
		return err
	})
	return s, err
}

// told returns what the game master is told about the sheets in force.
func told(k *world.Setup, s world.Overview) (out []ToldStatus, err error) {
	crossings, err := notices.Compared(s.Current.World, s.Records)
	for _, x := range crossings {
		if x.Realm == 0 {
			out = append(out, ToldStatus{About: x.About, Accord: game.AccordNames[x.Accord],
				Text: k.Rules.Words(k.Settings.Lang).Say(x.What)})
		}
	}
	return out, err
}

// statusOfDeadline adds what moves the deadline, and what holds the turn up.
func statusOfDeadline(k *world.Setup, s *Status, stands world.Overview, now time.Time) {
	p, zone := stands.Schedule, k.Settings.Zone
	s.Passed = k.GoesByDeadline(stands.Current.World) && !s.Deadline.IsZero() && !now.Before(s.Deadline)
	s.Moved = !s.Deadline.IsZero() && !s.Deadline.Equal(k.Settings.Deadline.After(stands.Current.Opened.Since, zone))
	if stands.Ready.LongPast(now) {
		s.Due, s.LongPast, s.Waits = false, true, phrase.P("waits-force", phrase.Str("since", k.ClockTime(s.Deadline)))
	}
	if p.Pause.Holds(now) {
		s.Paused = &PauseStatus{From: p.Pause.From.In(zone)}
		if !p.Pause.Until.IsZero() {
			s.Paused.Until = p.Pause.Until.In(zone)
		}
	}
	if box := p.Mailbox; box.Holds(now) {
		s.Mailbox = &MailboxStatus{Since: box.Since.In(zone), Reason: notices.Because(k, box, k.Settings.Lang), What: box.What,
			Unread: box.Unread, LongUnread: notices.MailboxLongUnread(k, box, now)}
		if !box.Failed.IsZero() {
			s.Mailbox.Failed = box.Failed.In(zone)
		}
	}
	for _, m := range p.Unshown.Mails {
		m.Came, m.Since, m.Last = m.Came.In(zone), m.Since.In(zone), m.Last.In(zone)
		if !m.Aside.IsZero() {
			m.Aside = m.Aside.In(zone)
		}
		s.Unshown = append(s.Unshown, m)
	}
	if at := s.Deadline.Add(-k.Settings.Reminder); k.Settings.Reminder > 0 && !s.Setup && !s.Deadline.IsZero() && now.Before(at) {
		s.Reminder = at
	}
}

// ClosureStatus is the closing of a game, planned or done, in a Status, in the world's zone.
type ClosureStatus struct {
	After   int       `json:"after"`        // the turn with which it ends; 0: it ended before the first, or ends at Due
	Due     time.Time `json:"due,omitzero"` // when it ends, if that is not with a turn
	By      string    `json:"by"`           // "master" or "vote"
	Why     string    `json:"why,omitempty"`
	Decided time.Time `json:"decided"`
	Closed  time.Time `json:"closed,omitzero"` // when it happened; zero: not yet
}

// VotesStatus is how many players want a game closed, of how many. Nobody is told who they are.
type VotesStatus struct {
	For int `json:"for"`
	Of  int `json:"of"`
}

// statusOfClosure adds the closing of the game, and the votes for it.
func statusOfClosure(k *world.Setup, tx *store.Tx, s *Status, world game.World) {
	c := chronicle.ReadClosure(tx)
	if zone := k.Settings.Zone; c != nil {
		s.Closing = &ClosureStatus{After: c.After, By: string(c.By), Why: c.Why, Decided: c.At.In(zone)}
		if c.Planned() && !c.Due.IsZero() {
			s.Closing.Due = c.Due.In(zone)
		}
		if c.Happened() {
			s.Closing.Closed = c.Done.In(zone)
		}
	}
	n, of := deadlines.Votes(tx, k.People, world)
	if !s.Over && (n > 0 || k.Settings.ClosingVote) {
		s.Votes = &VotesStatus{n, of}
	}
}

// PublicOf returns what is public of a world, with all its turns. The settings say what that is.
func PublicOf(w *world.World) (page public.Page, err error) {
	err = pressed(w, func(tx *store.Tx, press public.Press, c chronicle.Current) error {
		page, err = notices.PublicPage(w.Setup, tx, press, c)
		return err
	})
	return page, err
}

// StoryOf returns the page, and of a game that is over its story, if that is public.
func StoryOf(w *world.World) (page public.Page, story *public.Story, err error) {
	err = pressed(w, func(tx *store.Tx, press public.Press, c chronicle.Current) error {
		if page, err = notices.PublicPage(w.Setup, tx, press, c); err == nil {
			story, err = press.Story(c)
		}
		return err
	})
	return page, story, err
}

func pressed(w *world.World, do func(*store.Tx, public.Press, chronicle.Current) error) error {
	return w.ViewNow(func(tx *store.Tx, c chronicle.Current) error {
		return do(tx, notices.PressOf(w.Setup, tx, w.Cache), c)
	})
}
