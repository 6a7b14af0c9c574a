package conformance

import (
	"bytes"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// mostOpening is how much memory opening any bytes may take in total.
const mostOpening = 64 << 20

// damaged: bytes that are not what a realm knows either give an error that says so, or something that answers all
// questions. They take no more memory than they should.
func damaged(tb *table, bad fail) {
	for _, wrong := range [][]byte{nil, {}, []byte("{"), []byte("no world"), []byte("{}"), []byte("null"),
		[]byte(strings.Repeat("[", 100_000)), []byte(`{"Schema":999}`), tb.start().State()} {
		if k, err := tb.openAny(wrong, bad); err == nil || k != nil {
			bad("%d bytes of what no realm knows were opened", len(wrong))
		}
	}
	tb.stuffed(bad)
	seats := tb.seats(8)
	if len(seats) == 0 {
		bad("no realm ever knew anything: the law was not tried")
		return
	}
	many := manyUnseen()
	for i := range many {
		s := seats[i*len(seats)/many]
		known := s.w.Known(s.realm)
		if _, err := tb.rb.OpenKnown(known, []byte("[[[")); err == nil {
			bad("a text that is no TOML was taken for tables")
			return
		}
		wrong := spoil(known, tb.dice(s.w, "damage", int64(s.realm), int64(i)))
		if k, err := tb.openAny(wrong, bad); err == nil && k != nil && !tb.answersAnything(s, k, bad) {
			bad("what was damaged is\n%s\nand was\n%s", around(wrong, known), around(known, wrong))
			return
		}
	}
}

// stuffed: lists of very many empty elements are refused before they take their memory.
func (tb *table) stuffed(bad fail) {
	known, many := tb.start().Known(1), bytes.Repeat([]byte("{},"), 200_000)
	for at, tried := 0, 0; tried < 20; tried++ {
		next := bytes.IndexByte(known[at:], '[')
		if next < 0 {
			return
		}
		at += next + 1
		if _, err := tb.openAny(slices.Concat(known[:at], many, known[at:]), bad); err == nil {
			bad("a list of 200000 empty things was opened")
		}
	}
}

// openAny opens bytes that may be anything. An error must begin with "known: ".
func (tb *table) openAny(known []byte, bad fail) (k game.Known, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
			bad("OpenKnown panics: %v\n%.2000s", r, known)
		}
	}()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	k, err = tb.rb.OpenKnown(known, tb.tables)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > mostOpening {
		bad("opening %d bytes took %d bytes of memory:\n%.2000s", len(known), took, known)
	}
	if err != nil && !strings.HasPrefix(err.Error(), "known: ") || err == nil && k == nil {
		bad("damaged bytes give the error %v", err)
	}
	return k, err
}

// answersAnything asks everything of what was opened, and returns whether it answered without a panic.
func (tb *table) answersAnything(s seat, k game.Known, bad fail) (answers bool) {
	defer func() {
		if r := recover(); r != nil {
			bad("turn %d, realm %d: opened from damaged bytes it panics: %v", s.w.Asked().Turn, s.realm, r)
			answers = false
		}
	}()
	k.Asked()
	k.Title(phrase.De)
	for _, r := range k.Realms() {
		k.Template(r.Number)
	}
	sheet := game.Sheet{Realm: s.realm, Turn: s.w.Asked().Turn, Text: tb.sensible(s.w, s.realm)}
	k.Check(sheet)
	k.Merge(sheet, sheet)
	return true
}

// Answers asks something of what was opened from any bytes: for each realm the receipts of sheets with such texts, and
// the realm's own template. It is enough that it returns.
func Answers(k game.Known, texts ...string) {
	for _, r := range k.Realms() {
		for _, text := range append(slices.Clip(texts), k.Template(r.Number)) {
			s := game.Sheet{Realm: r.Number, Turn: k.Asked().Turn, Text: text}
			k.Check(s)
			k.Merge(s, s)
		}
	}
}

// token matches a value in JSON, or in bytes that look like it.
var token = regexp.MustCompile(`-?[0-9]+|true|false|null|"[^"]*"|\[\]|\{\}`)

// tokens replace other values.
var tokens = []string{"0", "-1", "1", "2", "7", "1000000", "9223372036854775807", "-9223372036854775808", "1e9",
	"99999999999999999999", "true", "null", `""`, `"x"`, "[]", "{}", "[1]", "[null]"}

// spoil damages bytes in a few places: it cuts them off, removes or doubles some, or changes a byte or a value.
func spoil(known []byte, d *game.Dice) []byte {
	out := bytes.Clone(known)
	for range d.Between(1, 2) {
		at := int(d.N(int64(len(out) + 1)))
		end := min(at+int(d.Between(1, 30)), len(out))
		switch d.N(10) {
		case 0:
			out = out[:at]
		case 1:
			out = append(bytes.Clone(out[:at]), out[end:]...)
		case 2:
			out = append(bytes.Clone(out[:end]), out[at:]...)
		case 3:
			if at < len(out) {
				out[at] ^= byte(d.Between(1, 255))
			}
		default:
			out = otherValue(out, d)
		}
	}
	return out
}

// otherValue replaces a value by another, or swaps two.
func otherValue(in []byte, d *game.Dice) []byte {
	found := token.FindAllIndex(in, -1)
	if len(found) == 0 {
		return in
	}
	one := found[d.N(int64(len(found)))]
	with := []byte(tokens[d.N(int64(len(tokens)))])
	if d.Chance(300) {
		two := found[d.N(int64(len(found)))]
		with = in[two[0]:two[1]]
	}
	return append(append(bytes.Clone(in[:one[0]]), with...), in[one[1]:]...)
}
