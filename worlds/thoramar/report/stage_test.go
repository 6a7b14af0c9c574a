package report_test

import (
	"fmt"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/realm"
	"weltentor/worlds/thoramar/report"
	"weltentor/worlds/thoramar/sight"
	"weltentor/worlds/thoramar/turn"
)

// outcome is a turn that is over: its reports can be read.
type outcome struct {
	*report.Season
	before realm.Position
}

func (o outcome) Report(realm int, shown *game.Shown) game.Report {
	return report.NewWriter(o.Season).Report(realm, shown)
}

func (o outcome) Facts(realm int) *game.Facts { return report.NewWriter(o.Season).Facts(realm) }

// told is the outcome of a turn.
func told(before realm.Position, t *turn.Turn) outcome {
	record := t.Core(before.Rules.Language()).Record(nil, rulekit.Realms(before.State.Realms[1:]), len(t.State.Realms)-1)
	after, rooms := before.With(t.State), sight.NewRooms()
	check := func(number int, text string) game.Checked {
		return turn.Receipt(after, sight.Locate(after.State), rooms, game.Sheet{Realm: number, Turn: after.State.Turn, Text: text})
	}
	threat := func(number, by int, name realm.ArmyName, dirs []game.Direction) turn.Threat {
		return turn.ThreatTo(after, sight.Locate(after.State), rooms, number, by, name, dirs)
	}
	return outcome{&report.Season{After: after, Played: &record, Shared: report.Share(before, t), Check: check,
		Threat: threat}, before}
}

// resolved is the outcome of sheets.
func resolved(p realm.Position, seed game.Seed, sheets []game.Sheet) outcome {
	return told(p, turn.Resolve(p, 1, false, sheets, seed))
}

// stage is an arena whose turn is over: its reports can be read.
func stage(t *testing.T, set func(*gametest.Arena)) outcome {
	t.Helper()
	a := gametest.NewArena(t)
	a.Rules = gametest.Rules
	for i := range a.State.Realms[1:] {
		r := &a.State.Realms[i+1]
		r.Player, r.Lang = fmt.Sprint("P", i+1), phrase.De
	}
	before := realm.Position{Rules: a.Rules, Tables: a.Tables, State: a.State.Clone()}
	set(a)
	for a.Week = 1; a.Week <= realm.Weeks; a.Week++ {
		a.Phase = "sight"
		a.Turn.Watch.Look(a.Turn.Turn)
	}
	a.State.Turn++
	return told(before, a.Turn)
}

func text(o outcome, realm int) string { return string(o.Report(realm, nil).Text) }
