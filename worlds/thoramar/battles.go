package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/battle"
	"weltentor/worlds/thoramar/tables"
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
func (l *learned) Stages(number int, facts game.Facts, lang phrase.Lang) []game.Stage {
	if number != l.Number {
		return nil
	}
	words := l.world.at.Rules.Words(lang)
	return append(battle.Stages(l.Known, l.world.at.Tables, &facts, words), frame.SampleStage(words))
}

// Meet is the battle in which an army of the realm attacks those in a field, as far as it knows.
func (l *learned) Meet(number int, facts game.Facts, m game.Meeting, lang phrase.Lang) []game.Stage {
	if number != l.Number {
		return nil
	}
	return battle.Meet(l.Known, l.world.at.Tables, &facts, m, l.world.at.Rules.Words(lang))
}
