package kolonien

// MoveOrder sends a leader to an area: `Cortez 14`.
type MoveOrder struct {
	Leader string
	Area   int
}

// EmbarkOrder takes a leader aboard a fleet, or ashore: `Cortez an Flotte_2`.
type EmbarkOrder struct {
	Leader string
	Fleet  int
	Land   bool
}

// TransferOrder moves units between a leader and a garrison, or another leader:
// `Cortez nimmt INF 2`.
type TransferOrder struct {
	Leader string
	Give   bool
	Kind   Kind
	Count  int
	Other  string // "": the garrison
}

// SailOrder sends a fleet to an area: `Flotte_2 7`.
type SailOrder struct {
	Fleet int
	Area  int
}

// JoinOrder makes one fleet of two: `Flotte_2 zu Flotte_1`.
type JoinOrder struct {
	Fleet, To int
}

// ShipsOrder moves ships between fleets of a realm: `Flotte_2 gibt ESK 1 Flotte_3`.
type ShipsOrder struct {
	Fleet int
	Give  bool
	Class Class
	Count int
	Other int // 0: a new fleet, which only who gives can make
}

// Topic is what a line of $K is about.
type Topic uint8

// The topics of $K.
const (
	TopicCharge Topic = iota
	TopicSiege
	TopicRegiment
	TopicWithdraw
	TopicLosses
)

// CombatOrder is a line of $K. It holds until it is changed.
type CombatOrder struct {
	Leader   string // "" a fleet's
	Fleet    int
	Topic    Topic
	None     bool // back to what holds without an order
	Yes      bool
	Withdraw Withdrawal
	Losses   []Kind
	Sinking  []Class
}

// Muster is what a line of $R raises.
type Muster uint8

// What may be raised.
const (
	MusterUnits Muster = iota
	MusterShips
	MusterLeader
	MusterMedic
)

// Post is where raised units go.
type Post uint8

// Where raised units go.
const (
	PostAny      Post = iota // to leaders there, then the garrison; ships to a fleet there
	PostLeader               // to the leader named
	PostGarrison             //
	PostRegiment             //
	PostFleet                // to the fleet named
)

// RaiseOrder is a line of $R.
type RaiseOrder struct {
	Area  int
	What  Muster
	Kind  Kind
	Class Class
	Count int
	Post  Post
	Name  string // a leader's; of a new leader "": drawn from the list
	Fleet int
}

// Work is what a line of $B builds.
type Work uint8

// The works.
const (
	Found Work = iota
	Extend
	Palisade
	Fort
	Fortress
	Citadel
	Port
)

// BuildOrder is a line of $B: `14 Ausbau`.
type BuildOrder struct {
	Area int
	Work Work
}

// TreatyOrder is a line of $V: `3 P`.
type TreatyOrder struct {
	Realm  int
	Stance Stance
}

// SettingOrder is a line of $S; Value is the canonical German word.
type SettingOrder struct {
	Setting string
	Value   string
}

// named is a keyword in German and English; the German one is printed.
type named struct{ de, en string }

// The keywords of the order lines.
var (
	fleetWord    = named{"Flotte", "Fleet"}
	embarkWord   = named{"an", "on"}
	landWord     = named{"von", "from"}
	joinWord     = named{"zu", "with"}
	takeWord     = named{"nimmt", "takes"}
	giveWord     = named{"gibt", "gives"}
	yesWord      = named{"ja", "yes"}
	noWord       = named{"nein", "no"}
	noneWord     = named{"kein", "none"}
	toWord       = named{"nach", "to"}
	leaderWord   = named{"Anfuehrer", "Leader"}
	medicWord    = named{"Arzt", "Medic"}
	garrisonWord = named{"Garnison", "Garrison"}
	regimentWord = named{"Regiment", "Regiment"}

	topicWords = []named{{"attacke", "charge"}, {"belagerung", "siege"}, {"regiment", "regiment"}, {"rueckzug", "retreat"}, {"verluste", "losses"}}
	whenWords  = []named{{"verlust", "loss"}, {"nie", "never"}, {"immer", "always"}, {"cf", "cf"}}
	workWords  = []named{{"Kolonie", "Colony"}, {"Ausbau", "Extend"}, {"Palisade", "Palisade"}, {"Fort", "Fort"}, {"Festung", "Fortress"}, {"Zitadelle", "Citadel"}, {"Hafen", "Port"}}
)

// stanceLetters are the letters of $V, by stance.
const stanceLetters = "KAP"

// setMap is the setting that puts the map into the report or leaves it out.
const setMap = "Karte"

// settingWords are the settings of $S with their values, canonical word first.
var settingWords = []struct {
	name   named
	values []named
	also   []named // other words for the values, one each
}{
	{named{"Sprache", "Language"}, []named{{"de", "German"}, {"en", "English"}}, []named{{"Deutsch", "German"}, {"Englisch", "English"}}},
	{named{"Computer", "Machine"}, []named{{"UTF8", "UTF8"}, {"PC", "PC"}, {"Amiga", "Amiga"}}, nil},
	{named{"Zip", "Archive"}, []named{{"ja", "yes"}, {"nein", "no"}}, nil},
	{named{setMap, "Map"}, []named{{"ja", "yes"}, {"nein", "no"}}, nil},
}
