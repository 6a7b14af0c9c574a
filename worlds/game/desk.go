package game

// Desk is what a realm can order. Texts are in the reader's language. They may contain what players wrote: whoever
// shows them masks them.
type Desk struct {
	Weeks  int        `json:"weeks"`           // steps that an army makes a turn one after the other; 0: no weeks
	Purse  []Amount   `json:"purse,omitempty"` // what the realm can spend
	Units  []Unit     `json:"units,omitempty"` // that the realm can raise, now or elsewhere, in the order of the book
	Works  []Work     `json:"works,omitempty"` // that the realm can build
	Armies []DeskArmy `json:"armies,omitempty"`
	Pacts  []DeskPact `json:"pacts,omitempty"` // with each realm that is known, by number
	// every kind of army that a report can name, the realm's and others', by the code that FactArmy.Kind tells or with
	// which a FactArmy.Name begins
	Kinds map[string]ArmyKind `json:"kinds,omitempty"`
	// the number of FactArmy.Values that a counter shows, if armies have no men; "": none
	Shows string `json:"shows,omitempty"`
	// whatever else the realm as a whole can be told to do, such as a change of culture
	Actions []Action `json:"actions,omitempty"`
}

// Amount is so much of something: of money, or of another thing that is spent.
type Amount struct {
	Code   string `json:"code"` // such as gold
	Name   string `json:"name"`
	Amount int64  `json:"amount"`
	Text   string `json:"text,omitempty"` // what is shown in place of the number
}

// Arm is what the counter of an army shows, alike in all games.
type Arm string

// The arms. An army whose arm is not among them shows a question mark.
const (
	Foot     Arm = "foot"
	Horse    Arm = "horse"
	Bow      Arm = "bow"
	Gun      Arm = "gun" // also catapults and the like
	Ship     Arm = "ship"
	Trader   Arm = "trader"
	Priest   Arm = "priest"
	Sorcerer Arm = "sorcerer"
	Demon    Arm = "demon"
	Monster  Arm = "monster"
	Flyer    Arm = "flyer"
	Worker   Arm = "worker" // settlers, sappers
	Leader   Arm = "leader"
	Mixed    Arm = "mixed" // a formation, or a host of several arms
)

// Look is how an army's counter looks.
type Look struct {
	Arm    Arm `json:"arm,omitempty"`
	Weight int `json:"weight,omitempty"` // 1 light, 2 medium, 3 heavy; 0: the game does not tell
}

// ArmyKind is how armies of a kind are called and drawn.
type ArmyKind struct {
	Name string `json:"name"`
	Look
}

// Unit is a kind of army that can be raised.
type Unit struct {
	Code string `json:"code"` // as orders write it
	Name string `json:"name"`
	Look
	Price  []Amount `json:"price,omitempty"`  // of each man, ship, gun
	Once   []Amount `json:"once,omitempty"`   // of the army, whatever its size
	Upkeep []Amount `json:"upkeep,omitempty"` // of each man, as often as the game pays
	// what else the tables say of it, such as strength and points, each with its name
	Figures []Amount `json:"figures,omitempty"`
	Action  Action   `json:"action"`         // the order that raises it, without place and number
	Also    []Draft  `json:"also,omitempty"` // other orders that do, such as into a garrison
	Sites   []Site   `json:"sites,omitempty"`
}

// Work is something that can be built.
type Work struct {
	Code  string   `json:"code"`
	Name  string   `json:"name"`
	Price []Amount `json:"price,omitempty"` // where a Site does not say another
	Turns int      `json:"turns,omitempty"` // until it is ready; 0: at once, or it depends
	// what it is for, in few words: income, defence, what it recruits
	Gives string `json:"gives,omitempty"`
	// what is drawn for it: one of Buildings, or road, bridge or wall
	Symbol string `json:"symbol,omitempty"`
	Action Action `json:"action"` // if it is possible nowhere, its Why is the commonest reason
	Sites  []Site `json:"sites,omitempty"`
}

// Site is a place for a Unit or a Work. Sites without Why come first. That the purse does not reach is no Why: a page
// sees prices, and what is left.
type Site struct {
	At    string    `json:"at"`             // the field as the reader calls it; "": no field, the realm at large
	Edge  Direction `json:"edge,omitempty"` // the border of the field, for roads and the like
	Price []Amount  `json:"price,omitempty"`
	Most  int64     `json:"most,omitempty"` // so many can be raised there; 0: only the purse limits it
	Why   *Said     `json:"why,omitempty"`  // why not there
	Draft *Draft    `json:"draft,omitempty"`
	New   string    `json:"new,omitempty"` // instead of the army that Draft names, if that marches away: one of this name
}

// Draft is an order begun: a form of a section, and what is already filled in.
type Draft struct {
	Letter string `json:"letter"`
	Form   int    `json:"form"` // among the section's Forms
	// a value for each part of the form, as orders.Form reads and prints it; "": to be filled in
	Values []string `json:"values"`
}

// Action is something that an army, a place or a realm can be told to do.
type Action struct {
	Code   string  `json:"code"` // such as march, hold, conquer, split: symbols and keys go by it
	Name   string  `json:"name"`
	Draft  Draft   `json:"draft"`
	Fields []Field `json:"fields,omitempty"` // limits of parts that are to be filled in
	Why    *Said   `json:"why,omitempty"`    // why not now
	// its line is written beside the army's others, and not instead of the one that leads it
	Beside bool `json:"beside,omitempty"`
	// the code of another action of the army without whose line it is refused, such as a march
	With string `json:"with,omitempty"`
	// lines that are written behind its own, such as that of a leader who lands where his fleet is sent
	Then []Draft `json:"then,omitempty"`
	// lines before the first of which its own is written, such as that of the fleet that a leader boards; "" fits any value
	Before []Draft `json:"before,omitempty"`
	// lines that go when its own goes, such as the landing of a leader who no longer boards; "" fits any value
	Ends []Draft `json:"ends,omitempty"`
}

// Field is a part of a form with what may be in it here.
type Field struct {
	Part    int      `json:"part"` // its place in the form
	Least   int64    `json:"least,omitempty"`
	Most    int64    `json:"most,omitempty"` // 0: no limit is known
	Unit    string   `json:"unit,omitempty"` // such as men, gold, in the reader's language
	Says    string   `json:"says,omitempty"` // why it is these choices or limits
	Choices []Option `json:"choices,omitempty"`
}

// Option is a value that a field may have.
type Option struct {
	Value string   `json:"value"`
	Name  string   `json:"name"`
	Price []Amount `json:"price,omitempty"`
	Why   *Said    `json:"why,omitempty"` // why not now
}

// DeskArmy is an army of the realm, a fleet, a unit, a gun.
type DeskArmy struct {
	Name string `json:"name"` // as orders call it
	Kind string `json:"kind"`
	Text string `json:"text"` // the name of the kind
	Look
	At      string   `json:"at,omitempty"`
	To      string   `json:"to,omitempty"` // where its orders lead it, of one that is carried or builds there
	Men     int64    `json:"men,omitempty"`
	Points  int64    `json:"points,omitempty"`  // to march by in the coming turn
	In      string   `json:"in,omitempty"`      // the formation or ship that it is in
	Members []string `json:"members,omitempty"` // of a formation; of a fleet, who is aboard
	Idle    string   `json:"idle,omitempty"`    // what it does without an order
	Actions []Action `json:"actions,omitempty"` // the commonest first
}

// DeskPact is what the realm has agreed with another.
type DeskPact struct {
	Realm  int    `json:"realm"`
	Now    string `json:"now"` // a code, such as war, peace, trade, partner
	Name   string `json:"name"`
	Offers string `json:"offers,omitempty"` // the code of what the realm has offered so far
	Wants  string `json:"wants,omitempty"`  // the code of what the other has offered, if reports say it
	// the orders that would change it, each with the code of what it leads to
	Actions []Action `json:"actions,omitempty"`
}

// Mover is who marches: an army of the realm by its Name alone, or another as it was seen.
type Mover struct {
	Army string `json:"army,omitempty"`
	// Reach is asked where it could come some day, as if no step tired it and the turn did not end. A march to what only
	// then is in reach says why it does not come there.
	Tireless bool `json:"tireless,omitempty"`
	// Reach is asked what comes behind this way, in digits, with what the way leaves; "": the mover has gone nowhere yet.
	// Only an own army has one, in a game whose orders say on which way it marches.
	Way string `json:"way,omitempty"`
	// of another: what was seen of it. Without Kind it may be anything that was ever heard of.
	Realm int    `json:"realm,omitempty"`
	Kind  string `json:"kind,omitempty"`
	At    string `json:"at,omitempty"`
	Week  int    `json:"week,omitempty"` // in which it was seen; 0: it is there when the turn begins
}

// Steps are the directions of the mover's way.
func (m Mover) Steps() (out []Direction) {
	for _, digit := range []byte(m.Way) {
		out = append(out, Direction(digit-'0'))
	}
	return out
}

// March is how far a mover comes.
type March struct {
	Steps []Step `json:"steps"`
	Stops *Said  `json:"stops,omitempty"` // why it does not come to the end
	// the rest of the way, which it tries to go all the same, though somebody may fight it or be in its way in the first
	// of these fields, or nobody knows whether it can enter that. Costs and points are not told; none: it does not go on.
	// The first may say how a fight there would end.
	Tries []Step `json:"tries,omitempty"`
}

// Step is a step of a march, or a week of waiting.
type Step struct {
	Week int    `json:"week,omitempty"`
	At   string `json:"at"` // where it is after the step
	H    int    `json:"h"`  // as in the Chart
	Y    int    `json:"y"`
	Cost int64  `json:"cost"`
	Left int64  `json:"left"`           // points after the step
	Lost int64  `json:"lost,omitempty"` // men, at most
	Says []Said `json:"says,omitempty"` // what may come between, and what happens there
}

// Reached is a field to which a mover can come.
type Reached struct {
	At   string `json:"at"`
	H    int    `json:"h"`
	Y    int    `json:"y"`
	Week int    `json:"week,omitempty"`
	Left int64  `json:"left"`
	Way  string `json:"way"` // the digits
	// it comes only beside the field, since somebody there stops or fights it; Left is what it has left there
	Meets bool `json:"meets,omitempty"`
	// the code of the action with which an army is usually led there, such as to conquer free land; "": the first that
	// marches
	Does string `json:"does,omitempty"`
}
