package mime

import (
	"bytes"
	"strings"
	"testing"
)

// ber writes an element with its length in the shortest way (X.690, 8.1.3).
func ber(tag byte, parts ...string) string {
	in := strings.Join(parts, "")
	switch n := len(in); {
	case n < 0x80:
		return string([]byte{tag, byte(n)}) + in
	case n < 0x100:
		return string([]byte{tag, 0x81, byte(n)}) + in
	default:
		return string([]byte{tag, 0x82, byte(n >> 8), byte(n)}) + in
	}
}

// open writes an element whose length was not known in advance.
func open(tag byte, parts ...string) string {
	return string([]byte{tag, 0x80}) + strings.Join(parts, "") + "\x00\x00"
}

// A signed message is opened in whatever way its lengths are written, and nothing else is.
func TestSignedContent(t *testing.T) {
	const mail = "Content-Type: text/plain\r\n\r\n$A\r\n"
	signed, data := ber(berOID, string(oidSigned)), ber(berOID, string(oidData))
	version, digests := ber(berInteger, "\x01"), ber(berSet, ber(berSequence, ber(berOID, "\x2b\x0e\x03\x02\x1a")))
	holding := func(octets string) string {
		return ber(berSequence, signed, ber(berExplicit,
			ber(berSequence, version, digests, ber(berSequence, data, ber(berExplicit, octets)), "more")))
	}
	long := strings.Repeat("x", 70_000)
	nested := ber(berOctets, mail)
	for range 16 {
		nested = ber(berPieces, nested)
	}
	for name, c := range map[string]struct {
		raw, want string
		ok        bool
	}{
		"whole":      {holding(ber(berOctets, mail)), mail, true},
		"300 octets": {holding(ber(berOctets, long[:300])), long[:300], true},
		"200 octets": {holding(ber(berOctets, long[:200])), long[:200], true},
		"127 octets": {holding(ber(berOctets, long[:127])), long[:127], true},
		"128 octets": {holding(ber(berOctets, long[:128])), long[:128], true},
		"in pieces": {holding(ber(berPieces, ber(berOctets, mail[:9]), ber(berOctets),
			ber(berOctets, mail[9:]))), mail, true},
		"beside each other": {holding(ber(berOctets, mail[:9]) + ber(berOctets, mail[9:])), mail, true},
		"in open pieces": {holding(open(berPieces, ber(berOctets, mail[:9]),
			open(berPieces, ber(berOctets, mail[9:])))), mail, true},
		"16 deep": {holding(nested), mail, true},
		"17 deep": {holding(ber(berPieces, nested)), "", false},
		"all open": {open(berSequence, signed,
			open(berExplicit, open(berSequence, version, open(berSet),
				open(berSequence, data, open(berExplicit, ber(berOctets, mail)))))), mail, true},
		"nothing in it":       {holding(""), "", true},
		"a length in four":    {holding("\x04\x84\x00\x00\x00\x03abc"), "abc", true},
		"a length in five":    {holding("\x04\x85\x00\x00\x00\x00\x03abc"), "", false},
		"a length too long":   {holding("\x04\x04abc"), "", false},
		"a negative length":   {holding("\x04\x84\xff\xff\xff\xffabc"), "", false},
		"a length cut off":    {holding("\x04\x82\x03"), "", false},
		"one octet":           {holding("\x04"), "", false},
		"octets left open":    {holding("\x04\x80abc\x00\x00"), "", false},
		"never ended":         {holding("\x24\x80\x04\x01a"), "", false},
		"half an end":         {holding("\x24\x80\x04\x01a\x00"), "", false},
		"a long tag":          {holding("\x1f\x01a"), "", false},
		"no octets":           {holding(ber(berInteger, mail)), "", false},
		"no octets in pieces": {holding(ber(berPieces, ber(berInteger, mail))), "", false},
		"enveloped": {ber(berSequence, ber(berOID, string(oidSigned[:8])+"\x03"),
			ber(berExplicit, ber(berSequence, version, digests,
				ber(berSequence, data, ber(berExplicit, ber(berOctets, mail)))))), "", false},
		"of another kind": {ber(berSequence, signed,
			ber(berExplicit, ber(berSequence, version, digests,
				ber(berSequence, signed, ber(berExplicit, ber(berOctets, mail)))))), "", false},
		"without a version": {ber(berSequence, signed,
			ber(berExplicit, ber(berSequence, digests, digests,
				ber(berSequence, data, ber(berExplicit, ber(berOctets, mail)))))), "", false},
		"nothing": {"", "", false},
	} {
		got, ok := SignedContent([]byte(c.raw))
		if ok != c.ok || ok && string(got) != c.want {
			t.Errorf("%s: %q, %v", name, got, ok)
		}
	}
	for n, ok := range map[int]bool{maxPieces - 1: true, maxPieces: false} { // the one that holds them counts
		many := open(berSequence, signed,
			open(berExplicit, open(berSequence, version, digests,
				open(berSequence, data, open(berExplicit, open(berPieces, strings.Repeat("\x04\x01a", n)))))))
		if got, opened := SignedContent([]byte(many)); opened != ok ||
			ok && !bytes.Equal(got, bytes.Repeat([]byte("a"), n)) {
			t.Errorf("%d pieces: %d octets, %v", n, len(got), opened)
		}
	}
}

// Elements without an end are read sixteen levels deep.
func TestBERDepth(t *testing.T) {
	for n, want := range map[int]bool{maxBER: true, maxBER + 1: false} {
		tower := strings.Repeat("\x30\x80", n) + ber(berInteger, "1") + strings.Repeat("\x00\x00", n)
		if _, rest, ok := berElement([]byte(tower+"rest"), 0); ok != want || ok && string(rest) != "rest" {
			t.Errorf("%d deep: %v, %q", n, ok, rest)
		}
	}
}
