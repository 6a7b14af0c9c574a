package report

import (
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/turn"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// played is a turn, with what its realms are told.
type played struct {
	*Told
	rulekit.Reporter
}

// play plays a turn.
func play(p realm.Position, seed game.Seed, sheets ...game.Sheet) played {
	t := turn.Resolve(p, sheets, seed)
	record := t.Record(nil, rulekit.Realms(p.State.Realms), len(t.State.Realms))
	check := func(whose int, text string) game.Checked {
		return turn.Check(t.Position, game.Sheet{Realm: whose, Turn: t.State.Turn, Text: text})
	}
	told := &Told{Before: p, After: t.Position, Turn: t, Check: check, Played: &record}
	return played{told, Telling(told)}
}
