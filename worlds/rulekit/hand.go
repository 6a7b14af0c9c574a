package rulekit

import (
	"bytes"
	"embed"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

//go:embed texts/*.toml
var texts embed.FS

// Texts are the sentences of changes by hand, for the book of a rulebook whose worlds can be changed. They also
// have those of Text.EndWelcome, and of the body of a mail.
func Texts(lang phrase.Lang) []byte { return textsOf(lang, "hand", "letter") }

// PlainTexts are sentences for a rulebook that has no own ones for what all games say: settings, the phase of orders,
// the head of a report, and lines that were not done. They come before its own texts, which replace them.
func PlainTexts(lang phrase.Lang) []byte { return textsOf(lang, "plain") }

// textsOf are the embedded texts of these names in a language.
func textsOf(lang phrase.Lang, names ...string) []byte {
	var out []byte
	for _, name := range names {
		out = append(append(out, phrase.Text(texts, "texts/"+name+"."+string(lang)+".toml")...), '\n')
	}
	return out
}

// Verb is a change that a game master makes by hand, in one of its forms. H is what it works on: a copy of the state,
// with the Hand.
type Verb[H any] struct {
	Name string // the first word: set
	Form string // what follows: words as written, and parameters in capitals: `realm REALM treasury GOLD`
	Code string // the sentence verb.CODE says what it changes
	Do   func(H) error
}

// Param is a parameter that means the same in all verbs of a game: a realm, an army. Read reads it before the verb's Do
// runs, and notes in what the verbs work on what it found.
type Param[H any] struct {
	Name string // in capitals, as in forms
	Read func(H) error
}

// Verbs lists verbs, for game.World.
func Verbs[H any](verbs []Verb[H]) []game.Verb {
	return Map(verbs, func(v Verb[H]) game.Verb {
		return game.Verb{Name: v.Name, Form: v.Form, What: phrase.P("verb." + v.Code)}
	})
}

// Hand is the game master's hand in one change: the parameters of its verb, and the events about it.
type Hand struct {
	words  func(phrase.Lang) *phrase.Book
	realms []game.Realm
	given  map[string]string
	events []game.Event
}

// Tell records what was changed, for the realms given, in any order. 0 and repeats are dropped.
func (h *Hand) Tell(what phrase.Phrase, realms ...int) {
	h.events = append(h.events, game.Event{Phase: game.EditPhase, Realms: Sorted(realms), Phrase: what})
}

// TellAll records events of a turn on which the hand worked with the functions of its phases.
func (h *Hand) TellAll(events []game.Event) {
	for _, e := range events {
		h.Tell(e.Phrase, e.Realms...)
	}
}

// Refuse makes the error for an impossible change: a sentence of the rulebook's.
func (h *Hand) Refuse(code string, args ...phrase.Arg) error {
	return &phrase.Fault{What: phrase.P(code, args...), Words: h.words}
}

// Given is what was written for a parameter.
func (h *Hand) Given(param string) string { return h.given[param] }

// Number reads a parameter as a whole number between two bounds.
func (h *Hand) Number(param string, low, high int64) (int64, error) {
	n, err := strconv.ParseInt(h.given[param], 10, 64)
	if err != nil || n < low || n > high {
		return 0, h.Refuse("hand.number", phrase.Str("name", param), phrase.Str("got", h.given[param]),
			phrase.Num("low", low), phrase.Num("high", high))
	}
	return n, nil
}

// XY reads a parameter as a position, `-3/4`.
func (h *Hand) XY(param string) (x, y int, err error) {
	left, right, _ := strings.Cut(h.given[param], "/")
	x, wrong := strconv.Atoi(left)
	y, bad := strconv.Atoi(right)
	if wrong != nil || bad != nil {
		return 0, 0, h.Refuse("hand.position", phrase.Str("name", param), phrase.Str("got", h.given[param]))
	}
	return x, y, nil
}

// Realm reads a parameter as the number of a realm that has not fallen.
func (h *Hand) Realm(param string) (int, error) {
	var list []string
	for _, r := range h.realms {
		if r.Fallen {
			continue
		}
		number := strconv.Itoa(r.Number)
		if h.given[param] == number {
			return r.Number, nil
		}
		list = append(list, number)
	}
	return 0, h.Refuse("hand.realm", phrase.Str("name", param), phrase.Str("got", h.given[param]),
		phrase.Str("list", strings.Join(list, ", ")))
}

// RealmOrNobody is Realm, but 0 is allowed and is nobody.
func (h *Hand) RealmOrNobody(param string) (int, error) {
	if h.given[param] == "0" {
		return 0, nil
	}
	return h.Realm(param)
}

// Set sets a sum that the realm REALM has to the parameter given. It records the change under a code, with was and
// now.
func (h *Hand) Set(code, param string, of func(realm int) *int64) error {
	number, err := h.Realm("REALM")
	if err != nil {
		return err
	}
	n, err := h.Number(param, 0, orders.Biggest)
	if err != nil {
		return err
	}
	sum := of(number)
	h.Tell(phrase.P(code, phrase.Num("was", *sum), phrase.Num("now", n)), number)
	*sum = n
	return nil
}

// Add adds the parameter given to a sum that the realm REALM has. It records the change under a code, with more and
// now.
func (h *Hand) Add(code, param string, of func(realm int) *int64) error {
	number, err := h.Realm("REALM")
	if err != nil {
		return err
	}
	sum := of(number)
	n, err := h.Number(param, 1, max(1, orders.Biggest-*sum))
	if err != nil {
		return err
	}
	*sum += n
	h.Tell(phrase.P(code, phrase.Num("more", n), phrase.Num("now", *sum)), number)
	return nil
}

// Edit makes changes in a world, for game.World.
type Edit[H any] struct {
	World  game.World
	Words  func(phrase.Lang) *phrase.Book
	Verbs  []Verb[H]
	Params []Param[H]         // are read in this order, whatever the order in a form
	Begin  func(*Hand) H      // what the verbs work on
	End    func(H) game.World // the resulting world
}

// Make makes a change. One that would change nothing, or leave a world that contradicts itself, is refused.
func (e Edit[H]) Make(verb string, args []string) (game.World, []game.Event, error) {
	h := &Hand{words: e.Words, realms: e.World.Realms()}
	do, err := find(h, e.Verbs, verb, strings.Fields(strings.Join(args, " ")))
	if err != nil {
		return nil, nil, err
	}
	on := e.Begin(h)
	for _, p := range e.Params {
		if _, given := h.given[p.Name]; given {
			if err := p.Read(on); err != nil {
				return nil, nil, err
			}
		}
	}
	if err := do(on); err != nil {
		return nil, nil, err
	}
	next := e.End(on)
	if bytes.Equal(next.State(), e.World.State()) {
		return nil, nil, h.Refuse("hand.same")
	}
	if broken := next.Broken(); len(broken) > 0 {
		return nil, nil, h.Refuse("hand.broken", phrase.Str("what", strings.Join(broken, "; ")))
	}
	return next, h.events, nil
}

// find looks for the form that fits the words, and records what they give for its parameters. An error lists the
// verbs, or those forms of the verb that begin like the words.
func find[H any](h *Hand, verbs []Verb[H], verb string, words []string) (do func(H) error, err error) {
	var names, near []string
	most := 0
	for _, v := range verbs {
		if !slices.Contains(names, v.Name) {
			names = append(names, v.Name)
		}
		if !strings.EqualFold(v.Name, verb) {
			continue
		}
		given, alike, whole := match(strings.Fields(v.Form), words)
		if whole {
			h.given = given
			return v.Do, nil
		}
		if alike > most {
			most, near = alike, nil
		}
		if alike == most {
			near = append(near, v.Name+" "+v.Form)
		}
	}
	if near == nil {
		return nil, h.Refuse("hand.verb", phrase.Str("got", verb), phrase.Str("list", strings.Join(names, ", ")))
	}
	return nil, h.Refuse("hand.form", phrase.Str("got", strings.Join(append([]string{verb}, words...), " ")),
		phrase.Str("list", strings.Join(near, "; ")))
}

// match compares words with a form. It returns what they give for its parameters, and whether they are all there. alike
// is how many of the form's own words they have before the first that differs.
func match(form, words []string) (given map[string]string, alike int, whole bool) {
	given = map[string]string{}
	for i, want := range form {
		if i >= len(words) {
			return given, alike, false
		}
		if want == strings.ToUpper(want) {
			given[want] = words[i]
			continue
		}
		if !strings.EqualFold(want, words[i]) {
			return given, alike, false
		}
		alike++
	}
	return given, alike, len(form) == len(words)
}
