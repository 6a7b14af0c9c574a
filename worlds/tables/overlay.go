// Package tables reads the numbers of a rulebook: those embedded in it, and a world's own, laid over them row by row.
// The result is one set of tables within their Ranges, with canonical text (Text), and it fits 32 bits (law 4). A
// mistake in a world's numbers is the game master's, and an error that names the key. A mistake in the embedded numbers
// is ours, and panics when they are first needed. Begin with Read and One.
package tables

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"

	"github.com/BurntSushi/toml"
)

// Embedded reads a rulebook's own tables.
func Embedded[T any](text []byte, check func(*T) error) *T {
	var tables T
	md, err := toml.Decode(string(text), &tables)
	if err == nil && len(md.Undecoded()) > 0 {
		err = fmt.Errorf("unknown keys: %v", md.Undecoded())
	}
	if err == nil {
		err = check(&tables)
	}
	if err != nil {
		panic(fmt.Sprintf("embedded tables: %v", err))
	}
	return &tables
}

// Text is the canonical TOML of tables.
func Text[T any](tables *T) []byte {
	var b bytes.Buffer
	e := toml.NewEncoder(&b)
	e.Indent = ""
	if err := e.Encode(tables); err != nil {
		panic(fmt.Sprintf("tables as TOML: %v", err))
	}
	return b.Bytes()
}

// Overlay is a TOML text that is being laid over tables, table by table. One, Rows and Each take what the text has for
// a table. At the end Err says what was wrong first, or what nobody took.
type Overlay struct {
	file *file
	path string // of the table with these keys; "" is the top
	name string // the name in errors
	keys map[string]toml.Primitive
}

// file is what all overlays of one text share.
type file struct {
	md    toml.MetaData
	paths []string // of the overlays
	taken map[string]bool
	err   error // the first one
}

// Read begins to lay a text over tables. If the text is no TOML, Err says so. The wide keys are those of numbers that
// need not fit 32 bits, and are int64.
func Read(text []byte, wide ...string) *Overlay {
	f := &file{paths: []string{""}, taken: map[string]bool{}}
	o := &Overlay{file: f}
	if f.err = Bounded(text); f.err != nil {
		return o
	}
	var err error
	if f.md, err = toml.Decode(string(text), &o.keys); err != nil {
		f.err = badText(err)
	}
	if f.err == nil && strconv.IntSize == 32 {
		f.err = narrow(text, wide)
	}
	return o
}

// take returns what the text has for a key, which may be written in capitals as well.
func (o *Overlay) take(key string) (toml.Primitive, bool) {
	if o.file.err != nil {
		return toml.Primitive{}, false
	}
	if p, ok := o.keys[key]; ok {
		o.file.taken[join(o.path, key)] = true
		return p, true
	}
	for k, p := range o.keys {
		if strings.EqualFold(k, key) {
			o.file.taken[join(o.path, k)] = true
			return p, true
		}
	}
	return toml.Primitive{}, false
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// Has reports whether the text has something for a key, at the top or in the tables named before it.
func (o *Overlay) Has(key ...string) bool { return o.file.md.IsDefined(key...) }

// HasAll reports whether the text has every number of a table, whose keys are those of a struct.
func HasAll[T any](o *Overlay, table string) bool {
	of := reflect.TypeFor[T]()
	for i := range of.NumField() {
		if key := of.Field(i).Tag.Get("toml"); key != "" && !o.file.md.IsDefined(table, key) {
			return false
		}
	}
	return true
}

// One lays a single value or table over what is there.
func One[T any](o *Overlay, key string, over *T) {
	p, ok := o.take(key)
	if !ok {
		return
	}
	if err := o.file.md.PrimitiveDecode(p, over); err != nil {
		o.Wrong(badKind(err))
	}
}

// Rows lays each row of a table over the row with the same code, and returns the codes it had. A row with a new code
// is an error, or a new row if fresh is set.
func Rows[T any](o *Overlay, table string, rows *[]T, fresh bool, code func(*T) string) []string {
	p, ok := o.take(table)
	if !ok {
		return nil
	}
	var from []toml.Primitive
	if err := o.file.md.PrimitiveDecode(p, &from); err != nil {
		o.Wrong(badKind(err))
		return nil
	}
	var codes []string
	for _, p := range from {
		c, err := layRow(o.file.md, table, p, rows, fresh, code)
		if err != nil {
			o.Wrong(err)
			return nil
		}
		codes = append(codes, c)
	}
	return codes
}

// layRow lays one row over its list.
func layRow[T any](md toml.MetaData, table string, p toml.Primitive, rows *[]T, fresh bool,
	code func(*T) string) (string, error) {
	var row T
	if err := md.PrimitiveDecode(p, &row); err != nil {
		return "", badKind(err)
	}
	c := code(&row)
	if strings.TrimSpace(c) == "" {
		return "", Bad(table, "no-code")
	}
	at := slices.IndexFunc(*rows, func(r T) bool { return code(&r) == c })
	switch {
	case at >= 0:
		if err := md.PrimitiveDecode(p, &(*rows)[at]); err != nil {
			return "", badKind(err)
		}
	case fresh:
		*rows = append(*rows, row)
	default:
		return "", Bad(table, "no-row", phrase.Str("code", c))
	}
	return c, nil
}

// Each returns an overlay for each row of a table that has tables of its own.
func (o *Overlay) Each(table string) []*Overlay {
	p, ok := o.take(table)
	if !ok {
		return nil
	}
	var rows []map[string]toml.Primitive
	if err := o.file.md.PrimitiveDecode(p, &rows); err != nil {
		o.Wrong(badKind(err))
		return nil
	}
	path := join(o.path, table)
	o.file.paths = append(o.file.paths, path)
	var out []*Overlay
	for _, keys := range rows {
		out = append(out, &Overlay{file: o.file, path: path, keys: keys})
	}
	return out
}

// Call sets the name of these keys in errors from now on.
func (o *Overlay) Call(name string) { o.name = name }

// Wrong records a mistake in what was read; only the first counts.
func (o *Overlay) Wrong(err error) {
	switch {
	case o.file.err != nil:
	case o.name == "":
		o.file.err = err
	default:
		o.file.err = Within(o.name, err)
	}
}

// Err is what was wrong first. Keys that nobody took are wrong.
func (o *Overlay) Err() error {
	f := o.file
	if f.err != nil {
		return f.err
	}
	undecoded := map[string]bool{}
	for _, k := range f.md.Undecoded() {
		undecoded[k.String()] = true
	}
	var unknown []string
	for _, k := range f.md.Keys() {
		name := k.String()
		if undecoded[name] || slices.Contains(f.paths, k[:len(k)-1].String()) && !f.taken[name] {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		return Bad("", "unknown", phrase.Str("keys", strings.Join(unknown, ", ")))
	}
	return nil
}

// Laid returns tables over which all of a text was laid, or what is wrong: first with the text, then with the numbers.
func Laid[T any](o *Overlay, tables *T, check func() error) (*T, error) {
	if err := o.Err(); err != nil {
		return nil, err
	}
	return tables, check()
}
