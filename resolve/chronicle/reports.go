package chronicle

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
	"weltentor/worlds/game/varint"
)

// rows has the reports, compressed, by turn and realm. Turn 0 has the welcomes.
var rows = store.Values("reports")

// WrittenReport is a report as it is stored.
type WrittenReport struct {
	Report []byte // packed
	News   string // of the report, which is for the subject of its letter
	Shown  []byte // what the realm's reports have shown, up to and with this one; nil: the game does not count that
}

// Put stores a realm's report of a turn, and what its reports have shown. 0 is its welcome.
func (w WrittenReport) Put(tx *store.Tx, turn, realm int) {
	rows.Put(tx, store.Pair(turn, realm), w.Report)
	if w.Shown != nil {
		shown.Put(tx, store.U32(realm), append(stampOf(turn, w.Report), w.Shown...))
	}
}

// PutReports stores the reports of a turn, sorted by realm.
func PutReports(tx *store.Tx, turn int, realms []int, all []WrittenReport) {
	rows.InOrder(tx)
	for i, realm := range realms {
		all[i].Put(tx, turn, realm)
	}
}

// HasReport reports whether a realm has a report of a turn.
func HasReport(tx *store.Tx, turn, realm int) bool { return rows.Has(tx, store.Pair(turn, realm)) }

// ReportReaders lists the realms that have a report of a turn.
func ReportReaders(tx *store.Tx, turn int) (realms []int) {
	for _, key := range rows.Keys(tx, store.U32(turn)) {
		realms = append(realms, int(binary.BigEndian.Uint32(key[4:])))
	}
	return realms
}

// NewestReport returns the turn of a realm's newest report. It is 0 for its welcome, and -1 if it has none.
func NewestReport(tx *store.Tx, realm int) int { return NewestBefore(tx, realm, store.Turn(tx)) }

// NewestBefore is Newest among the reports of the turns before one.
func NewestBefore(tx *store.Tx, realm, turn int) int {
	turn--
	for turn >= 0 && !HasReport(tx, turn, realm) {
		turn--
	}
	return turn
}

// ReportAsked is the turn of the report that somebody asks for: a negative turn means the newest one.
func ReportAsked(tx *store.Tx, realm, turn int) int {
	if turn < 0 {
		return max(0, NewestReport(tx, realm))
	}
	return turn
}

// ReadReport reads a realm's report of a turn. It returns ErrRealm if there is no such realm, and ErrReport if the realm
// has no report of that turn.
func ReadReport(tx *store.Tx, realm, turn int) (game.Report, error) {
	if !HasReport(tx, turn, realm) {
		if !roster.Known(tx, realm) {
			return game.Report{}, fmt.Errorf("%w: %d", faults.ErrRealm, realm)
		}
		return game.Report{}, fmt.Errorf("%w: realm %d has no report of turn %d", faults.ErrReport, realm, turn)
	}
	raw, err := unpacked(tx, turn, realm)
	if err != nil {
		return game.Report{}, err
	}
	return WholeReport(tx, raw)
}

func unpacked(tx *store.Tx, turn, realm int) (raw []byte, err error) {
	raw, err = store.Unpack(rows.Get(tx, store.Pair(turn, realm)))
	if err != nil {
		err = fmt.Errorf("%w: report of realm %d, turn %d: %v", faults.ErrDamaged, realm, turn, err)
	}
	return raw, err
}

// WholeReport reads a report together with its files, which the store keeps once.
func WholeReport(tx *store.Tx, raw []byte) (game.Report, error) {
	rep, err := decode(raw)
	if err != nil {
		return rep, err
	}
	for i := range rep.Files {
		if f := &rep.Files[i]; f.Data == nil && f.Sum != "" {
			if f.Data, err = store.GetFile(tx, f.Sum); err != nil {
				return rep, err
			}
		}
	}
	return rep, nil
}

// TakeReports takes the reports of a turn out of the store. It returns the sums of the files that have them now, by realm. What
// their realms were shown is forgotten.
func TakeReports(tx *store.Tx, turn int) (sums map[int]string, err error) {
	sums = map[int]string{}
	for _, realm := range ReportReaders(tx, turn) {
		raw, err := unpacked(tx, turn, realm)
		if err != nil {
			return nil, err
		}
		sums[realm] = store.PutFile(tx, raw)
		rows.Remove(tx, store.Pair(turn, realm))
		ForgetShown(tx, realm)
	}
	return sums, nil
}

// Reports are stored as rows of varints and length-prefixed texts, as game.Annals are: JSON would take longer
// than the turn.

// AppendReport appends a report in the form that decode reads.
func AppendReport(dst []byte, rep game.Report) []byte {
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

// ReportPacker packs reports, one after the other. A part between two cuts that it has met twice is not packed again: the
// result is several frames then, which are unpacked as one. What only one report has is not kept, such as letters to one
// realm.
type ReportPacker struct {
	raw, out []byte
	parts    map[[32]byte][]byte // packed, by the sum of what they say; nil: met once
}

// Pack packs a report as Written has it.
func (p *ReportPacker) Pack(rep game.Report) []byte {
	p.raw = AppendReport(p.raw[:0], rep)
	if len(rep.Cuts) < 2 {
		return store.Pack(p.raw)
	}
	if p.parts == nil {
		p.parts = map[[32]byte][]byte{}
	}
	text := varint.AppendText(binary.AppendUvarint(nil, uint64(rep.Realm)), rep.Name) // what is before it
	at := len(binary.AppendUvarint(text, uint64(len(rep.Text))))
	last := rep.Cuts[0]
	p.out = store.AppendPacked(p.out[:0], p.raw[:at+last])
	for _, cut := range rep.Cuts[1:] {
		part := p.raw[at+last : at+cut]
		sum := sha256.Sum256(part)
		packed, met := p.parts[sum]
		if packed == nil {
			begin := len(p.out)
			p.out = store.AppendPacked(p.out, part)
			p.parts[sum] = nil
			if met {
				p.parts[sum] = bytes.Clone(p.out[begin:])
			}
		} else {
			p.out = append(p.out, packed...)
		}
		last = cut
	}
	p.out = store.AppendPacked(p.out, p.raw[at+last:])
	return bytes.Clone(p.out)
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

// shown has for each realm what its reports have shown so far. It is made with the first of a game that counts.
var shown = store.Values("shown")

// stampSize is the length of a stamp.
const stampSize = 4 + 8

// stampOf names a report: its turn, and the beginning of its sum. A record begins with the stamp of its last report, so
// that it never counts for another.
func stampOf(turn int, packed []byte) []byte {
	sum := sha256.Sum256(packed)
	return append(store.U32(turn), sum[:stampSize-4]...)
}

// ForgetShown forgets what a realm was shown, as with another player: the next report is whole.
func ForgetShown(tx *store.Tx, realm int) { shown.Remove(tx, store.U32(realm)) }

// Shown has for each realm what its reports have shown so far, for game.ReadShown. It lacks realms whose next report is
// whole, as nothing is stored, or not of the realm's newest report.
func Shown(tx *store.Tx) map[int][]byte {
	out := map[int][]byte{}
	EachShown(tx, func(realm, turn int, shown []byte, of bool) {
		if of && turn == NewestReport(tx, realm) {
			out[realm] = bytes.Clone(shown)
		}
	})
	return out
}

// EachShown visits the records: the turn of the realm's last report that was counted, what was shown up to then, and
// whether it is of that very report.
func EachShown(tx *store.Tx, see func(realm, turn int, shown []byte, of bool)) {
	for _, key := range shown.Keys(tx, nil) {
		realm, raw := int(binary.BigEndian.Uint32(key)), shown.Get(tx, key)
		if len(raw) < stampSize {
			see(realm, 0, nil, false)
			continue
		}
		turn := int(binary.BigEndian.Uint32(raw))
		stamp := stampOf(turn, rows.Get(tx, store.Pair(turn, realm)))
		see(realm, turn, raw[stampSize:], bytes.Equal(raw[:stampSize], stamp))
	}
}
