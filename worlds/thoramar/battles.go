package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/battle"
	"weltentor/worlds/thoramar/tables"
	"weltentor/worlds/thoramar/turn"
)

// ReadBattle reads one battle (§29), to be fought with the standard tables.
func (r *Rulebook) ReadBattle(text string) (game.Battle, []orders.Problem) {
	return readBattle(r.Book, r.Standard(), text)
}

// ReadBattle reads one battle, to be fought with the world's tables.
func (w *World) ReadBattle(text string) (game.Battle, []orders.Problem) {
	return readBattle(w.at.Rules, w.at.Tables, text)
}

// ReadBattle reads one battle as the world does.
func (l *learned) ReadBattle(text string) (game.Battle, []orders.Problem) {
	return l.world.ReadBattle(text)
}

func readBattle(rules *frame.Book[*tables.Tables], t *tables.Tables, text string) (game.Battle, []orders.Problem) {
	b, problems := battle.Read(text, t, rules.Words)
	if b == nil {
		return nil, problems
	}
	return b, problems
}

// Stages are the battles that the realm may have in mind, as far as it knows, and an example.
func (l *learned) Stages(number int, facts game.Facts, at game.Stand, lang phrase.Lang) (out []game.Stage) {
	if number != l.Number {
		return nil
	}
	words := l.world.at.Rules.Words(lang)
	l.lend(func(k turn.Lent) {
		out = append(battle.Stages(k.Known, l.world.at.Tables, &facts, at, words), frame.SampleStage(words))
	})
	return out
}
