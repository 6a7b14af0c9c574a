package chronicle

import (
	"compress/gzip"
	"encoding/base64"
	"io"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/replay"
	"weltentor/resolve/seal"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Publish writes the public file of a game that is over, packed: the lines that replay declares. Letters stay private if
// the secret that blinds them is not made from the seed, which the file has; otherwise guessable must be set. ErrPublish
// says why there is no such file.
func (a Archive) Publish(tx *store.Tx, guessable bool, to io.Writer) error {
	p := publisher{Archive: a, tx: tx, last: store.Turn(tx) - 1}
	if err := p.may(guessable); err != nil {
		return err
	}
	zipped, err := gzip.NewWriterLevel(to, gzip.BestCompression)
	if err != nil {
		return err
	}
	p.to = zipped
	if err := p.write(); err != nil {
		return err
	}
	return zipped.Close()
}

// publisher writes a public file.
type publisher struct {
	Archive
	tx     *store.Tx
	to     io.Writer
	last   int
	secret []byte
	undone map[string]game.SealedTurn // seals of turns that were taken back, by the seal before
	at     string                     // the last seal that was written
}

// may returns ErrPublish if there is no public file of the world.
func (p *publisher) may(guessable bool) error {
	if held := Held(p.tx); held.Turn > 0 {
		return wording.Fault(faults.ErrPublish, "publish-held", phrase.Num("turn", held.Turn))
	}
	if _, own := signer.Get(p.tx); !own && !guessable {
		return wording.Fault(faults.ErrPublish, "publish-guessable")
	}
	f, _ := Founded(p.tx)
	if f.Stored {
		return wording.Fault(faults.ErrPublish, "publish-stored")
	}
	others := f.Rules != p.Rb.Version()
	for turn := First(p.tx); turn <= p.last; turn++ {
		rec, _ := Record(p.tx, turn)
		if rec.Sealed == nil {
			return wording.Fault(faults.ErrPublish, "publish-unsealed", phrase.Num("turn", turn))
		}
		others = others || rec.Rules != p.Rb.Version()
	}
	if others {
		return wording.Fault(faults.ErrPublish, "publish-rules")
	}
	return nil
}

func (p *publisher) write() (err error) {
	if p.secret, err = Secret(p.tx); err != nil {
		return err
	}
	f, err := FoundingSeal(p.tx)
	if err != nil {
		return err
	}
	p.at, p.undone = f.Seal(), map[string]game.SealedTurn{}
	for _, u := range AllUndone(p.tx) {
		if s := u.Record.Sealed; s != nil {
			p.undone[s.Former] = *s
		}
	}
	if err := p.head(); err != nil {
		return err
	}
	for turn := First(p.tx); turn <= p.last; turn++ {
		if err := p.turn(turn); err != nil {
			return err
		}
	}
	gone := p.gone("")
	_, err = p.to.Write(replay.Line{Turn: p.last, Gone: gone, Seal: p.at, End: true}.Bytes())
	return err
}

func (p *publisher) head() error {
	f, _ := Founded(p.tx)
	sums := []string{f.Tables}
	for turn := First(p.tx); turn <= p.last; turn++ {
		rec, _ := Record(p.tx, turn)
		joins, err := JoinsOf(p.tx, turn)
		if err != nil {
			return err
		}
		for _, j := range joins {
			sums = append(sums, j.Tables)
		}
		sums = append(sums, rec.Tables)
	}
	slices.Sort(sums)
	h := replay.Head{Format: replay.Format, Rulebook: store.RulebookOf(p.tx), Founding: string(Identity(p.tx)),
		Key: base64.RawURLEncoding.EncodeToString(publicKey(p.secret))}
	for _, sum := range slices.Compact(sums) {
		tables, err := store.GetFile(p.tx, sum)
		if err != nil {
			return err
		}
		h.Tables = append(h.Tables, string(tables))
	}
	_, err := p.to.Write(h.Bytes())
	return err
}

func (p *publisher) turn(turn int) error {
	rec, _ := Record(p.tx, turn)
	line := replay.Line{Turn: turn, Gone: p.gone(rec.Sealed.Former), Seal: seal.Of(*rec.Sealed), Record: rec.public()}
	if p.at != rec.Sealed.Former {
		return wording.Fault(faults.ErrPublish, "publish-unsealed", phrase.Num("turn", turn))
	}
	p.at = line.Seal
	var err error
	if line.Joins, err = JoinsOf(p.tx, turn); err != nil {
		return err
	}
	line.Leaves, _ = leaves.Get(p.tx, store.U32(turn))
	records := p.Cache.Sheets(p.tx, turn)
	for _, s := range sheets.Plain(records) {
		line.Sheets = append(line.Sheets, blinded(p.secret, p.Rb.Language(), s))
	}
	_, err = p.to.Write(line.Bytes())
	return err
}

// gone takes the seals of turns that were taken back, up to the one that is before the next turn's. At the end there is
// none: it takes all.
func (p *publisher) gone(until string) (gone []*game.SealedTurn) {
	for p.at != until {
		s, more := p.undone[p.at]
		if !more {
			break
		}
		delete(p.undone, p.at)
		p.at, gone = seal.Of(s), append(gone, &s)
	}
	return gone
}
