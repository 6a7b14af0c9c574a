package order

import (
	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

// MoveOrder sends a leader to an area: `Cortez 14`.
type MoveOrder struct {
	Leader string `part:"leader" form:"mover:army"`
	Area   int    `part:"goal"`
}

var moves = part.New[MoveOrder](parts.With(part.Kinds{
	"goal": goal(EmbarkWord, LandWord, TakeWord, GiveWord)}), armyExample)

// Print appends `Cortez 14`.
func (o MoveOrder) Print(dst []byte, _ phrase.Lang) []byte { return moves.Print(dst, o, phrase.De) }

// EmbarkOrder takes a leader aboard a fleet, or ashore: `Cortez an Flotte_2`.
type EmbarkOrder struct {
	Leader string `part:"leader"`
	Land   bool   `part:"land"`
	Fleet  int    `part:"fleet"`
}

var embarkations = part.New[EmbarkOrder](parts.With(part.Kinds{"land": EmbarkWord.Or("verb", LandWord)}), armyExample)

// Print appends `Cortez an Flotte_2`.
func (o EmbarkOrder) Print(dst []byte, lang phrase.Lang) []byte {
	return embarkations.Print(dst, o, lang)
}

// TransferOrder moves units between a leader and a garrison, or another leader:
// `Cortez nimmt INF 2`.
type TransferOrder struct {
	Leader string      `part:"leader"`
	Give   bool        `part:"give" form:"verb=gibt/gives|nimmt/takes"`
	Kind   tables.Kind `part:"kind"`
	Count  int         `part:"number" want:"count" min:"1" max:"99"`
	Other  string      `part:"other?"` // "": the garrison
}

var transfers = part.New[TransferOrder](parts.With(part.Kinds{"give": TakeWord.Or("verb", GiveWord), "kind": kindPart,
	"other": &part.Kind[string]{Form: "leader:army?", Take: part.Taken(other), Print: printText}}), armyExample)

// Print appends `Cortez nimmt INF 2`.
func (o TransferOrder) Print(dst []byte, lang phrase.Lang) []byte {
	return transfers.Print(dst, o, lang)
}

// other reads another leader, or the garrison.
func other(r *orders.Reading) string {
	if GarrisonWord.Is(r.Peek()) {
		r.Skip()
		return ""
	}
	return name(r)
}

// SailOrder sends a fleet to an area: `Flotte_2 7`.
type SailOrder struct {
	Fleet int `part:"fleet"`
	Area  int `part:"goal"`
}

var voyages = part.New[SailOrder](parts.With(part.Kinds{"goal": goal(JoinWord, TakeWord, GiveWord)}), armyExample)

// Print appends `Flotte_2 7`.
func (o SailOrder) Print(dst []byte, lang phrase.Lang) []byte { return voyages.Print(dst, o, lang) }

// Forms are none: whoever writes part by part takes the fleet for a leader.
func (SailOrder) Forms() []string { return nil }

// JoinOrder makes one fleet of two: `Flotte_2 zu Flotte_1`.
type JoinOrder struct {
	Fleet int      `part:"fleet"`
	_     struct{} `part:"join"`
	To    int      `part:"fleet"`
}

var joins = part.New[JoinOrder](parts.With(part.Kinds{"join": JoinWord.Part()}), armyExample)

// Print appends `Flotte_2 zu Flotte_1`.
func (o JoinOrder) Print(dst []byte, lang phrase.Lang) []byte { return joins.Print(dst, o, lang) }

// ShipsOrder moves ships between fleets of a realm: `Flotte_2 gibt ESK 1 Flotte_3`.
type ShipsOrder struct {
	Fleet int          `part:"fleet"`
	Give  bool         `part:"give" form:"verb=gibt/gives|nimmt/takes"`
	Class tables.Class `part:"class"`
	Count int          `part:"number" want:"count" min:"1" max:"99"`
	Other int          `part:"fleet?" form:"fleet:army?"` // 0: a new fleet, which only who gives can make
}

var ships = part.New[ShipsOrder](parts.With(part.Kinds{"give": TakeWord.Or("verb", GiveWord), "class": classPart}),
	armyExample)

// Print appends `Flotte_2 gibt ESK 1 Flotte_3`.
func (o ShipsOrder) Print(dst []byte, lang phrase.Lang) []byte { return ships.Print(dst, o, lang) }

// Check asks whoever takes ships for the fleet that has them.
func (o *ShipsOrder) Check(r *orders.Reading) {
	if !o.Give && o.Other == 0 {
		o.Other = fleet(r)
	}
}

// armyLine tells lines of $A apart: by who is ordered, and by the word behind.
func armyLine(r *orders.Reading) part.Declared {
	verb, isFleet := r.Ahead(1), fleetLike(r.Peek().Value)
	gives := TakeWord.Is(verb) || GiveWord.Is(verb)
	switch {
	case isFleet && (JoinWord.Is(verb) || EmbarkWord.Is(verb)):
		return joins
	case isFleet && gives:
		return ships
	case isFleet:
		return voyages
	case EmbarkWord.Is(verb), LandWord.Is(verb):
		return embarkations
	case gives:
		return transfers
	}
	return moves
}

// goal is the area that a leader or a fleet goes to. Where a word stands instead, these are those that may.
func goal(verbs ...rulekit.Word) *part.Kind[int] {
	return &part.Kind[int]{
		Form: "area:place", Print: printInt,
		Take: func(r *orders.Reading, _ *part.Field) int {
			if verb := r.Peek(); verb.Value != "" && !isNumber(verb) {
				Reject(r, verb, "order.verb", orders.Meant(verb.Value, rulekit.BothWords(verbs), otherWords),
					phrase.Str("words", rulekit.WordList(verbs, phrase.De)),
					phrase.Str("english", rulekit.WordList(verbs, phrase.En)))
			}
			return area(r)
		},
	}
}
