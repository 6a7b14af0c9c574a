// Package phrase puts codes with typed arguments into words. Rules and the machine make a Phrase, such as ("conquered",
// army, field). A Book has the sentences of one language, read from TOML, and is the only place where words for players
// are made. So codes can be stored, compared and translated. A sentence names its arguments in braces:
//
//	conquered = "{army} hat Feld {field} erobert."
//	lost-men  = "{army} verliert {men} {men:Mann|Mann}."
//
// `{men:one|many}` is the first word if the number is 1, otherwise the second. A Term at the beginning of a sentence
// gets a capital: "town" becomes "Town in field …".
//
// Zeros are left out. If a number is 0 and there is a sentence with `.NAME-0` after the code, that sentence is used. If
// there are several, the one that leaves most out is used.
//
//	income                    = "{land} GS from land, {mines} GS from mines."
//	"income.mines-0"          = "{land} GS from land."
//	"income.land-0.mines-0"   = "No income."
//
// If the book has a sentence `thousands`, it is the mark between the thousands of large numbers. Books of games have
// one. The machine's own have none: its numbers may be names, such as that of a port or of a mail.
package phrase

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// Lang is a language that players read: De or En.
type Lang string

// The languages. Every book exists in each.
const (
	De Lang = "de"
	En Lang = "en"
)

// Langs lists the languages; the first is the default.
var Langs = []Lang{De, En}

// ArgKind says how an argument is shown.
type ArgKind uint8

// The kinds of arguments.
const (
	Number ArgKind = iota // N, a whole number
	Word                  // S, shown as it is: a code, a name, an example
	Term                  // S, a key of the book, shown in the book's language
	Place                 // N, an absolute place, which only a Viewer can show
	Coord                 // N/M, a position as the player writes it
	Either                // S, a Word in German and, after a line break, in English
)

// Arg is one typed argument of a phrase. A turn has a million of them: it is as small as it can be.
type Arg struct {
	Name string  `json:"n"`
	Kind ArgKind `json:"k,omitempty"`
	M    int32   `json:"j,omitempty"`
	N    int64   `json:"i,omitempty"`
	S    string  `json:"s,omitempty"`
}

// Num is an argument that is a number.
func Num[T ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16](name string, n T) Arg {
	return Arg{Name: name, Kind: Number, N: int64(n)}
}

// Str is an argument that is shown as it is.
func Str(name, s string) Arg { return Arg{Name: name, Kind: Word, S: s} }

// Key is an argument that the book translates.
func Key(name, key string) Arg { return Arg{Name: name, Kind: Term, S: key} }

// At is an absolute place, shown as the viewer numbers it.
func At[T ~int | ~int32 | ~int64](name string, place T) Arg {
	return Arg{Name: name, Kind: Place, N: int64(place)}
}

// XY is a position as the player numbers it.
func XY(name string, x, y int) Arg {
	return Arg{Name: name, Kind: Coord, N: int64(x), M: int32(y)}
}

// InBoth is a word that has a form for German and one for English.
func InBoth(name, german, english string) Arg {
	return Arg{Name: name, Kind: Either, S: german + "\n" + english}
}

// Phrase is a sentence that is not in words yet.
type Phrase struct {
	Code string `json:"c"`
	Args []Arg  `json:"a,omitempty"`
}

// P makes a phrase.
func P(code string, args ...Arg) Phrase { return Phrase{Code: code, Args: args} }

// Arg returns the argument with a name, and the zero Arg if there is none.
func (p Phrase) Arg(name string) Arg {
	if i := indexOf(p.Args, name); i >= 0 {
		return p.Args[i]
	}
	return Arg{}
}

// Viewer shows absolute places as one player numbers them.
type Viewer interface {
	// AppendPlace appends the place, e.g. "2/-1".
	AppendPlace(dst []byte, place int64) []byte
}

// Book holds the sentences of one language.
type Book struct {
	Lang      Lang
	sentences map[string]*sentence
	named     map[string]string   // names that a game gave, by what Named shows for them
	numbered  map[string][]string // see Numbered
	thousands string              // the sentence "thousands": the mark between them in numbers; "": none
}

// sentence is the text for a code. It is split into pieces when it is first said: a command says few of the sentences
// that it reads. Several goroutines may say it.
type sentence struct {
	text  string // its braces are right
	said  atomic.Pointer[[]piece]
	zeros []zero // what is said if numbers are 0; those that leave out most come first
}

// pieces returns those of the text.
func (s *sentence) pieces() []piece {
	if made := s.said.Load(); made != nil {
		return *made
	}
	pieces := split(s.text)
	s.said.Store(&pieces)
	return pieces
}

// piece is literal text, or an argument by name with an optional choice of words.
type piece struct {
	text      string
	name      string
	one, many string
}

// chooses reports whether a piece is a choice of words.
func (p *piece) chooses() bool { return p.one != "" || p.many != "" }

// Load reads a book from TOML texts: flat tables of code = "sentence". Nested tables are joined by dots (`[terrain]
// tla = …` is "terrain.tla"). Sentences of later texts replace earlier ones with the same code.
func Load(lang Lang, texts ...[]byte) (*Book, error) {
	sources := make([]source, len(texts))
	for i, text := range texts {
		sources[i].text = text
	}
	return load(lang, sources)
}

// source is a text with the name of its file; "": it has none.
type source struct {
	file string
	text []byte
}

// load reads a book as Load does. An error names the file.
func load(lang Lang, sources []source) (*Book, error) {
	lines := 0
	for _, s := range sources {
		lines += bytes.Count(s.text, []byte("\n"))
	}
	b := &Book{Lang: lang, sentences: make(map[string]*sentence, lines)}
	for _, s := range sources {
		if err := b.read(string(s.text)); err != nil {
			return nil, fmt.Errorf("phrases %s: %w", strings.TrimSpace(string(lang)+" "+s.file), err)
		}
	}
	b.findFamilies()
	if b.Has("thousands") {
		b.thousands = b.T("thousands")
	}
	return b, nil
}

// read adds the sentences of a text.
func (b *Book) read(text string) error {
	had := len(b.sentences)
	if entries, tables, ok := plain(text); ok {
		room := make([]sentence, len(entries))
		for i, e := range entries {
			if err := b.put(e.code, e.sentence, &room[i]); err != nil {
				return err
			}
		}
		fresh := len(b.sentences) == had+len(entries) && !slices.ContainsFunc(tables, b.Has)
		if fresh || !clash(entries, tables) {
			return nil
		}
	}
	var tree map[string]any
	if _, err := toml.Decode(text, &tree); err != nil {
		return err
	}
	return b.add("", tree)
}

// add adds the sentences of a table, whose codes begin with a prefix.
func (b *Book) add(prefix string, tree map[string]any) (err error) {
	for key, value := range tree {
		code := prefix + key
		switch v := value.(type) {
		case string:
			err = b.put(code, v, &sentence{})
		case map[string]any:
			err = b.add(code+".", v)
		default:
			err = fmt.Errorf("%s: neither a sentence nor a table of sentences", code)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// put adds a text to the book, as a sentence that nobody has yet.
func (b *Book) put(code, text string, s *sentence) error {
	var err error
	for rest := text; rest != ""; {
		if _, rest, err = cut(rest); err != nil {
			return fmt.Errorf("%s: %w", code, err)
		}
	}
	s.text = text
	b.sentences[code] = s
	if name, is := strings.CutPrefix(code, "named."); is && text != "" {
		if b.named == nil {
			b.named = map[string]string{}
		}
		b.named[s.pieces()[0].text] = name
	}
	return nil
}

// cut cuts the first piece off a sentence.
func cut(s string) (p piece, rest string, err error) {
	open := strings.IndexByte(s, '{')
	if open < 0 {
		return piece{text: s}, "", nil
	}
	if open > 0 {
		return piece{text: s[:open]}, s[open:], nil
	}
	inside, rest, closed := strings.Cut(s[1:], "}")
	if !closed {
		return p, "", fmt.Errorf("%q: a brace is not closed", s)
	}
	name, words, chooses := strings.Cut(inside, ":")
	if p.name = name; chooses {
		if p.one, p.many, chooses = strings.Cut(words, "|"); !chooses {
			return p, "", fmt.Errorf("%q: want {name:one|many}", inside)
		}
	}
	return p, rest, nil
}

// split splits a sentence whose braces are right into its pieces.
func split(s string) []piece {
	out := make([]piece, 0, 2*strings.Count(s, "{")+1)
	for s != "" {
		p, rest, err := cut(s)
		if err != nil {
			panic(err)
		}
		out, s = append(out, p), rest
	}
	return out
}

// pieces returns the pieces of a code's sentence, and none if the book does not have the code.
func (b *Book) pieces(code string) []piece {
	if s := b.sentences[code]; s != nil {
		return s.pieces()
	}
	return nil
}

// Has reports whether the book has the code.
func (b *Book) Has(code string) bool { _, ok := b.sentences[code]; return ok }

// Numbered are the codes of the sentences code.1, code.2 and so on, in order.
func (b *Book) Numbered(code string) []string { return b.numbered[code] }

// findFamilies finds the sentences that belong to another one: those for numbers that are 0, and numbered ones.
func (b *Book) findFamilies() {
	var zeros []string
	b.numbered = map[string][]string{}
	for code := range b.sentences {
		if strings.HasSuffix(code, isZero) {
			zeros = append(zeros, code)
		} else if of, is := strings.CutSuffix(code, ".1"); is {
			for n := 1; b.Has(of + "." + strconv.Itoa(n)); n++ {
				b.numbered[of] = append(b.numbered[of], of+"."+strconv.Itoa(n))
			}
		}
	}
	slices.Sort(zeros)
	b.addZeros(zeros)
}

// Codes lists the codes of the book, sorted.
func (b *Book) Codes() []string { return slices.Sorted(maps.Keys(b.sentences)) }

// Names lists the argument names that a sentence uses, sorted, without repeats. Tests compare the books of two
// languages with it.
func (b *Book) Names(code string) []string {
	var out []string
	for _, p := range b.pieces(code) {
		if p.name != "" && !slices.Contains(out, p.name) {
			out = append(out, p.name)
		}
	}
	slices.Sort(out)
	return out
}

// Append puts the phrase into words. A code without a sentence, or a name without an argument, is shown as `code` or
// `{name}`, which is visible but never a panic. A nil viewer shows places as numbers.
func (b *Book) Append(dst []byte, p Phrase, v Viewer) []byte {
	start := len(dst)
	pieces, _ := b.of(&p)
	dst = b.append(dst, pieces, &p, v)
	if opensWithTerm(pieces, &p) {
		dst = capital(dst, start)
	}
	return dst
}

// opensWithTerm reports whether a sentence begins with a Term.
func opensWithTerm(pieces []piece, p *Phrase) bool {
	if len(pieces) == 0 || pieces[0].name == "" || pieces[0].chooses() {
		return false
	}
	i := indexOf(p.Args, pieces[0].name)
	return i >= 0 && p.Args[i].Kind == Term
}

// capital turns the letter at start into a capital.
func capital(dst []byte, start int) []byte {
	r, n := utf8.DecodeRune(dst[start:])
	if up := unicode.ToUpper(r); up != r {
		return slices.Replace(dst, start, start+n, []byte(string(up))...)
	}
	return dst
}

// Capital returns a word with a capital at its beginning.
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
	i := indexOf(args, pc.name)
	if i < 0 {
		return append(append(append(dst, '{'), pc.name...), '}')
	}
	a := &args[i]
	switch {
	case pc.chooses() && a.N == 1:
		return append(dst, pc.one...)
	case pc.chooses():
		return append(dst, pc.many...)
	case a.Kind == Number:
		return b.AppendNumber(dst, a.N)
	case a.Kind == Term:
		return b.append(dst, b.pieces(a.S), &Phrase{Code: a.S, Args: args}, v)
	case a.Kind == Place && v != nil:
		return v.AppendPlace(dst, a.N)
	case a.Kind == Place:
		return strconv.AppendInt(dst, a.N, 10)
	case a.Kind == Coord:
		dst = append(strconv.AppendInt(dst, a.N, 10), '/')
		return strconv.AppendInt(dst, int64(a.M), 10)
	}
	return append(dst, b.Named(b.word(a))...)
}

// ungrouped are the numbers, of either sign, that are read without a mark: areas, years and the like are among them.
const ungrouped = 10_000

// AppendNumber appends a number as sentences show it: with the book's mark between thousands, if it is large.
func (b *Book) AppendNumber(dst []byte, n int64) []byte {
	if b.thousands == "" || -ungrouped < n && n < ungrouped {
		return strconv.AppendInt(dst, n, 10)
	}
	return AppendGrouped(dst, n, b.thousands)
}

// AppendGrouped appends a number with a mark between its thousands.
func AppendGrouped(dst []byte, n int64, mark string) []byte {
	var room [20]byte
	digits := strconv.AppendInt(room[:0], n, 10)
	if n < 0 {
		dst, digits = append(dst, '-'), digits[1:]
	}
	for i, d := range digits {
		if left := len(digits) - i; i > 0 && left%3 == 0 {
			dst = append(dst, mark...)
		}
		dst = append(dst, d)
	}
	return dst
}

// word is a Word, or Either of two, in the book's language.
func (b *Book) word(a *Arg) string {
	if a.Kind != Either {
		return a.S
	}
	german, english, _ := strings.Cut(a.S, "\n")
	if b.Lang == En {
		return english
	}
	return german
}

// Named is a word as it is shown. A name that a game gave, with a number at its end, may be another one in the book's
// language: with `named.0.Wache = "0.Guard"`, 0.Wache12 is shown as 0.Guard12.
func (b *Book) Named(word string) string {
	if len(b.named) == 0 {
		return word
	}
	if name := strings.TrimRight(word, "0123456789"); name != word {
		if shown := b.pieces("named." + name); len(shown) > 0 {
			return shown[0].text + word[len(name):]
		}
	}
	return word
}

// Unnamed is the name that Named shows as this one, both without what is before them: the opposite of Named.
func (b *Book) Unnamed(before, name string) string {
	base := strings.TrimRight(name, "0123456789")
	was, is := b.named[before+base]
	if !is || base == name || !strings.HasPrefix(was, before) {
		return name
	}
	return was[len(before):] + name[len(base):]
}

// Say is Append into a string, without a viewer.
func (b *Book) Say(p Phrase) string { return string(b.Append(make([]byte, 0, 64), p, nil)) }

// T returns the sentence of a code without arguments.
func (b *Book) T(code string) string {
	if pieces := b.pieces(code); len(pieces) == 1 && pieces[0].name == "" {
		return pieces[0].text
	}
	return b.Say(Phrase{Code: code})
}

// Fault is an error that a game master reads: the kind of error, and a sentence in each language.
type Fault struct {
	Kind  error // for errors.Is; nil: none
	What  Phrase
	Words func(Lang) *Book
}

// Error returns it in English, for logs and tests.
func (f *Fault) Error() string {
	if f.Kind == nil {
		return f.In(En)
	}
	return f.Kind.Error() + ": " + f.In(En)
}

// Unwrap returns the kind.
func (f *Fault) Unwrap() error { return f.Kind }

// In returns the sentence alone, without the kind.
func (f *Fault) In(lang Lang) string { return f.Words(lang).Say(f.What) }
