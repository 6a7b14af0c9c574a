package rulekit

import (
	"strconv"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// Reader is for whom something is written: who it is, the words of their language, and how they count fields. Texts,
// notes and the chronicler put sentences into words for one.
type Reader struct {
	Person *Person
	Book   *phrase.Book
	Places phrase.Viewer          // how the reader counts fields; nil: sentences have no places
	Rules  ruled                  // whose facts they are
	Name   func(realm int) string // what a realm is called; "": there is none. nil: realms are numbers

	room []byte // memory for what becomes a string
}

// ruled is what facts say of a rulebook.
type ruled interface {
	Name() string
	Version() int
}

// named is a sentence in which realms that it knows by their number alone are called by their name, too.
func (r *Reader) named(what phrase.Phrase) phrase.Phrase {
	if r.Name == nil {
		return what
	}
	return game.Called(what, r.Name)
}

// Realm is the number of the reader's realm.
func (r *Reader) Realm() int { return r.Person.Number }

// Words are those of a sentence, in one line.
func (r *Reader) Words(what phrase.Phrase) string {
	r.room = r.Book.Append(r.room[:0], what, r.Places)
	return string(r.room)
}

// Place is a field as the reader counts it, and "" if sentences have no places.
func (r *Reader) Place(at int64) string {
	if r.Places == nil {
		return ""
	}
	r.room = r.Places.AppendPlace(r.room[:0], at)
	return string(r.room)
}

// Said is a sentence as data, as the reader counts fields, with its words in one line. It has only those arguments
// that can be read in it, since others would say more than the report (law 6).
func (r *Reader) Said(what phrase.Phrase) game.Said { return Said(r.Book, r.Places, what) }

// Said is a sentence as data, in the words of a book; see Reader.Said.
func Said(book *phrase.Book, places phrase.Viewer, what phrase.Phrase) game.Said {
	s := game.Said{Code: what.Code, Text: string(book.Append(nil, what, places))}
	shown := book.Shown(what)
	if len(shown) > 0 {
		s.Args = make(map[string]game.FactValue, len(shown))
	}
	for _, a := range shown {
		switch a.Kind {
		case phrase.Number:
			s.Args[a.Name] = game.FactValue{Number: a.N}
		case phrase.Word, phrase.Term:
			s.Args[a.Name] = worded(a.S)
		case phrase.Place:
			s.Args[a.Name] = worded("")
			if places != nil {
				s.Args[a.Name] = worded(string(places.AppendPlace(nil, a.N)))
			}
		case phrase.Coord:
			s.Args[a.Name] = worded(strconv.FormatInt(a.N, 10) + "/" + strconv.FormatInt(int64(a.M), 10))
		}
	}
	return s
}

func worded(s string) game.FactValue { return game.FactValue{Word: s, Worded: true} }

// namesListed is how many names a clause lists at most.
const namesListed = 3

// List are the arguments n and listed of a sentence: how many there are, and the first ones. They are places or other
// names without a word of a language in them.
func (r *Reader) List(names []string) []phrase.Arg {
	return r.ListOf(len(names), func(i int) string { return names[i] })
}

// ListOf is List of so many names, of which it asks for the first ones.
func (r *Reader) ListOf(n int, name func(i int) string) []phrase.Arg {
	listed := n
	if listed > namesListed+1 { // never "1 more"
		listed = namesListed
	}
	var room [64]byte
	out := room[:0]
	for i := range listed {
		switch {
		case i > 0 && i == n-1:
			out = append(out, r.Book.T("letter.list-and")...)
		case i > 0:
			out = append(out, ", "...)
		}
		out = append(out, name(i)...)
	}
	if more := n - listed; more > 0 {
		out = strconv.AppendInt(append(out, r.Book.T("letter.list-and")...), int64(more), 10)
		out = append(out, r.Book.T("letter.list-more")...)
	}
	return []phrase.Arg{phrase.Num("n", n), phrase.Str("listed", string(out))}
}
