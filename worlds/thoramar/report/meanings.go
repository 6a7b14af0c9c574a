package report

import (
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// landLost are the events by which land is lost.
var landLost = map[string]bool{"lost-field": true, "revolt": true, "revolt-militia": true, "capital-taken": true,
	"temple-razed": true}

// losses are the events by which something is lost. They weigh 5, unless meanings says otherwise.
var losses = map[string]bool{
	"lost-field": true, "revolt": true, "revolt-militia": true, "capital-taken": true, "temple-razed": true,
	"work-lost": true,
	"wiped-out": true, "cornered": true, "scattered": true, "slain": true, "shot-scattered": true, "shot-dead": true,
	"march-lost": true, "sea-lost": true, "cargo-lost": true, "gate-lost": true, "caravan-ends": true,
	"hold-unpaid": true, "points-spent": true, "kills-master": true, "breaks-free": true, "was-freed": true,
	"demon-free": true, "demon-lost": true, "demon-vanished": true, "demon-banished": true,
	"upkeep-unpaid": true, "army-disbands": true, "desertion-near": true, "realm-fallen": true,
}

// meanings are what events mean to a reader, and how much: 0 is daily business, 9 the fall of a realm. What is the
// chronicler's is told in tell.
var meanings = frame.Meanings{
	"realm-fallen":  {Weight: 9, Tale: "fallen", Grave: true},
	"capital-taken": {Tone: game.Gain, Weight: 9, Tale: "capital-won"},
	"temple-razed":  {Tone: game.Gain, Weight: 7, Tale: "razed"}, "desertion-near": {Tone: game.Warn, Weight: 8},
	"turn-missed": {Tone: game.Warn, Weight: 6, Tale: "silent"}, "account-low": {Tone: game.Warn, Weight: 3},
	"lost-field": {Tone: game.Loss, Weight: 6, Tale: "loss"}, "revolt": {Tone: game.Loss, Weight: 6, Tale: "revolt"},
	"conquered": {Tone: game.Gain, Weight: 5}, "upkeep-unpaid": {Tone: game.Loss, Weight: 7, Tale: "unpaid"},
	"harvest": {Tone: game.Gain, Weight: 3, Tale: "harvest"}, "upkeep": {Weight: 1},
	"treaty-ended": {Tone: game.Warn, Weight: 5, Tale: "broken"},
	"treaty-made":  {Tone: game.Gain, Weight: 4, Tale: "treaty"}, "gold-sent": {Weight: 2},
	"was-plundered": {Tone: game.Loss, Weight: 4, Tale: "pillaged"}, "was-shot": {Tone: game.Loss, Weight: 3},
	"plundered": {Tone: game.Gain, Weight: 3}, "shot": {Tone: game.Gain, Weight: 2},
	"march-losses": {Tone: game.Loss, Weight: 2}, "sea-losses": {Tone: game.Loss, Weight: 2},
	"building-damaged": {Tone: game.Gain, Weight: 3}, "building-gone": {Tone: game.Gain, Weight: 4},
	"freed": {Tone: game.Gain, Weight: 3}, "tamed": {Tone: game.Gain, Weight: 3, Tale: "tamed"},
	"summoned": {Tone: game.Gain, Weight: 2, Tale: "summoned"},
	"blessed":  {Tone: game.Gain, Weight: 2, Tale: "blessed"}, "traded": {Tone: game.Gain, Weight: 2, Tale: "caravan"},
	"work-done": {Tone: game.Gain, Weight: 3, Tale: "built"}, "work-done-unnamed": {Tone: game.Gain, Weight: 3},
	"out-of-points": {Tone: game.Warn, Weight: 1}, "held-up": {Tone: game.Warn, Weight: 1},
	"held-up-weeks": {Tone: game.Warn, Weight: 1}, "battle": {Weight: 4}, "battle-vain-line": {Weight: 3, Tale: "even"},
	"battle-even": {Weight: 3, Tale: "even"},

	"gate-number": {Weight: 6, Tale: "gate-heard"}, "gate-passed": {Weight: 5, Tale: "gate-passed"},
	"landed": {Weight: 2, Tale: "landing"}, "raided": {Tone: game.Gain, Weight: 4, Tale: "raided"},
	"mine-yields": {Tone: game.Gain, Weight: 3, Tale: "mine-rich"}, "mine-exhausted": {Weight: 5, Tale: "mine-empty"},
	"mine-empty": {Weight: 5, Tale: "mine-empty"}, "conquest-season": {Weight: 4, Tale: "siege"},
	"arch-unhurt": {Tone: game.Warn, Weight: 6, Tale: "unhurt"},

	"wiped-out": {Tale: "last-man"}, "cornered": {Tale: "last-man"}, "gate-lost": {Tale: "gate-lost", Grave: true},
	"breaks-free": {Tale: "loose"}, "demon-free": {Tale: "loose"}, "demon-banished": {Tale: "banished"},
	"demon-vanished": {Tale: "banished"}, "revolt-militia": {Tale: "revolt"}, "march-lost": {Tale: "desert"},
	"sea-lost": {Tale: "sea"}, "work-lost": {Tale: "work-lost"}, "army-disbands": {Tale: "unpaid"},
}
