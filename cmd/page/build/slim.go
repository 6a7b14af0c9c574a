package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// slim returns an engine that does the same and is a seventh smaller when packed. Go's linker writes the data around each
// run of zeros as a segment of its own, a hundred thousand of them: here they are one. It also writes the names and lines
// of all functions, which only traces of faults show.
func slim(engine []byte) (out []byte, err error) {
	const header, data = 8, 11 // the bytes before the first section; the number of the section with the data
	if len(engine) < header {
		return nil, errModule
	}
	out = engine[:header:header]
	for rest := engine[header:]; len(rest) > 0 && err == nil; {
		number := rest[0]
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, errModule
		}
		body := rest[1+n:][:size]
		rest = rest[1+n:][size:]
		if number == data {
			body, err = joined(body)
		}
		out = append(binary.AppendUvarint(append(out, number), uint64(len(body))), body...)
	}
	return out, err
}

var errModule = errors.New("this is not a module of WebAssembly as Go links it")

// How a segment begins: it is for the memory, from a constant on.
const (
	active   = 0
	constant = 0x41
	end      = 0x0b
)

// mostData is more than any engine has in its memory when it starts, in bytes.
const mostData = 64 << 20

// joined returns the section of data with one segment in place of all.
func joined(body []byte) ([]byte, error) {
	segments, n := binary.Uvarint(body)
	if n <= 0 || segments == 0 {
		return nil, errModule
	}
	var image []byte // of the memory, from its beginning on
	body = body[n:]
	for range segments {
		if len(body) < 2 || body[0] != active || body[1] != constant {
			return nil, errModule
		}
		at, n := binary.Uvarint(body[2:])
		if n <= 0 || len(body) < 3+n || body[2+n] != end {
			return nil, errModule
		}
		size, m := binary.Uvarint(body[3+n:])
		body = body[3+n:]
		if m <= 0 || size > min(mostData, uint64(len(body)-m)) || at > mostData-size {
			return nil, errModule
		}
		image = append(image, make([]byte, max(0, int(at+size)-len(image)))...)
		copy(image[at:], body[m:][:size])
		body = body[m:][size:]
	}
	image = nameless(image)
	return append(binary.AppendUvarint([]byte{1, active, constant, 0, end}, uint64(len(image))), image...), nil
}

// function is what the table of functions says of each, as Go since 1.20 lays it out: runtime._func.
type function struct {
	Entry, Name, Args, Deferred   uint32
	Frames, Files, Lines          uint32 // where the lists of their steps are
	Further, Unit, Line           uint32 // Further: how many more such places follow
	Kind, Flag, Padding, Attached uint8
}

// nameless returns the data without the names and lines of functions. How large frames are and where they have pointers
// stays. If the table is not as expected, as by another Go, all of it stays.
func nameless(image []byte) []byte {
	at := bytes.Index(image, []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8})
	var head struct{ Functions, Files, Text, Names, Units, FileNames, Steps, Table uint64 }
	if at < 0 {
		return image
	}
	out := bytes.Clone(image)
	table := out[at:]
	if _, err := binary.Decode(table[8:], binary.LittleEndian, &head); err != nil || head.Names > head.Steps ||
		head.Steps > head.Table || head.Table+8*head.Functions > uint64(len(table)) {
		return image
	}
	steps, rest := table[head.Steps:head.Table], table[head.Table:]
	kept := make([]byte, len(steps))
	for i := range head.Functions {
		entry, place := binary.LittleEndian.Uint32(rest[8*i:]), binary.LittleEndian.Uint32(rest[8*i+4:])
		var f function
		n, err := binary.Decode(rest[min(int(place), len(rest)):], binary.LittleEndian, &f)
		if err != nil || f.Entry != entry || uint64(len(rest)) < uint64(place)+uint64(n)+4*uint64(f.Further) {
			return image
		}
		stays := keep(kept, steps, f.Frames)
		for j := range int(f.Further) {
			stays = stays && keep(kept, steps, binary.LittleEndian.Uint32(rest[int(place)+n+4*j:]))
		}
		f.Name, f.Files, f.Lines, f.Unit, f.Line = 0, 0, 0, 0, 0
		if _, err := binary.Encode(rest[place:], binary.LittleEndian, &f); err != nil || !stays {
			return image
		}
	}
	copy(steps, kept)
	clear(table[head.Names:head.Steps])
	return out
}

// keep copies a list of steps: pairs of how much a value changes and for how long, until it does not change. It reports
// whether there is one. The one at 0 is empty.
func keep(kept, steps []byte, from uint32) bool {
	for to := int(from); to < len(steps); {
		change, n := binary.Uvarint(steps[to:])
		if from == 0 || change == 0 && n > 0 && to > int(from) {
			copy(kept[from:], steps[from:to+1])
			return true
		}
		_, m := binary.Uvarint(steps[to+max(n, 0):])
		if n <= 0 || m <= 0 {
			return false
		}
		to += n + m
	}
	return false
}
