// Package varint writes and reads rows of varints (encoding/binary) and of texts with their length before them:
// the form in which events and reports are stored.
package varint

import "encoding/binary"

// AppendText appends a text's length and the text.
func AppendText[T string | []byte](dst []byte, s T) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// Reader reads what is left of a row. After the first fault all that is read is zero.
type Reader struct {
	Left []byte
	Bad  bool // there was a fault
}

// Int is a varint with a sign.
func (r *Reader) Int() int64 {
	n, size := binary.Varint(r.Left)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.Left = r.Left[size:]
	return n
}

// Uint is a varint without one.
func (r *Reader) Uint() uint64 {
	n, size := binary.Uvarint(r.Left)
	if size <= 0 {
		r.fail()
		return 0
	}
	r.Left = r.Left[size:]
	return n
}

// Count is a Uint that says how many follow, each of a byte at least: never more than there can be.
func (r *Reader) Count() int {
	n := r.Uint()
	if n > uint64(len(r.Left)) {
		r.fail()
		return 0
	}
	return int(n)
}

// Text is a text as it lies in the row, nil if it is empty.
func (r *Reader) Text() []byte {
	n := r.Count()
	if n == 0 {
		return nil
	}
	text := r.Left[:n:n]
	r.Left = r.Left[n:]
	return text
}

// Byte is one byte.
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
