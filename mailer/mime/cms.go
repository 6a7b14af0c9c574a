package mime

import "bytes"

// An opaque S/MIME mail (application/pkcs7-mime) has the mail itself inside its signature: CMS (RFC 5652) in BER. The
// signature is not checked: the password says who writes.

// The object identifiers of a signed message and of plain content.
var (
	oidSigned = []byte{0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02}
	oidData   = []byte{0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01}
)

// The tags on the way to the content.
const (
	berInteger  = 0x02
	berOctets   = 0x04
	berOID      = 0x06
	berPieces   = 0x24 // octets in pieces, as programs write them that do not know the length
	berSequence = 0x30
	berSet      = 0x31
	berExplicit = 0xa0

	maxBER    = 16 // levels
	maxPieces = 1 << 14
)

// SignedContent returns the mail inside an opaque signed one. For any other mail ok is false, above all for encrypted
// ones.
func SignedContent(raw []byte) (mail []byte, ok bool) {
	// SEQUENCE { signed, [0] { SEQUENCE { version, SET of digests, SEQUENCE { data, [0] { octets } } } } }
	b := raw
	for _, want := range []struct {
		tag byte
		in  bool   // go in, otherwise past it
		is  []byte // its content, if that matters
	}{
		{tag: berSequence, in: true}, {tag: berOID, is: oidSigned}, {tag: berExplicit, in: true},
		{tag: berSequence, in: true}, {tag: berInteger}, {tag: berSet},
		{tag: berSequence, in: true}, {tag: berOID, is: oidData}, {tag: berExplicit, in: true},
	} {
		e, rest, ok := berElement(b, 0)
		if !ok || e.tag != want.tag || want.is != nil && !bytes.Equal(e.content, want.is) {
			return nil, false
		}
		if b = rest; want.in {
			b = e.content
		}
	}
	pieces := maxPieces
	return berText(nil, b, 0, &pieces)
}

// element is one value of BER.
type element struct {
	tag     byte
	content []byte
}

// berElement separates the first element from what follows it. An element of indefinite length is walked to its end.
func berElement(b []byte, depth int) (e element, rest []byte, ok bool) {
	if len(b) < 2 || depth > maxBER || b[0]&0x1f == 0x1f {
		return e, nil, false
	}
	e.tag = b[0]
	length, b := int(b[1]), b[2:]
	switch {
	case length == 0x80:
		if e.tag&0x20 == 0 {
			return e, nil, false
		}
		for at := b; ; {
			if len(at) >= 2 && at[0] == 0 && at[1] == 0 {
				e.content = b[:len(b)-len(at)]
				return e, at[2:], true
			}
			if _, at, ok = berElement(at, depth+1); !ok {
				return e, nil, false
			}
		}
	case length > 0x84:
		return e, nil, false
	case length > 0x80:
		n := length - 0x80
		if len(b) < n {
			return e, nil, false
		}
		length = 0
		for _, c := range b[:n] {
			length = length<<8 | int(c)
		}
		b = b[n:]
	}
	if length < 0 || length > len(b) {
		return e, nil, false
	}
	e.content = b[:length]
	return e, b[length:], true
}

// berText joins octets, whole or in pieces.
func berText(out, b []byte, depth int, pieces *int) ([]byte, bool) {
	for len(b) > 0 && depth <= maxBER {
		if *pieces--; *pieces < 0 {
			return out, false
		}
		e, rest, ok := berElement(b, 0)
		switch {
		case !ok:
			return out, false
		case e.tag == berOctets:
			out = append(out, e.content...)
		case e.tag == berPieces:
			if out, ok = berText(out, e.content, depth+1, pieces); !ok {
				return out, false
			}
		default:
			return out, false
		}
		b = rest
	}
	return out, depth <= maxBER
}
