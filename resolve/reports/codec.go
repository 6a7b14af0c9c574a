package reports

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
	"weltentor/worlds/game/varint"
)

// Reports are stored as rows of varints and length-prefixed texts, as game.Annals are: JSON would take longer
// than the turn.

// Append appends a report in the form that decode reads.
func Append(dst []byte, rep game.Report) []byte {
	dst = binary.AppendUvarint(dst, uint64(rep.Realm))
	dst = varint.AppendText(dst, rep.Name)
	dst = varint.AppendText(dst, rep.Text)
	dst = varint.AppendText(dst, rep.Summary)
	dst = binary.AppendUvarint(dst, uint64(len(rep.Files)))
	for _, f := range rep.Files {
		dst = varint.AppendText(dst, f.Name)
		dst = varint.AppendText(dst, f.Type)
		dst = varint.AppendText(dst, f.Data)
		dst = varint.AppendText(dst, f.Sum)
	}
	if rep.News != "" { // reports of older versions have none
		dst = varint.AppendText(dst, rep.News)
	}
	return dst
}

// Packer packs reports, one after the other. A part between two cuts that it has met before is not packed again: the
// result is several frames then, which are unpacked as one.
type Packer struct {
	raw, out []byte
	parts    map[string][]byte // packed, by what they say
}

// Pack packs a report as Written has it.
func (p *Packer) Pack(rep game.Report) []byte {
	p.raw = Append(p.raw[:0], rep)
	if len(rep.Cuts) < 2 {
		return store.Pack(p.raw)
	}
	if p.parts == nil {
		p.parts = map[string][]byte{}
	}
	text := varint.AppendText(binary.AppendUvarint(nil, uint64(rep.Realm)), rep.Name) // what is before it
	at := len(binary.AppendUvarint(text, uint64(len(rep.Text))))
	last := rep.Cuts[0]
	p.out = append(p.out[:0], store.Pack(p.raw[:at+last])...)
	for _, cut := range rep.Cuts[1:] {
		part := p.raw[at+last : at+cut]
		packed, met := p.parts[string(part)]
		if !met {
			packed = store.Pack(part)
			p.parts[string(part)] = packed
		}
		p.out, last = append(p.out, packed...), cut
	}
	return bytes.Clone(append(p.out, store.Pack(p.raw[at+last:])...))
}

func decode(raw []byte) (game.Report, error) {
	r := varint.Reader{Left: raw}
	rep := game.Report{Realm: int(r.Uint()), Name: string(r.Text()), Text: r.Text(), Summary: r.Text()}
	if n := r.Count(); n > 0 {
		rep.Files = make([]game.File, n)
	}
	for i := range rep.Files {
		rep.Files[i] = game.File{Name: string(r.Text()), Type: string(r.Text()), Data: r.Text(), Sum: string(r.Text())}
	}
	if len(r.Left) > 0 {
		rep.News = string(r.Text())
	}
	switch {
	case r.Bad:
		return rep, fmt.Errorf("%w: a row is cut off", faults.ErrDamaged)
	case len(r.Left) > 0:
		return rep, fmt.Errorf("%w: %d bytes too many", faults.ErrDamaged, len(r.Left))
	}
	return rep, nil
}
