package world

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"weltentor/orders"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/deadlines"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/verdict"
	"weltentor/worlds/game"
)

// Overview is the present state of a turn.
type Overview struct {
	Current  chronicle.Current
	Schedule deadlines.Schedule
	Ready    deadlines.Due
	Records  []sheets.Sheet

	Owing []int // to be reminded now
	First []int // realms whose first turn it is, for whom the deadline is to be moved now
}

// Pace is what the settings say about deadlines.
func (k *Setup) Pace() deadlines.Rule {
	return deadlines.Rule{Deadline: k.Settings.Deadline, Zone: k.Settings.Zone, Early: k.Settings.Early,
		Wait: k.Settings.EarlyWait, Reminder: k.Settings.Reminder}
}

// Schedule reads the deadline of the turn that awaits orders, and what decides about it.
func (k *Setup) Schedule(tx *store.Tx, c chronicle.Current) deadlines.Schedule {
	return k.Pace().Schedule(tx, c, k.People)
}

// Overview reads the present state of the turn that awaits orders. If no player is missing, or the turn is due, the
// machine has ordered for the realms that it plays, but that is not stored yet. It returns ErrRules if the rules cannot
// say.
func (w *World) Overview(tx *store.Tx, now time.Time, force bool) (s Overview, err error) {
	if s.Current, err = w.Now(tx); err != nil {
		return s, err
	}
	s.Schedule = w.Schedule(tx, s.Current)
	s.Records = w.Cache.Sheets(tx, s.Current.Turn)
	if err = w.judge(&s, now, force); err == nil && (s.Ready.Due || len(s.Ready.Missing) == 0) {
		err = w.BotsPlay(&s, now, force)
	}
	return s, err
}

// judge asks whether the turn is due with the sheets that there are.
func (w *World) judge(s *Overview, now time.Time, force bool) error {
	if fault := store.Guarded(func() {
		s.Ready = w.Pace().Due(s.Current, s.Schedule, s.Records, now, force)
	}); fault != nil {
		return fmt.Errorf("turn %d: %w", s.Current.Turn, fault)
	}
	return nil
}

// LookAhead finds out who is to be reminded now, and who gets a later deadline.
func (s *Overview) LookAhead(w *World, now time.Time) {
	s.Owing = w.Pace().Owing(s.Current, s.Schedule, s.Ready, now)
	if s.Ready.Passed && s.Ready.Due && w.Settings.Grace > 0 {
		s.First = s.Schedule.FirstMiss(s.Ready)
	}
}

// Here is the overview without what the rules have to say, if the clock may show this time.
func (w *World) Here(tx *store.Tx, now time.Time) (s Overview, err error) {
	if s.Current, err = w.Now(tx); err != nil {
		return s, err
	}
	if _, err = w.Clock(tx, s.Current, now); err != nil {
		return s, err
	}
	s.Schedule = w.Schedule(tx, s.Current)
	return s, nil
}

// GoesByDeadline reports whether the turn that awaits orders is resolved at its deadline, and not by the game master's
// hand.
func (k *Setup) GoesByDeadline(world game.World) bool {
	return !world.Asked().Over && world.Due(nil) != game.ByHand
}

// BotsPlay adds the sheets of the realms that the machine plays to those in force, and asks again whether the turn is
// due. Nothing of it is stored. Who has a sheet keeps it.
func (w *World) BotsPlay(s *Overview, now time.Time, force bool) error {
	bot := w.Rules.Bot()
	if bot == nil {
		return nil
	}
	made := false
	for _, n := range s.Current.World.Asked().Realms {
		rec := s.Schedule.Record(n)
		if rec.Bot == nil {
			continue
		}
		at := slices.IndexFunc(s.Records, func(r sheets.Sheet) bool { return r.Realm == n })
		if at >= 0 && !s.Records[at].OnlySpeaks() {
			continue
		}
		sheet, err := botSheet(w, bot, s.Current, n, *rec.Bot)
		if err != nil {
			return err
		}
		if !made { // the cache keeps its own
			s.Records, made = slices.Clone(s.Records), true
		}
		if at >= 0 { // its player said something
			said := s.Records[at]
			sheet.Text, sheet.Spoken = w.Rules.Language().Keep(sheet.Text, said.Text, said.Spoken)
			sheet.Wishes, sheet.Passed = said.Wishes, passed(w.Rules.Language(), said, sheet)
			s.Records = slices.Delete(s.Records, at, at+1)
		}
		s.Records = append(s.Records, sheet)
	}
	if !made {
		return nil
	}
	slices.SortFunc(s.Records, func(a, b sheets.Sheet) int { return cmp.Compare(a.Realm, b.Realm) })
	return w.judge(s, now, force)
}

// botSheet is the machine's sheet for a realm. It comes from what the realm knows, and the rules judge it like any
// other. It counts from when the turn began, so that no turn waits longer because of it.
func botSheet(w *World, bot game.Bot, c chronicle.Current, realm int, m game.Manner) (r sheets.Sheet,
	err error) {
	r = sheets.Sheet{Sheet: game.Sheet{Realm: realm, Turn: c.Turn}, At: c.Opened.Since, Bot: &m}
	fault := store.Guarded(func() {
		var known game.Known
		if known, err = w.Rules.OpenKnown(c.World.Known(realm), c.Tables); err != nil {
			return
		}
		r.Text = bot.Orders(known, realm, m, game.BotDice(c.Seed, c.Turn, realm))
		l := verdict.Standing(c.World.Check(r.Sheet))
		r.Good, r.Bad = l.Good, l.Bad
	})
	if err = cmp.Or(fault, err); err != nil {
		return r, fmt.Errorf("turn %d: the machine's orders for realm %d: %w", c.Turn, realm, err)
	}
	return r, nil
}

// passed returns the lines of messages in a sheet that were passed on at once when another one had them.
func passed(l *orders.Language, was, is sheets.Sheet) (lines []int) {
	before, now := messages(l, was), messages(l, is)
	for i := range min(len(before), len(now)) {
		if slices.Contains(was.Passed, before[i]) {
			lines = append(lines, now[i])
		}
	}
	return lines
}

// messages are the lines of the messages that letters which only speak have said.
func messages(l *orders.Language, r sheets.Sheet) (lines []int) {
	for _, line := range r.Orders(l).Lines {
		if _, is := line.Order.(orders.Message); is && r.Spoken > 0 && line.Line >= r.Spoken {
			lines = append(lines, line.Line)
		}
	}
	return lines
}
