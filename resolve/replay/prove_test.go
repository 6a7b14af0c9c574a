package replay

import (
	"bytes"
	"compress/gzip"
	"errors"
	"reflect"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/store/faults"
)

// Whoever reads a file reads from which turn on other numbers of the rules held: letters do not say so.
func TestOtherNumbersAreNoted(t *testing.T) {
	p := &Prover{tables: "a"}
	for turn, tables := range []string{"a", "b", "b", "a"} {
		p.noted(turn+1, nil, tables)
	}
	want := []phrase.Phrase{phrase.P("proven.numbers", phrase.Num("turn", 2)), phrase.P("proven.numbers", phrase.Num("turn", 4))}
	if !reflect.DeepEqual(p.Shown.Notes, want) {
		t.Errorf("%v", p.Shown.Notes)
	}
}

// A file that is larger than any reader takes is refused as such. So it cannot be published, and none is called false only
// because its end is not read.
func TestTooLarge(t *testing.T) {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = w.Write([]byte(strings.Repeat("a", 49) + "\n" + strings.Repeat("b", 49) + "\n"))
	_ = w.Close()
	for most, fault := range map[int]error{49: errMuch, 50: errNone, 100: errNone} {
		if _, err := open(bytes.NewReader(b.Bytes()), nil, most); !errors.Is(err, faults.ErrPublish) || err != fault {
			t.Errorf("at most %d: %v", most, err)
		}
	}
	for most, fault := range map[int]error{50: errMuch, 99: errMuch, 100: nil} {
		p, _ := open(bytes.NewReader(b.Bytes()), nil, most)
		if more, err := p.Next(); more || err != fault || (p.Shown.False != nil) != (fault == nil) {
			t.Errorf("at most %d: %v, %v", most, err, p.Shown.False)
		}
	}
}
