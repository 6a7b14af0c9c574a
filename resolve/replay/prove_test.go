package replay

import (
	"bytes"
	"compress/gzip"
	"errors"
	"strings"
	"testing"

	"weltentor/resolve/store/faults"
)

// A file that is larger than any reader takes is refused as such. So it cannot be published, and none is called false only
// because its end is not read.
func TestTooLarge(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
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
