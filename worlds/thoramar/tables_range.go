package thoramar

import (
	_ "embed"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

//go:embed ranges.toml
var rangeText string

// ranges says what the numbers of each table may be, by table and key.
type ranges map[string]map[string]span

// span is what one number may be: its ends are numbers, or the keys of others of
// the same row.
type span struct{ lo, hi limit }

// limit is a number or, where key is not empty, another number of the row.
type limit struct {
	n   int64
	key string
}

// readRanges reads the embedded ranges: a mistake in them is ours and panics.
func readRanges() ranges {
	var text map[string]map[string]string
	if _, err := toml.Decode(rangeText, &text); err != nil {
		panic(fmt.Sprintf("embedded ranges: %v", err))
	}
	out := ranges{}
	for table, rows := range text {
		out[table] = map[string]span{}
		for key, ends := range rows {
			lo, hi, ok := strings.Cut(ends, " ")
			if !ok {
				panic(fmt.Sprintf("embedded ranges: %s.%s = %q", table, key, ends))
			}
			out[table][key] = span{readLimit(lo), readLimit(hi)}
		}
	}
	return out
}

func readLimit(s string) limit {
	if n, err := strconv.ParseInt(s, 0, 64); err == nil {
		return limit{n: n}
	}
	return limit{key: s}
}

// inRange names the first number of a row that is out of its range; row is how the
// error calls it. What bounds another number is held first.
func inRange[T tableRow | Numbers](r ranges, table, row string, of *T) error {
	numbers := numbersIn(of)
	for _, bound := range []bool{false, true} {
		for _, v := range numbers {
			s, ok := r[table][v.key]
			if !ok {
				panic(fmt.Sprintf("embedded ranges: nothing for %s.%s", table, v.key))
			}
			if (s.lo.key != "" || s.hi.key != "") != bound {
				continue
			}
			if lo, hi := s.lo.in(numbers), s.hi.in(numbers); v.n < lo || v.n > hi {
				return fmt.Errorf("%s: %s = %d: want %d to %d", row, v.key, v.n, lo, hi)
			}
		}
	}
	return nil
}

// in gives the limit as it is for a row of these numbers.
func (l limit) in(numbers []number) int64 {
	if l.key == "" {
		return l.n
	}
	for _, v := range numbers {
		if v.key == l.key {
			return v.n
		}
	}
	panic(fmt.Sprintf("embedded ranges: there is no number %q", l.key))
}

// number is one of a row, under its key.
type number struct {
	key string
	n   int64
}

// numbersIn lists the numbers of a row in the order of its fields; where a field has
// several they share its key. Heights of monsters are held by checkMonsters.
func numbersIn[T tableRow | Numbers](row *T) []number {
	var out []number
	v := reflect.ValueOf(row).Elem()
	for i := range v.NumField() {
		key := v.Type().Field(i).Tag.Get("toml")
		switch f := v.Field(i); f.Interface().(type) {
		case int, int64:
			out = append(out, number{key, f.Int()})
		case []int64:
			for k := range f.Len() {
				out = append(out, number{key, f.Index(k).Int()})
			}
		}
	}
	return out
}

// check finds numbers no world could be played with.
func (n *Numbers) check(r ranges) error {
	if len(n.StateShare) != int(Ruin)+1 {
		return fmt.Errorf("rules: state_share has %d numbers: want %d", len(n.StateShare), Ruin+1)
	}
	return inRange(r, "rules", "rules", n)
}
