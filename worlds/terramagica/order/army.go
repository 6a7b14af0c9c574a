package order

import (
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/part"
	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
)

// armyExample is shown with a problem in a line of $A.
const armyExample = "Nordheer 3 8"

// MarchOrder leads an army by provinces; an empty path ends its march.
type MarchOrder struct {
	Army string `part:"army" want:"army" key:""`
	Path []int  `part:"path"`
}

var marches = part.New[MarchOrder](parts.With(part.Kinds{"path": pathPart}),
	armyExample, armyExample, "Nordheer bleibe")

// Print appends `Nordheer 3 8`.
func (o MarchOrder) Print(dst []byte, lang phrase.Lang) []byte { return marches.Print(dst, o, lang) }

// Forms are its own and that of a ConquestOrder: the words that may follow an army alone are one choice.
func (MarchOrder) Forms() []string {
	return []string{"army:army province:place*",
		"army:army action=" + rulekit.Choices(StayWord, ConquerWord, PlunderWord)}
}

// StatusOrder sets a status. NoStance without a target drops all.
type StatusOrder struct {
	Army         string `part:"army" want:"army"`
	realm.Status `part:"status"`
}

var statuses = part.New[StatusOrder](parts.With(part.Kinds{"status": statusPart}), armyExample,
	"Nordheer gemeinsam Suedheer", "Nordheer joint 7.Suedheer", "Nordheer angriff 5.Garde", "Nordheer attack 5",
	"Nordheer kein 5.Garde", "Nordheer none")

// Print appends `Nordheer gemeinsam 7.Suedheer`.
func (o StatusOrder) Print(dst []byte, lang phrase.Lang) []byte { return statuses.Print(dst, o, lang) }

// Key is army and target: `Nordheer 7.Suedheer`. Without a target it ends with a blank, as the army alone is the key of
// a march.
func (o StatusOrder) Key() string { return string(o.Target.Append([]byte(o.Army + " "))) }

// Forms are with a target and without.
func (StatusOrder) Forms() []string {
	return []string{
		"army:army action=" + rulekit.Choices(StanceWords[realm.Joint], StanceWords[realm.Hostile], NoneWord) +
			" target:army",
		"army:army action=" + rulekit.Choices(NoneWord)}
}

// ConquestOrder takes or plunders the province the army stands in.
type ConquestOrder struct {
	Army    string `part:"army" want:"army"`
	Plunder bool   `part:"plunder"`
}

var conquests = part.New[ConquestOrder](parts.With(part.Kinds{"plunder": ConquerWord.Or("action", PlunderWord)}),
	armyExample, "Nordheer erobere", "Nordheer plündere")

// Print appends `Nordheer erobere`.
func (o ConquestOrder) Print(dst []byte, lang phrase.Lang) []byte {
	return conquests.Print(dst, o, lang)
}

// Called is the same for both: an army does one of them.
func (o ConquestOrder) Called(lang phrase.Lang) string {
	return o.Army + " " + ConquerWord.In(lang) + "/" + PlunderWord.In(lang)
}

// Forms is empty: MarchOrder has its form.
func (ConquestOrder) Forms() []string { return nil }

// SplitOrder makes a new army of a part of another.
type SplitOrder struct {
	Army   string   `part:"army" want:"army"`
	_      struct{} `part:"split"`
	Number int64    `part:"amount" want:"number"`
	Unit   string   `part:"unit"`
	New    string   `part:"army" want:"new-army" form:"new-army:word"`
}

var splits = part.New[SplitOrder](parts.With(part.Kinds{"split": SplitWord.Part()}), armyExample,
	"Nordheer teile 5 Ritter Neu")

// Print appends `Nordheer teile 5 Ritter Neu`.
func (o SplitOrder) Print(dst []byte, lang phrase.Lang) []byte { return splits.Print(dst, o, lang) }

// MergeOrder puts Other into Army.
type MergeOrder struct {
	Army  string   `part:"army" want:"army"`
	_     struct{} `part:"merge"`
	Other string   `part:"army" want:"other-army"`
}

var merges = part.New[MergeOrder](parts.With(part.Kinds{"merge": MergeWord.Part()}), armyExample,
	"Nordheer merge Suedheer")

// Print appends `Nordheer vereine Suedheer`.
func (o MergeOrder) Print(dst []byte, lang phrase.Lang) []byte { return merges.Print(dst, o, lang) }

// The words that follow an army in $A.
var (
	StayWord    = rulekit.Word{De: "bleibe", En: "stay"}
	ConquerWord = rulekit.Word{De: "erobere", En: "conquer"}
	PlunderWord = rulekit.Word{De: "pluendere", En: "plunder"}
	SplitWord   = rulekit.Word{De: "teile", En: "split"}
	MergeWord   = rulekit.Word{De: "vereine", En: "merge"}
	NoneWord    = rulekit.Word{De: "kein", En: "none"}

	// StanceWords are those that set a status.
	StanceWords = map[realm.Stance]rulekit.Word{
		realm.Joint:    {De: "gemeinsam", En: "joint"},
		realm.Hostile:  {De: "angriff", En: "attack"},
		realm.NoStance: NoneWord,
	}

	// actionWords are all of them.
	actionWords = rulekit.BothWords([]rulekit.Word{StanceWords[realm.Joint], StanceWords[realm.Hostile], NoneWord,
		ConquerWord, PlunderWord, SplitWord, MergeWord, StayWord})
)

// otherWords are what people write for these, for guesses: each row begins with the word that is meant.
var otherWords = [][2]string{
	{"gemeinsam", "zusammen friedlich verbuendet"},
	{"joint", "together friendly allied"},
	{"angriff", "feindlich kaempfe ueberfalle"},
	{"attack", "hostile fight assault"},
	{"erobere", "nimm besetze einnehmen"},
	{"conquer", "take capture occupy"},
	{"pluendere", "raube beute"},
	{"plunder", "raid loot pillage"},
	{"teile", "trenne abspalten"},
	{"split", "divide detach"},
	{"vereine", "verschmelze zusammenlegen"},
	{"merge", "combine unite"},
	{"bleibe", "warte halte stehe"},
	{"stay", "wait hold"},
}

// told tells the orders of $A apart by what follows the army. If it is nothing known, the line is read as a march, which
// refuses it.
func told(r *orders.Reading) part.Declared {
	action := r.Ahead(1)
	if orders.IsNumber(action) {
		return marches
	}
	_, stance := stanceOf(action)
	switch {
	case stance:
		return statuses
	case ConquerWord.Is(action), PlunderWord.Is(action):
		return conquests
	case SplitWord.Is(action):
		return splits
	case MergeWord.Is(action):
		return merges
	}
	return marches
}

// stanceOf finds the stance that a word sets.
func stanceOf(t orders.Token) (realm.Stance, bool) {
	for stance, word := range StanceWords {
		if word.Is(t) {
			return stance, true
		}
	}
	return realm.NoStance, false
}

// splitsOff is the army that a line makes of a part of another: `Nordheer teile 5 Ritter Neu`.
func splitsOff(text string) []string {
	words := strings.Fields(text)
	if len(words) > 2 && SplitWord.Is(orders.Token{Value: words[1]}) {
		return words[len(words)-1:]
	}
	return nil
}

// pathPart are provinces, `3 8`, or `bleibe`.
var pathPart = &part.Kind[[]int]{Take: part.Taken(path),
	Print: func(dst []byte, path []int, lang phrase.Lang) []byte {
		if len(path) == 0 {
			return append(dst, StayWord.In(lang)...)
		}
		for i, p := range path {
			if i > 0 {
				dst = append(dst, ' ')
			}
			dst = strconv.AppendInt(dst, int64(p), 10)
		}
		return dst
	},
}

// Farthest is the most provinces a march may have.
const Farthest = 40

func path(r *orders.Reading) (to []int) {
	if !orders.IsNumber(r.Peek()) {
		t, ok := r.Next("action")
		if ok && !StayWord.Is(t) {
			unknown(r, t, "order.action", orders.Meant(t.Value, actionWords, otherWords))
		}
		return nil
	}
	for r.More() {
		t := r.Peek()
		if to = append(to, province(r)); len(to) > Farthest {
			r.Bad(t, phrase.P("order.march-long", phrase.Num("most", Farthest)))
		}
	}
	return to
}

// everybody is the target of a status that names none.
var everybody = realm.Target{Realm: realm.Own}

// statusPart is `gemeinsam 7.Suedheer`, `angriff 5`, or `kein` alone.
var statusPart = &part.Kind[realm.Status]{Take: part.Taken(status),
	Print: func(dst []byte, s realm.Status, lang phrase.Lang) []byte {
		dst = append(dst, StanceWords[s.Stance].In(lang)...)
		if s.Target == everybody {
			return dst
		}
		return s.AppendIn(append(dst, ' '), lang)
	},
}

func status(r *orders.Reading) realm.Status {
	t, _ := r.Next("action")
	s := realm.Status{Target: everybody}
	if s.Stance, _ = stanceOf(t); s.Stance != realm.NoStance || r.More() {
		s.Target = target(r)
	}
	return s
}

// maxRealm is the greatest number of a realm an order may name.
const maxRealm = 9999

// target reads `Suedheer`, `7.Suedheer` or `7`.
func target(r *orders.Reading) realm.Target {
	t, ok := r.Next("target")
	switch {
	case !ok:
		return everybody
	case orders.IsWord(t):
		return realm.Target{Realm: realm.Own, Army: asName(r, t)}
	case !orders.IsNumber(t):
		r.Unexpected(t, "target")
		return everybody
	}
	n, ok := orders.Number(t)
	if !ok || n < 0 || n > maxRealm {
		r.OutOfRange(t, "realm", 0, maxRealm)
	}
	if !r.More() || r.Peek().Value != "." {
		return realm.Target{Realm: int(n)}
	}
	r.Skip()
	return realm.Target{Realm: int(n), Army: name(r, "army")}.AsStored()
}
