// Package varint is the form of rows in which events and reports are stored: numbers as varints (encoding/binary),
// texts with their length before them. The turn's hash is over such bytes. JSON would take longer than the turn itself.
// A Reader of damaged bytes never panics: after the first fault everything it reads is zero.
package varint

import "encoding/binary"

// AppendText appends a text's length and the text.
func AppendText[T string | []byte](dst []byte, s T) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// Reader reads what is left of a row. After the first fault everything it reads is zero.
type Reader struct {
	Left []byte
	Bad  bool // there was a fault
}

// Int reads a signed varint.
func (r *Reader) Int() int64 {
	n, size := binary.Varint(r.Left)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.Left = r.Left[size:]
	return n
}

// Uint reads an unsigned varint.
func (r *Reader) Uint() uint64 {
	n, size := binary.Uvarint(r.Left)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.Left = r.Left[size:]
	return n
}

// Count reads a Uint that says how many things follow, each of at least one byte. It is never more than there can be.
func (r *Reader) Count() int {
	n := r.Uint()
	if n > uint64(len(r.Left)) {
		r.fail()
		return 0
	}
	return int(n)
}

// Text reads a text as it lies in the row, and returns nil if it is empty.
func (r *Reader) Text() []byte {
	n := r.Count()
	if n == 0 {
		return nil
	}
	text := r.Left[:n:n]
	r.Left = r.Left[n:]
	return text
}

// Byte reads one byte.
func (r *Reader) Byte() byte {
	if len(r.Left) == 0 {
		r.fail()
		return 0
	}
	b := r.Left[0]
	r.Left = r.Left[1:]
	return b
}

func (r *Reader) fail() { r.Left, r.Bad = nil, true }
