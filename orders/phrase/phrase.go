// Package phrase puts a code with typed arguments into words.
//
// Rules speak in codes ("conquered", army, field); players read sentences. A
// Book holds the sentences of one language, read from TOML, and is the only
// place where words for players are made. A sentence names its arguments in
// braces:
//
//	conquered = "{army} hat Feld {field} erobert."
//	lost-men  = "{army} verliert {men} {men:Mann|Mann}."
//
// `{men:one|many}` gives the first word when the number is 1, else the second. A
// Term that begins a sentence begins with a capital: "town" becomes "Town in field …".
//
// What is zero is left out: a sentence with `.NAME-0` behind its code is said instead
// where that number is 0, and of several the one that leaves most out.
//
//	income                    = "{land} GS from land, {mines} GS from mines."
//	"income.mines-0"          = "{land} GS from land."
//	"income.land-0.mines-0"   = "No income."
package phrase

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// Lang is a language players read: De or En.
type Lang string

// The languages every book exists in.
const (
	De Lang = "de"
	En Lang = "en"
)

// Langs lists the languages, the first being the default.
var Langs = []Lang{De, En}

// Kind says how an argument is shown.
type Kind uint8

// The kinds of arguments.
const (
	Number Kind = iota // N, a whole number
	Word               // S, shown as it is: a code, a name, an example
	Term               // S, a key of the book, shown in the book's language
	Place              // N, an absolute place; only a Viewer can show it
	Coord              // N/M, a position as the player writes it
)

// Arg is one typed argument of a phrase.
type Arg struct {
	Name string `json:"n"`
	Kind Kind   `json:"k,omitempty"`
	N    int64  `json:"i,omitempty"`
	M    int64  `json:"j,omitempty"`
	S    string `json:"s,omitempty"`
}

// Num is a number argument.
func Num[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16](name string, n T) Arg {
	return Arg{Name: name, Kind: Number, N: int64(n)}
}

// Str is a word shown as it is.
func Str(name, s string) Arg { return Arg{Name: name, Kind: Word, S: s} }

// Key is a word the book translates.
func Key(name, key string) Arg { return Arg{Name: name, Kind: Term, S: key} }

// At is an absolute place, shown as the viewer counts it.
func At[T ~int | ~int32 | ~int64](name string, place T) Arg {
	return Arg{Name: name, Kind: Place, N: int64(place)}
}

// XY is a position in the player's own counting.
func XY(name string, x, y int) Arg {
	return Arg{Name: name, Kind: Coord, N: int64(x), M: int64(y)}
}

// Phrase is a sentence not yet in words.
type Phrase struct {
	Code string `json:"c"`
	Args []Arg  `json:"a,omitempty"`
}

// P makes a phrase.
func P(code string, args ...Arg) Phrase { return Phrase{Code: code, Args: args} }

// Arg is the argument of a name, the zero Arg where there is none.
func (p Phrase) Arg(name string) Arg {
	for _, a := range p.Args {
		if a.Name == name {
			return a
		}
	}
	return Arg{}
}

// Viewer shows absolute places as one player counts them.
type Viewer interface {
	// AppendPlace appends the place, e.g. "2/-1".
	AppendPlace(dst []byte, place int64) []byte
}

// Book holds the sentences of one language.
type Book struct {
	Lang      Lang
	sentences map[string]*sentence
}

// sentence is what is said for a code.
type sentence struct {
	pieces []piece
	zeros  []zero // what is said instead where numbers are 0, those that leave most out first
}

// piece is literal text, or an argument by name with an optional choice of words.
type piece struct {
	text      string
	name      string
	one, many string
}

// Load reads a book from TOML texts: flat tables of code = "sentence". Nested
// tables join with dots (`[terrain] tla = …` is "terrain.tla"). A later text
// replaces earlier sentences of the same code.
func Load(lang Lang, texts ...[]byte) (*Book, error) {
	b := &Book{Lang: lang, sentences: map[string]*sentence{}}
	for _, t := range texts {
		if entries, ok := plain(string(t)); ok {
			for _, e := range entries {
				if err := b.put(e.code, e.sentence); err != nil {
					return nil, fmt.Errorf("phrases %s: %w", lang, err)
				}
			}
			continue
		}
		var tree map[string]toml.Primitive
		md, err := toml.Decode(string(t), &tree)
		if err != nil {
			return nil, fmt.Errorf("phrases %s: %w", lang, err)
		}
		if err := b.add(md, nil, tree); err != nil {
			return nil, fmt.Errorf("phrases %s: %w", lang, err)
		}
	}
	b.findZeros()
	return b, nil
}

func (b *Book) add(md toml.MetaData, path []string, tree map[string]toml.Primitive) error {
	for key, prim := range tree {
		at := append(path[:len(path):len(path)], key)
		code := strings.Join(at, ".")
		switch md.Type(at...) {
		case "String":
			var sentence string
			if err := md.PrimitiveDecode(prim, &sentence); err != nil {
				return fmt.Errorf("%s: %w", code, err)
			}
			if err := b.put(code, sentence); err != nil {
				return err
			}
		case "Hash":
			var sub map[string]toml.Primitive
			if err := md.PrimitiveDecode(prim, &sub); err != nil {
				return fmt.Errorf("%s: %w", code, err)
			}
			if err := b.add(md, at, sub); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%s: neither a sentence nor a table of sentences", code)
		}
	}
	return nil
}

// put puts a sentence into the book.
func (b *Book) put(code, text string) error {
	pieces, err := split(text)
	if err != nil {
		return fmt.Errorf("%s: %w", code, err)
	}
	b.sentences[code] = &sentence{pieces: pieces}
	return nil
}

func split(s string) ([]piece, error) {
	var out []piece
	for s != "" {
		text, rest, found := strings.Cut(s, "{")
		if text != "" {
			out = append(out, piece{text: text})
		}
		if !found {
			break
		}
		inside, after, closed := strings.Cut(rest, "}")
		if !closed {
			return nil, fmt.Errorf("%q: a brace is not closed", s)
		}
		p := piece{name: inside}
		if name, words, ok := strings.Cut(inside, ":"); ok {
			p.name = name
			p.one, p.many, ok = strings.Cut(words, "|")
			if !ok {
				return nil, fmt.Errorf("%q: want {name:one|many}", inside)
			}
		}
		out = append(out, p)
		s = after
	}
	return out, nil
}

// pieces are those of a code's sentence; none of one the book does not know.
func (b *Book) pieces(code string) []piece {
	if s := b.sentences[code]; s != nil {
		return s.pieces
	}
	return nil
}

// Has tells whether the book knows the code.
func (b *Book) Has(code string) bool { _, ok := b.sentences[code]; return ok }

// Codes lists the codes of the book, sorted.
func (b *Book) Codes() []string {
	out := make([]string, 0, len(b.sentences))
	for c := range b.sentences {
		out = append(out, c)
	}
	sort.Strings(out)
	return out
}

// Names lists the argument names a sentence uses, sorted, without repeats; the
// books of two languages are held against each other with it.
func (b *Book) Names(code string) []string {
	seen := map[string]bool{}
	var out []string
	for _, p := range b.pieces(code) {
		if p.name != "" && !seen[p.name] {
			seen[p.name] = true
			out = append(out, p.name)
		}
	}
	sort.Strings(out)
	return out
}

// Append puts the phrase into words. A code without a sentence, or a name
// without an argument, is shown as `code` or `{name}`: visible, never a panic.
// A nil viewer shows places as their number.
func (b *Book) Append(dst []byte, p Phrase, v Viewer) []byte {
	start := len(dst)
	pieces, _ := b.of(&p)
	dst = b.append(dst, pieces, &p, v)
	if opensWithTerm(pieces, &p) {
		dst = capital(dst, start)
	}
	return dst
}

// opensWithTerm tells whether the first thing in a sentence is a Term.
func opensWithTerm(pieces []piece, p *Phrase) bool {
	if len(pieces) == 0 || pieces[0].name == "" || pieces[0].one != "" || pieces[0].many != "" {
		return false
	}
	for i := range p.Args {
		if p.Args[i].Name == pieces[0].name {
			return p.Args[i].Kind == Term
		}
	}
	return false
}

// capital makes the letter at start a capital.
func capital(dst []byte, start int) []byte {
	r, n := utf8.DecodeRune(dst[start:])
	up := unicode.ToUpper(r)
	if up == r || n == 0 {
		return dst
	}
	if utf8.RuneLen(up) == n {
		utf8.EncodeRune(dst[start:], up)
		return dst
	}
	return append(utf8.AppendRune(dst[:start:start], up), dst[start+n:]...)
}

// Capital is a word with a capital at its beginning.
func Capital(word string) string { return string(capital([]byte(word), 0)) }

func (b *Book) append(dst []byte, pieces []piece, p *Phrase, v Viewer) []byte {
	if pieces == nil && !b.Has(p.Code) {
		return append(append(append(dst, '`'), p.Code...), '`')
	}
	for i := range pieces {
		pc := &pieces[i]
		if pc.name == "" {
			dst = append(dst, pc.text...)
			continue
		}
		dst = b.appendArg(dst, pc, p.Args, v)
	}
	return dst
}

func (b *Book) appendArg(dst []byte, pc *piece, args []Arg, v Viewer) []byte {
	for i := range args {
		a := &args[i]
		if a.Name != pc.name {
			continue
		}
		if pc.one != "" || pc.many != "" {
			if a.N == 1 {
				return append(dst, pc.one...)
			}
			return append(dst, pc.many...)
		}
		switch a.Kind {
		case Number:
			return strconv.AppendInt(dst, a.N, 10)
		case Term:
			return b.append(dst, b.pieces(a.S), &Phrase{Code: a.S, Args: args}, v)
		case Place:
			if v == nil {
				return strconv.AppendInt(dst, a.N, 10)
			}
			return v.AppendPlace(dst, a.N)
		case Coord:
			dst = strconv.AppendInt(dst, a.N, 10)
			dst = append(dst, '/')
			return strconv.AppendInt(dst, a.M, 10)
		default:
			return append(dst, a.S...)
		}
	}
	return append(append(append(dst, '{'), pc.name...), '}')
}

// Say is Append into a string, without a viewer.
func (b *Book) Say(p Phrase) string { return string(b.Append(nil, p, nil)) }

// T is the sentence of a code without arguments.
func (b *Book) T(code string) string { return b.Say(Phrase{Code: code}) }
