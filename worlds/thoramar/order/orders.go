// Package order is what can be ordered: lines of text go in, typed orders and problems
// come out, and an order prints as the line it was.
package order

import (
	"strings"

	names "weltentor/orders/name"
	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/realm"
)

// Shown is the name with its blanks, which the order writes as `_`.
func (o BuildOrder) Shown() string { return names.Neat(strings.ReplaceAll(o.Name, "_", " ")) }

// BuildOrder is a line of $B for a building: `STD 2 4 Sewastopol`.
type BuildOrder struct {
	Building string // BRG STD FES HST TSL TSF HTS TPL MIN WTO
	At       realm.XY
	Name     string // "_" for blanks as written; "" if none was given
}

// EdgeOrder is a line of $B for edges: `W 2 -1 34`. For roads the digits are a
// path, for walls and bridges a set (decision 3).
type EdgeOrder struct {
	Edge realm.Edge
	At   realm.XY
	Dirs []game.Direction // 1–6
}

// RecruitOrder is a line of $R: `+K.M 1 2500 0 0`.
type RecruitOrder struct {
	Fit   bool
	Army  realm.ArmyName
	Count int64
	At    realm.XY
	Dir   game.Direction // ships: where the water is; 0 if not given
}

// ArmyOrder is a line of $A.
type ArmyOrder struct {
	Army    realm.ArmyName
	Plan    realm.Plan
	Command realm.Command
	Flag    realm.Flag
	Special realm.Special
}

// TransferOrder is a line of $G.
type TransferOrder struct {
	Realm  int
	Amount int64
}

// PaybackOrder is a line of $G that takes a payment back; only the game master has
// such.
type PaybackOrder struct {
	Realm  int
	Amount int64
}

// CedeOrder is a line of $L.
type CedeOrder struct {
	Realm int
	At    realm.XY
}

// TreatyOrder is a line of $V.
type TreatyOrder struct {
	Realm  int
	Treaty realm.Treaty // NoTreaty, Pact, Partner
}

// SettingOrder is a line of $S: Setting is I, C, R, B (Bericht), S (Sprache), Z (Zip) or K (Karte).
type SettingOrder struct {
	Setting byte
	Value   string // C: PC Amiga UTF8; R: the name; B: voll kurz; S: de en; Z, K: ja nein
}
