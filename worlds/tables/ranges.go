package tables

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"weltentor/orders/phrase"

	"github.com/BurntSushi/toml"
)

// Ranges say what the numbers of each table may be, by table and key:
//
//	[terrain]
//	loss_max = "0 1000"
//	loss_min = "0 loss_max"
//
// An end is a number, or the key of another number in the same row.
type Ranges map[string]map[string]span

type span struct{ lo, hi limit }

// limit is a number or, if key is not empty, another number of the row.
type limit struct {
	n   int64
	key string
}

// ReadRanges reads embedded ranges: a mistake in them is ours and panics.
func ReadRanges(text string) Ranges {
	var all map[string]map[string]string
	if _, err := toml.Decode(text, &all); err != nil {
		panic(fmt.Sprintf("embedded ranges: %v", err))
	}
	out := Ranges{}
	for table, rows := range all {
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

// Hold returns an error about the first number of a table, a struct, that is out of its range.
func Hold[T any](r Ranges, table string, of *T) error { return hold(r, table, table, of) }

// HoldRows checks each row of a table like Hold. Errors name a row by its code.
func HoldRows[T any](r Ranges, table string, rows []T, code func(*T) string) error {
	for i := range rows {
		if err := HoldRow(r, table, &rows[i], code); err != nil {
			return err
		}
	}
	return nil
}

// HoldRow checks one row.
func HoldRow[T any](r Ranges, table string, row *T, code func(*T) string) error {
	return hold(r, table, table+" "+code(row), row)
}

// hold checks the numbers of a row. A number that bounds another is checked first. A number without a range panics.
func hold[T any](r Ranges, table, name string, row *T) error {
	numbers := numbersIn(row)
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
				return Bad(name, "number", phrase.Str("key", v.key), phrase.Num("n", v.n), s.lo.named("low", lo),
					s.hi.named("high", hi))
			}
		}
	}
	return nil
}

// in returns the limit for a row with these numbers.
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

// named is the limit as an argument, with its key if it is another number.
func (l limit) named(arg string, n int64) phrase.Arg {
	if l.key == "" {
		return phrase.Num(arg, n)
	}
	return phrase.Str(arg, fmt.Sprintf("%s = %d", l.key, n))
}

// number is one of a row, under its key.
type number struct {
	key string
	n   int64
}

// numbersIn lists the numbers of a row in the order of its fields. If a field has several int64, they share its key.
// Lists of int are codes, not numbers.
func numbersIn[T any](row *T) []number {
	var out []number
	v := reflect.ValueOf(row).Elem()
	for i := range v.NumField() {
		key, f := v.Type().Field(i).Tag.Get("toml"), v.Field(i)
		switch {
		case key == "":
		case f.CanInt():
			out = append(out, number{key, f.Int()})
		case f.Kind() == reflect.Slice && f.Type().Elem().Kind() == reflect.Int64:
			for k := range f.Len() {
				out = append(out, number{key, f.Index(k).Int()})
			}
		}
	}
	return out
}
