// Package public makes what everybody may know of a world: the newspaper in letters, and the pages for a web server
// (site.go). It says no more than every realm's report does (law 6), and names no player. So a page of a running game
// is made from Common, what every living realm knows, and never from the world. A page is one file that asks for
// nothing, and can be read without a script. The settings say which Parts are public.
package public

import (
	"slices"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Words is a text in each language.
type Words map[phrase.Lang]string

// Each makes words by what each language says.
func Each(says func(phrase.Lang) string) Words {
	out := Words{}
	for _, lang := range phrase.Langs {
		out[lang] = says(lang)
	}
	return out
}

// written is the sum of what the public files of a web server show, and of these files.
const written store.Slot[string] = "public files"

// Written returns the sum that Write stored last, or "".
func Written(tx *store.Tx) string {
	sum, _ := written.Get(tx)
	return sum
}

// Write stores the sum by which the public files of a web server are known to be fresh.
func Write(tx *store.Tx, sum string) { written.Put(tx, sum) }

// Page is everything that is public of a world at one time. What is not public is nil.
type Page struct {
	World    string    `json:"world"`
	Rulebook string    `json:"rulebook"`
	Public   Shown     `json:"public"`
	Turn     int       `json:"turn"` // the turn that awaits orders
	Title    Words     `json:"title"`
	Deadline time.Time `json:"deadline,omitzero"` // in the world's zone; zero if it is unknown
	GameOver bool      `json:"over"`
	Winners  []Realm   `json:"winners,omitempty"`

	Sent      []SentRow  `json:"sent,omitempty"` // also empty if no turn awaits orders, or it is secret who owes some
	Standings *Standings `json:"standings,omitempty"`
	Turns     []TurnRow  `json:"turns,omitempty"`     // newest first
	Newspaper []Paper    `json:"newspaper,omitempty"` // newest first

	Free    []FreeRow `json:"free,omitempty"`    // realms that nobody plays, while anybody may sign up
	Signup  *Signup   `json:"signup,omitempty"`  // how to sign up; nil: it is not public
	Founded []Realm   `json:"founded,omitempty"` // the realms by the names with which they joined

	// the map that everybody may see while the game runs, as it was after MapTurn; without fields: none
	Charts  map[phrase.Lang]game.Chart `json:"-"`
	MapTurn int                        `json:"-"`
	Map     Map                        `json:"map,omitempty"` // the way in force
	Zone    *time.Location             `json:"-"`
	// while a turn runs, nobody may know who has sent orders: that would show which realms the machine plays
	Hidden bool `json:"-"`

	earlier int  // how many turns the list leaves out
	secret  bool // it is secret who owes orders in this turn
}

// Realm is a realm as everybody knows it.
type Realm struct {
	Realm int    `json:"realm"`
	Name  string `json:"name"`
	who   Words  // as a sentence names it
}

// FreeRow is a realm that waits for a player.
type FreeRow struct {
	Realm
	Since time.Time `json:"since,omitzero"`
}

// Signup is how a player joins.
type Signup struct {
	Open    bool   `json:"open"`
	Word    Words  `json:"word"` // alone in the subject of a mail
	Address string `json:"address"`
	Places  int    `json:"places,omitempty"` // realms that play at a time; 0: as many as the rules allow
	// who asks may practise by mail
	Practice bool `json:"practice,omitempty"`
	// the machine can play realms of the game, so anybody can practise it on their own machine
	Bots bool `json:"-"`
	// who asks may have the newspaper by mail
	Observe bool `json:"observe,omitempty"`
}

// SentRow says whether a realm whose orders are awaited has sent any. It never says which, nor whether they are good.
type SentRow struct {
	Realm
	Sent bool `json:"sent"`
}

// Standings is a table with a row for each realm.
type Standings struct {
	Columns []Column      `json:"columns"`
	Rows    []StandingRow `json:"rows"`
	Notes   []Words       `json:"notes,omitempty"`
}

// Column is a column of numbers in it.
type Column struct {
	Name  string `json:"name"`
	Title Words  `json:"title"`
}

// StandingRow is a row in it.
type StandingRow struct {
	Realm
	Place   int     `json:"place,omitempty"` // 1 is the best; 0: the rules have no order of realms
	Fallen  bool    `json:"fallen,omitempty"`
	Bot     bool    `json:"bot,omitempty"` // the machine plays it
	Numbers []int64 `json:"numbers"`       // one for each column
}

// TurnRow is a turn in the list.
type TurnRow struct {
	Turn   int       `json:"turn"`
	At     time.Time `json:"at,omitzero"` // when it was resolved; zero: it awaits orders
	Sent   int       `json:"sent"`        // realms that had sent orders; 0 also if that is secret
	Asked  int       `json:"asked"`       // of how many; 0: secret, or unknown, since an earlier program resolved it
	Missed int       `json:"missed"`      // realms that had sent none
	// those of them that had not said that they would be away, if it is public who has sent orders
	MissedBy []Realm     `json:"missed_by,omitempty"`
	Fights   int         `json:"fights,omitempty"`
	Undone   []time.Time `json:"undone,omitempty"` // when it was resolved and taken back
	// the realms that had sent orders, if that is public
	SentBy []int `json:"-"`
}

// Paper is the newspaper of a turn.
type Paper struct {
	Turn  int       `json:"turn"`
	At    time.Time `json:"at,omitzero"` // when it was resolved; zero: it awaits orders
	News  []News    `json:"news"`
	Older bool      `json:"older,omitempty"` // other rules resolved it: some of its news may be missing
}

// undoneNews is the news that a turn was taken back.
const undoneNews = "undone"

// News is a piece of news.
type News struct {
	Code string `json:"code"`
	Text Words  `json:"text"`
}

// Part is one of the things that a game master may make public.
type Part string

// The parts, as world.toml names them.
const (
	Sent      Part = "sent"
	Standing  Part = "standings"
	Turns     Part = "turns"
	Newspaper Part = "newspaper"
)

// Parts lists all of them, in the order of a page.
var Parts = []Part{Sent, Standing, Turns, Newspaper}

// ReadParts reads which parts are public. If it is not ok, wrong is the first word that is not a part.
func ReadParts(words []string) (parts Shown, wrong string, ok bool) {
	for _, w := range words {
		if !slices.Contains(Parts, Part(w)) {
			return nil, w, false
		}
	}
	for _, p := range Parts { // in the order of a page, each once
		if slices.Contains(words, string(p)) {
			parts = append(parts, p)
		}
	}
	return parts, "", true
}

// Shown are the parts that are public in a world. If it is empty, nothing is.
type Shown []Part

// Has reports whether a part is public.
func (s Shown) Has(part Part) bool { return slices.Contains(s, part) }

// String returns the parts as the logbook writes them.
func (s Shown) String() string {
	words := make([]string, len(s))
	for i := range s {
		words[i] = string(s[i])
	}
	return strings.Join(words, " ")
}
