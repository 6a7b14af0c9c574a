package thoramar

import (
	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Each name here moves to its own file as it is written; then this file goes.

type Numbers struct{}
type march struct{}
type week struct{}

func settings(*turn)       {}
func treaties(*turn)       {}
func transfers(*turn)      {}
func cessions(*turn)       {}
func build(*turn)          {}
func recruit(*turn)        {}
func plans(*turn)          {}
func specials(*turn)       {}
func standingFights(*turn) {}
func move(*turn)           {}
func plunder(*turn)        {}
func sight(*turn)          {}
func conquest(*turn)       {}
func destruction(*turn)    {}
func progress(*turn)       {}
func harvest(*turn)        {}
func refill(*turn)         {}
func fallen(*turn)         {}
func messages(*turn)       {}
func account(*turn)        {}

type Rulebook struct{}

func Rules() *Rulebook                                          { return &Rulebook{} }
func (*Rulebook) Name() string                                  { return "thoramar" }
func (*Rulebook) Version() int                                  { return 1 }
func (*Rulebook) Language() *orders.Language                    { return nil }
func (*Rulebook) Words(phrase.Lang) *phrase.Book                { return nil }
func (*Rulebook) Tables([]byte) ([]byte, error)                 { return nil, nil }
func (*Rulebook) Found(game.Founding) (game.World, error)       { return nil, nil }
func (*Rulebook) Open(state, tables []byte) (game.World, error) { return nil, nil }
func (*Rulebook) Kinds() []string                               { return nil }
func (*Rulebook) Cultures() []string                            { return nil }
