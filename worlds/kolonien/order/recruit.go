package order

import (
	"slices"
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/kolonien/tables"
	"weltentor/worlds/rulekit"
)

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
	PostAny    Post = iota // to leaders there, then the garrison; ships to a fleet there
	PostLeader             // to the leader named
	PostGarrison
	PostRegiment
	PostFleet // to the fleet named
)

// RaiseOrder is a line of $R.
type RaiseOrder struct {
	Area   int `part:"area"`
	Raised `part:"raised"`
}

// Raised is what a line of $R raises, and where it goes.
type Raised struct {
	What  Muster
	Kind  tables.Kind
	Class tables.Class
	Count int
	Post  Post
	Name  string // a leader's; of a new leader "": drawn from the list
	Fleet int
}

var musters = part.New[RaiseOrder](parts.With(part.Kinds{
	"raised": &part.Kind[Raised]{Take: part.Taken(raised), Print: printRaised}}),
	raiseExample, raiseExample, "14 LIN 1 Cortez", "14 MIL 3 Garnison", "14 LIN 2 Regiment", "14 TRA 1",
	"14 LIN_S 1 Flotte_2", "14 Anfuehrer", "14 Leader Pizarro", "14 Arzt Cortez")

// Print appends `14 INF 2`.
func (o RaiseOrder) Print(dst []byte, lang phrase.Lang) []byte { return musters.Print(dst, o, lang) }

// Forms are those of units, ships, leaders and medics.
func (RaiseOrder) Forms() []string {
	return []string{
		"area:place muster=" + unitChoices + " count:number",
		"area:place muster=" + unitChoices + " count:number leader:army",
		"area:place muster=" + unitChoices + " count:number verb=Garnison/Garrison|Regiment",
		"area:place class=" + shipChoices + " count:number fleet:army?", "area:place =Anfuehrer/Leader leader:word?",
		"area:place =Arzt/Medic leader:army",
	}
}

// raised reads what is raised, and where it goes.
func raised(r *orders.Reading) (o Raised) {
	t, ok := r.Next("muster")
	if !ok {
		return o
	}
	switch {
	case LeaderWord.Is(t):
		o.What = MusterLeader
		if r.More() {
			o.Post, o.Name = PostLeader, name(r)
		}
		return o
	case MedicWord.Is(t):
		o.What, o.Post, o.Name = MusterMedic, PostLeader, name(r)
		return o
	}
	if o.Class, ok = classOf(t.Value); ok {
		o.What, o.Count = MusterShips, number(r, "count", "order.count", 1, MostUnits)
		if r.More() {
			o.Post, o.Fleet = PostFleet, fleet(r)
		}
		return o
	}
	if o.Kind, ok = kindOf(t.Value); !ok {
		all := slices.Concat(kindWords, ClassWords)
		people := rulekit.BothWords([]rulekit.Word{LeaderWord, MedicWord})
		Reject(r, t, "order.muster", orders.Meant(t.Value, slices.Concat(all, people), otherWords),
			phrase.Str("words", strings.Join(all, ", ")))
		return o
	}
	o.Count = number(r, "count", "order.count", 1, MostUnits)
	switch {
	case !r.More():
	case GarrisonWord.Is(r.Peek()):
		r.Skip()
		o.Post = PostGarrison
	case RegimentWord.Is(r.Peek()):
		r.Skip()
		o.Post = PostRegiment
	default:
		o.Post, o.Name = PostLeader, name(r)
	}
	return o
}

func printRaised(dst []byte, o Raised, lang phrase.Lang) []byte {
	switch o.What {
	case MusterLeader:
		dst = append(dst, LeaderWord.In(lang)...)
	case MusterMedic:
		dst = append(dst, MedicWord.In(lang)...)
	case MusterShips:
		dst = printInt(append(append(dst, o.Class.Code()...), ' '), o.Count, lang)
	default:
		dst = printInt(append(append(dst, o.Kind.Code()...), ' '), o.Count, lang)
	}
	switch o.Post {
	case PostLeader:
		dst = append(append(dst, ' '), o.Name...)
	case PostGarrison:
		dst = append(append(dst, ' '), GarrisonWord.In(lang)...)
	case PostRegiment:
		dst = append(append(dst, ' '), RegimentWord.In(lang)...)
	case PostFleet:
		dst = printFleet(append(dst, ' '), o.Fleet, lang)
	}
	return dst
}

// appoints is the leader that a line of $R names: `14 Leader Pizarro`.
func appoints(text string) []string {
	if words := strings.Fields(text); len(words) > 2 && LeaderWord.Is(orders.Token{Value: words[1]}) {
		return words[2:3]
	}
	return nil
}
