package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"weltentor/resolve/outbox"
	"weltentor/worlds"
)

// read reads the output of written, as the boot script does.
func read(text string) []byte {
	var out []byte
	held, bits := 0, 0
	for i := 1; i < len(text); i += 2 {
		held |= (91*strings.IndexByte(digits, text[i]) + strings.IndexByte(digits, text[i+1])) << bits
		for bits += 13; bits > 7; bits -= 8 {
			out, held = append(out, byte(held)), held>>8
		}
	}
	return out[:len(out)-strings.IndexByte(digits, text[0])]
}

// Bytes read back as they were written, and have no meaning in HTML.
func TestWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 50 {
		raw := make([]byte, n)
		for i := range raw {
			raw[i] = byte(r.Uint32())
		}
		text := written(bytes.Clone(raw))
		if got := read(text); !bytes.Equal(got, raw) {
			t.Errorf("%v is written %q and read %v", raw, text, got)
		}
		if strings.ContainsAny(text, "<>& \n") {
			t.Errorf("%q", text)
		}
	}
	if got := written([]byte{255, 255, 255, 255}); len(digits) != 91 || got != "!"+string([]byte{digits[90], digits[1],
		digits[90], digits[1], digits[0], digits[63]}) { // 13, 13 and 6 bits: 8191 = 90·91 + 1, and 63
		t.Errorf("%d digits, and all bits are %q", len(digits), got)
	}
}

// The browser allows the page's scripts and engine, and nothing else.
func TestPolicy(t *testing.T) {
	sum := sha256.Sum256([]byte("a"))
	hash := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	got := policy("a", "b")
	for _, part := range []string{"default-src 'none'", "script-src " + hash + " 'sha256-", "'wasm-unsafe-eval'",
		"worker-src blob:", "base-uri 'none'", "form-action 'none'"} {
		if !strings.Contains(got, part) {
			t.Errorf("%s is not in %s", part, got)
		}
	}
	for _, never := range []string{"unsafe-inline", "'unsafe-eval'", "http", "*"} {
		if strings.Contains(got, never) {
			t.Errorf("%s is in %s", never, got)
		}
	}
}

// A page has one place for data, which the program fills when it mails the page.
func TestDataPlace(t *testing.T) {
	if n := strings.Count(frame, outbox.DataPlace+"</script>"); n != 1 {
		t.Errorf("it has %d", n)
	}
}

// An engine is packed as a browser's decoder reads it: with its length, and the same each time.
func TestPacked(t *testing.T) {
	raw := []byte(strings.Repeat("\x00asm and so on ", 1000))
	one, err := packed(raw)
	two, again := packed(raw)
	if err != nil || again != nil || !bytes.Equal(one, two) {
		t.Fatalf("%v %v, %d and %d bytes", err, again, len(one), len(two))
	}
	var h zstd.Header
	if err := h.Decode(one); err != nil || !h.HasFCS || h.FrameContentSize != uint64(len(raw)) {
		t.Errorf("%v %+v", err, h)
	}
	d, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if got, err := d.DecodeAll(one, nil); err != nil || !bytes.Equal(got, raw) {
		t.Errorf("%v, %d bytes", err, len(got))
	}
}

// A page that is too large is not written.
func TestPageTooLarge(t *testing.T) {
	if err := fits("x", mostPage, 3_100_000); err != nil {
		t.Error(err)
	}
	err := fits("x", mostPage+1, mostPage)
	if err == nil || !strings.Contains(err.Error(), "page of x has 3100001 bytes, more than 3100000") {
		t.Error(err)
	}
}

// The list of rulebooks is read as the program makes it, the default first.
func TestRulebooks(t *testing.T) {
	root, err := root()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, rb := range worlds.Rulebooks() {
		want = append(want, rb.Name())
	}
	if got, err := rulebooks(root); err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, not %v: %v", got, want, err)
	}
	if got, err := rulebooks(t.TempDir()); err == nil {
		t.Errorf("a folder without a list has %v", got)
	}
}

// An unknown rulebook has no page.
func TestNoSuchRulebook(t *testing.T) {
	if _, err := wasm("chess"); err == nil || !strings.Contains(err.Error(), "chess") {
		t.Error(err)
	}
}
