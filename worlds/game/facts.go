package game

import (
	"encoding/json"

	"weltentor/orders/phrase"
)

// FactsSchema is the version of the form of Facts, which docs/report.schema.json describes. It is raised whenever
// something there changes its meaning or goes, but not when something is added.
const FactsSchema = 1

// Facts is a report as data: for one realm, of one turn. Texts may contain what players wrote: whoever shows them
// masks them. A Titled is the Title beside it as a sentence, whose marks the Title leaves out.
type Facts struct {
	Schema   int         `json:"schema"` // FactsSchema
	Rulebook string      `json:"rulebook"`
	Rules    int         `json:"rules"` // Rulebook.Version
	Turn     int         `json:"turn"`  // the turn it is about; 0 in report 0
	Title    string      `json:"title"` // names that turn
	Titled   Said        `json:"titled,omitzero"`
	Lang     phrase.Lang `json:"lang"`
	Realm    FactRealm   `json:"realm"` // the reader

	Headline FactHeadline `json:"headline,omitzero"` // that the report's mail begins with; report 0 has none
	Needs    []FactNeed   `json:"needs,omitempty"`   // what the player should do, the most urgent first

	Refused []FactRefused `json:"refused"`           // orders that were not done, by line
	Weeks   []FactWeek    `json:"weeks"`             // in order; a game without weeks has one, with number 0
	Battles []FactBattle  `json:"battles,omitempty"` // that the report tells, in order
	// what follows is how things are after the turn
	Realms    []FactRealm    `json:"realms"` // all that the report names, by number
	Fields    []FactField    `json:"fields"` // what the reader owns, and whatever else the report mentions
	Armies    []FactArmy     `json:"armies"` // the reader's, then others' that the report mentions
	Money     []FactMoney    `json:"money"`
	Letters   []FactLetter   `json:"letters"`
	Sent      []FactLetter   `json:"sent,omitempty"`      // letters that the reader wrote to others
	Standings *FactStandings `json:"standings,omitempty"` // if they are public
	Parts     []FactPart     `json:"parts,omitempty"`     // whatever else the report says
	Seal      *Proof         `json:"seal,omitempty"`      // that the report is under its turn's seal; the machine adds it

	// the names of Values and Words in the reader's language
	Names map[string]string `json:"names,omitempty"`
	// the sentences of which Words are made, by what the word is of. A word leaves out marks and blanks around it
	Terms map[string][]Said `json:"terms,omitempty"`
}

// Term records the sentence of which a word of that name is made.
func (f *Facts) Term(name string, term Said) {
	for _, t := range f.Terms[name] {
		if t.Text == term.Text && t.Code == term.Code {
			return
		}
	}
	if f.Terms == nil {
		f.Terms = map[string][]Said{}
	}
	f.Terms[name] = append(f.Terms[name], term)
}

// Said is a sentence: its code and arguments, and its words.
type Said struct {
	Code string `json:"code"`
	// by name: numbers, words, keys of the rulebook's sentences, places as the reader counts them
	Args map[string]FactValue `json:"args,omitempty"`
	Text string               `json:"text"`
}

// FactValue is an argument of a sentence: a number or a word, in JSON too.
type FactValue struct {
	Number int64
	Word   string
	Worded bool // it is Word
}

// MarshalJSON writes a number or a string.
func (v FactValue) MarshalJSON() ([]byte, error) {
	if v.Worded {
		return json.Marshal(v.Word)
	}
	return json.Marshal(v.Number)
}

// UnmarshalJSON reads a whole number or a string.
func (v *FactValue) UnmarshalJSON(raw []byte) error {
	*v = FactValue{Worded: len(raw) > 0 && raw[0] == '"'}
	if v.Worded {
		return json.Unmarshal(raw, &v.Word)
	}
	return json.Unmarshal(raw, &v.Number)
}

// FactRealm is what the report says about a realm.
type FactRealm struct {
	Number int               `json:"number"`
	Name   string            `json:"name"`
	Player string            `json:"player,omitempty"`
	Fallen bool              `json:"fallen,omitempty"`
	Values map[string]int64  `json:"values,omitempty"`
	Words  map[string]string `json:"words,omitempty"`
}

// FactHeadline is the sentence that sums up a turn: what names the turn, and clauses, the weightiest first.
type FactHeadline struct {
	Text    string `json:"text"`
	When    Said   `json:"when"`
	Clauses []Said `json:"clauses"`
}

// FactNeed is something that the player should do. If it is about lines that were not done, Refused has them.
type FactNeed struct {
	Said
	More []Said `json:"more,omitempty"` // what else is said of it
	// an order for it, which the receipt accepts as it is, and the letter of its section
	Section string `json:"section,omitempty"`
	Line    string `json:"line,omitempty"`
}

// FactRefused is an order that was not done, and why.
type FactRefused struct {
	Line   int  `json:"line"`             // 0: the whole sheet
	Partly bool `json:"partly,omitempty"` // the rest of the line was done
	Said
}

// FactWeek is what a realm is told about a week.
type FactWeek struct {
	Week      int            `json:"week"` // 0 before the first, one more than the last after it
	Title     string         `json:"title,omitempty"`
	Titled    Said           `json:"titled,omitzero"`
	Events    []FactEvent    `json:"events"`
	Sightings []FactSighting `json:"sightings,omitempty"`
}

// FactEvent is something that happened.
type FactEvent struct {
	Phase string `json:"phase"`
	Said
	Tone   Tone   `json:"tone,omitempty"`
	Weight int    `json:"weight,omitempty"` // for the headline: 0 is daily business, 9 the fall of a realm
	At     string `json:"at,omitempty"`     // the field, if the sentence names one
}

// Tone is what an event means to the reader.
type Tone string

// The tones. Most events have none.
const (
	Gain Tone = "gain"
	Loss Tone = "loss"
	Warn Tone = "warn" // the player should do something
)

// FactBattle is a battle as the report tells it: what it does not tell is missing. Week and At find the sighting of its
// field, if there is one, and a fighter's ID the army in it.
type FactBattle struct {
	Week  int        `json:"week,omitempty"`
	At    string     `json:"at,omitempty"`
	Sides []FactSide `json:"sides"` // attackers, defenders
	// the report does not say who attacks: a side of the reader's comes first
	Equal  bool   `json:"equal,omitempty"`
	Won    int    `json:"won"` // the side, from 1; 0: nobody, or it is not told
	Result Said   `json:"result"`
	Course []Said `json:"course,omitempty"` // what else the report says of it, in order
}

// FactSide is a side of a battle.
type FactSide struct {
	Realm  int           `json:"realm,omitempty"` // who leads it; 0: nobody's, or unknown
	Armies []FactFighter `json:"armies"`
	// men of the whole side, where the report counts them by side alone
	Before int64 `json:"before,omitempty"`
	After  int64 `json:"after,omitempty"`
	// of the whole side, as the report counts it; 0: it does not tell
	Strength int64 `json:"strength,omitempty"`
	// what the report counts for it, or against it, in its order
	Factors []FactFactor `json:"factors,omitempty"`
}

// FactFactor is what counts for a side of a battle, or against it.
type FactFactor struct {
	Code     string `json:"code"` // of its name
	Name     string `json:"name"`
	Amount   int64  `json:"amount"`
	Permille bool   `json:"permille,omitempty"` // it multiplies by thousandths; otherwise it is added
}

// FactFighter is an army in a battle. Numbers are missing where the report hides them.
type FactFighter struct {
	Realm    int    `json:"realm,omitempty"`
	Name     string `json:"name"`         // "" where it hides that
	ID       string `json:"id,omitempty"` // as in FactArmy
	Kind     string `json:"kind,omitempty"`
	Before   int64  `json:"before,omitempty"`   // men
	After    int64  `json:"after,omitempty"`    // men
	Strength int64  `json:"strength,omitempty"` // before, as the report counts it
	Left     int64  `json:"left,omitempty"`     // strength after
	Fate     string `json:"fate,omitempty"`     // destroyed, fled, captured; "": it stays
}

// FactSighting is what was seen of a field in a week.
type FactSighting struct {
	At string   `json:"at"`           // as the reader counts it
	By []string `json:"by,omitempty"` // own armies that stood there; none: armies beside it saw it, or the land itself
	// own armies that stood there, and others as they showed themselves
	Armies []FactArmy `json:"armies,omitempty"`
	FactGround
}

// FactGround is what is seen of a field.
type FactGround struct {
	Terrain  string `json:"terrain,omitempty"` // its code
	Owner    int    `json:"owner,omitempty"`   // 0: nobody, or unknown
	Building string `json:"building,omitempty"`
	State    string `json:"state,omitempty"` // of the building, as the report's letter or key for it
	Edges    string `json:"edges,omitempty"` // as the report writes them
}

// FactField is a field, province or area.
type FactField struct {
	At string `json:"at"` // as the reader counts it, or its number
	FactGround
	Own    bool              `json:"own,omitempty"`
	Name   string            `json:"name,omitempty"`
	Values map[string]int64  `json:"values,omitempty"` // such as yield, income, people
	Words  map[string]string `json:"words,omitempty"`
}

// FactArmy is an army, fleet or unit.
type FactArmy struct {
	Realm int    `json:"realm,omitempty"` // 0: nobody's; see Unknown
	Name  string `json:"name"`            // as orders call it; "" where it hides that
	// the same in each report in which the army shows whose it is and its name, in all languages; "": it hides one of
	// them, and nobody may follow it from one sighting to the next. A realm may give the name of an army that is gone to
	// another one.
	ID   string `json:"id,omitempty"`
	Kind string `json:"kind,omitempty"` // such as K.M, for an army that hides its name
	// it hides whose it is
	Unknown bool              `json:"unknown,omitempty"`
	At      string            `json:"at,omitempty"`
	Men     int64             `json:"men,omitempty"`
	Values  map[string]int64  `json:"values,omitempty"` // such as movement, experience
	Words   map[string]string `json:"words,omitempty"`  // such as what it is busy with
	Parts   []FactArmy        `json:"parts,omitempty"`  // such as stacks
}

// FactMoney is a line of the realm's money: income is positive, spending negative. Lines of kind "treasury" are what
// is there after the turn.
type FactMoney struct {
	Kind   string `json:"kind"` // income, outlay, treasury or account
	Code   string `json:"code"` // such as land, upkeep; for a treasury its currency
	Amount int64  `json:"amount"`
	Text   string `json:"text"` // the name of Code
}

// FactLetter is a letter in the report, or one that the reader wrote.
type FactLetter struct {
	From int    `json:"from,omitempty"` // 0: a rumour, whose sender nobody is told
	Name string `json:"name,omitempty"`
	All  bool   `json:"all,omitempty"` // to all realms
	To   int    `json:"to,omitempty"`  // the realm to which the reader sent it
	// the reader sent it to the game master
	Master bool   `json:"master,omitempty"`
	Text   string `json:"text"`
}

// FactStandings is what is public about how the realms stand (World.Standings).
type FactStandings struct {
	Columns []FactColumn   `json:"columns"`
	Rows    []FactStanding `json:"rows"`
}

// FactColumn is a number of the standings.
type FactColumn struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// FactStanding is a realm in the standings.
type FactStanding struct {
	Realm   int     `json:"realm"`
	Name    string  `json:"name"`
	Place   int     `json:"place,omitempty"`
	Fallen  bool    `json:"fallen,omitempty"`
	Numbers []int64 `json:"numbers"`
}

// FactPart is a part of the report, with its sentences.
type FactPart struct {
	Name   string `json:"name"` // such as bank, treaties
	Title  string `json:"title"`
	Titled Said   `json:"titled,omitzero"`
	Said   []Said `json:"said"`
}

// Week returns the entry of a week and makes it if it is missing. Weeks must come in rising order.
func (f *Facts) Week(n int) *FactWeek {
	if i := len(f.Weeks) - 1; i < 0 || f.Weeks[i].Week != n {
		f.Weeks = append(f.Weeks, FactWeek{Week: n, Events: []FactEvent{}})
	}
	return &f.Weeks[len(f.Weeks)-1]
}
