package notices

import (
	"reflect"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Compared returns how far the sheets in force agree, according to the rules. It is empty if the rules do not compare
// sheets.
func Compared(world game.World, records []sheets.Sheet) (out []game.Crossing, err error) {
	c, compares := world.(game.Comparer)
	if !compares {
		return nil, nil
	}
	err = store.Guarded(func() { out = c.Compare(sheets.Plain(records)) })
	return out, err
}

// news is what a realm is told about the sheets of others.
type news struct {
	contradicted, mended, owed []phrase.Phrase
}

// Empty reports whether there is nothing to tell.
func (n news) Empty() bool { return len(n.contradicted)+len(n.mended)+len(n.owed) == 0 }

// NewsOf returns what is new to a realm: contradictions that were not there before, former ones that are resolved, and
// reports of others that it has to answer.
func NewsOf(realm int, before, after []game.Crossing) (n news) {
	for _, x := range after {
		was := slices.IndexFunc(before, func(y game.Crossing) bool { return y.Realm == x.Realm && y.About == x.About })
		switch {
		case x.Realm != realm || was >= 0 && reflect.DeepEqual(before[was], x):
		case x.Accord == game.Contradicted:
			n.contradicted = append(n.contradicted, x.What)
		case x.Owes:
			n.owed = append(n.owed, x.What)
		case was >= 0 && before[was].Accord == game.Contradicted:
			n.mended = append(n.mended, x.What)
		}
	}
	return n
}

// TellOwed tells each realm whose time has come how its sheet and those of others compare.
func TellOwed(d world.Session, s world.Overview) error {
	after, err := Compared(s.Current.World, s.Records)
	if err != nil {
		return err
	}
	due := s.Schedule.OwedNow(d.At)
	for _, n := range due {
		told := news{}
		for _, x := range after {
			switch {
			case x.Realm != n:
			case x.Accord == game.Contradicted:
				told.contradicted = append(told.contradicted, x.What)
			case x.Owes:
				told.owed = append(told.owed, x.What)
			default:
				told.mended = append(told.mended, x.What)
			}
		}
		if here, there := chronicle.Realm(s.Current.World, n); there && !told.Empty() {
			TellCrossed(d, s, here, told, false)
		}
	}
	t := s.Schedule.Log
	t.Told(due)
	t.Put(d.Tx, s.Current.Turn)
	return nil
}

// TellMasterCrossed tells the game master, who may want to step in.
func TellMasterCrossed(d world.Session, told news) {
	if told.Empty() || !limits.Crossed.Allow(d.Tx, d.At, limits.OfRealm(0)) {
		return
	}
	t := &wording.Text{Book: wording.Words(d.World.Settings.Lang)}
	code := "subject.crossed"
	if len(told.contradicted) == 0 {
		code = "subject.mended"
	}
	t.Told("head.crossed-master", told.contradicted, d.World.Rules.Words(d.World.Settings.Lang))
	t.Told("head.mended", told.mended, d.World.Rules.Words(d.World.Settings.Lang))
	d.World.ToMaster.Say(d.Tx, phrase.P(code, phrase.Num("turn", d.Current.Turn)),
		outbox.Notice{At: d.At, Turn: d.Current.Turn, Text: strings.TrimPrefix(t.Body.String(), "\n")})
}

// TellCrossed queues a letter to a realm: another's sheet contradicts its own, or no longer does, or the realm owes an
// answer. later says that the deadline was moved for that. A letter of this kind that has not left is replaced.
func TellCrossed(d world.Session, s world.Overview, here game.Realm, told news, later bool) {
	l := NewDeadlineLetter(d, here)
	l.About = "crossed"
	code := "crossed"
	switch {
	case len(told.contradicted) > 0:
	case len(told.owed) > 0:
		code = "owed"
	default:
		code = "mended"
	}
	l.Say(code, phrase.Str("title", s.Current.World.Title(here.Lang)), Called(d.World.Setup, here))
	l.Told("head.crossed", told.contradicted, d.World.Rules.Words(here.Lang))
	l.Told("head.owed", told.owed, d.World.Rules.Words(here.Lang))
	l.Told("head.mended", told.mended, d.World.Rules.Words(here.Lang))
	l.Line("")
	if later {
		l.Say("deadline-later")
	}
	l.due(s)
	var e *outbox.Event
	if later {
		e = Event(d, s.Current.World, here, s.Ready.Deadline, s.Schedule.Moves)
	}
	l.Queue(s.Current.Turn, phrase.P("subject."+code), s.Ready.Deadline, e)
}

// These mark the letters that say that a substitution is over, and that it is not over after all, since its turn was
// taken back.
const (
	AboutOver        = "substitute-over"
	AboutStandsAgain = "substitute-again"
)
