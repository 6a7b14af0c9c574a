package chronicle

import (
	"crypto/ed25519"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"weltentor/orders"
	"weltentor/resolve/replay"
	"weltentor/resolve/seal"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

// Seals are chained in the order in which turns were resolved. A turn that was taken back stays in the chain: the next
// seal follows its own.

// leaves has what a turn's seal says of each realm, without the salts.
var leaves = store.PackedAt[[]game.Leaf](turns.Part("leaves"))

// lastSeal is the seal that was given out last. Before the first, and in worlds from before there were seals, there is
// none.
const lastSeal store.Slot[string] = "seal"

// signer has the world's Secret. It is not the seed, which may be told when a game is over. A world without it, founded
// from a seed or long ago, has one made from its seed.
const signer store.Slot[[]byte] = "signer"

// PutSigner stores a world's secret, if it has one of its own.
func PutSigner(tx *store.Tx, secret []byte) {
	if secret != nil {
		signer.Put(tx, secret)
	}
}

// Secret is 32 bytes that nobody is ever told: receipts are signed with them, and texts under seals blinded.
func Secret(tx *store.Tx) ([]byte, error) {
	secret, found := signer.Get(tx)
	if !found {
		made := sha256.Sum256(fmt.Appendf(nil, "weltentor signer 1\nseed %x\n", store.Seed(tx)))
		return made[:], nil
	}
	if len(secret) != ed25519.SeedSize {
		return secret, fmt.Errorf("%w: the secret of the world's signatures", faults.ErrDamaged)
	}
	return secret, nil
}

// publicKey is what checks receipts that were signed with a secret.
func publicKey(secret []byte) ed25519.PublicKey {
	return ed25519.NewKeyFromSeed(secret).Public().(ed25519.PublicKey)
}

// Receipt signs that a sheet is in force: the number-th of its realm and turn, since a time.
func Receipt(tx *store.Tx, l *orders.Language, s game.Sheet, number int, at time.Time) (field string, err error) {
	secret, err := Secret(tx)
	if err != nil {
		return "", err
	}
	former, err := LastSeal(tx)
	sign := func(message []byte) []byte { return ed25519.Sign(ed25519.NewKeyFromSeed(secret), message) }
	return seal.Receipt{World: store.SumOf(Identity(tx)), Turn: s.Turn, Realm: s.Realm, Number: number,
		Sheet: blinded(secret, l, s).Mark(), At: at, Former: former}.Sign(publicKey(secret), sign), err
}

// FoundingSeal says what the seal of turn 0 is made from.
func FoundingSeal(tx *store.Tx) (seal.Founding, error) {
	f, _ := Founded(tx)
	secret, err := Secret(tx)
	if err != nil {
		return seal.Founding{}, err
	}
	return seal.Founding{World: store.SumOf(Identity(tx)), Rulebook: store.RulebookOf(tx), Rules: f.Rules,
		Dice: seal.Dice(store.Seed(tx)), Tables: f.Tables, State: f.State, Key: seal.KeyMark(publicKey(secret))}, nil
}

// LastSeal is the seal that was given out last: the founding's at first.
func LastSeal(tx *store.Tx) (string, error) {
	last, found := lastSeal.Get(tx)
	if found {
		return last, nil
	}
	f, err := FoundingSeal(tx)
	return f.Seal(), err
}

// blinded is a sheet as everybody may read it when the game is over: its orders as the language prints them, with letters
// blinded. Its mark is in seals and receipts.
func blinded(secret []byte, l *orders.Language, s game.Sheet) replay.Sheet {
	out := replay.Sheet{Realm: s.Realm, Files: s.Files, Absent: s.Absent, Missed: s.Missed}
	key, file := seal.Key(secret, s.Turn, s.Realm), *s.Orders(l)
	file.Lines = slices.Clone(file.Lines)
	for _, section := range l.Sections {
		for i, line := range file.Lines {
			if m, is := line.Order.(orders.Message); line.Section != section.Letter {
				continue
			} else if is {
				file.Lines[i].Order = orders.Message{To: "?", Text: seal.Blind(key, []byte(m.To+"\n"+m.Text))}
			} else {
				out.At = append(out.At, line.Line)
			}
		}
	}
	out.Text = string(l.Print(nil, &file))
	return out
}

// Seal closes a turn's record with its seal, after the one that was given out before. in is what the turn was played from.
func (out *Resolved) Seal(rec *TurnRecord, turn int, former string, l *orders.Language, in []game.Sheet) {
	of := map[int]game.Leaf{}
	for i, realm := range out.Realms {
		of[realm] = game.Leaf{Realm: realm, Report: out.marks[i]}
	}
	for _, s := range in {
		if !s.Absent {
			of[s.Realm] = game.Leaf{Realm: s.Realm, Report: of[s.Realm].Report, Sheet: blinded(out.secret, l, s).Mark()}
		}
	}
	out.leaves = out.leaves[:0]
	for _, leaf := range of {
		out.leaves = append(out.leaves, leaf)
	}
	slices.SortFunc(out.leaves, func(a, b game.Leaf) int { return a.Realm - b.Realm })
	root := seal.Plant(turn, replay.Salted(out.Chronicler.seed[:], turn, out.leaves)).Root()
	rec.Sealed = &game.SealedTurn{Turn: turn, Former: former, Hash: rec.Hash, Root: root}
}

// ProofOf shows a realm that its sheet and its report are under a turn's seal. It is nil for turn 0, for turns from before
// there were seals, and for realms that had neither.
func ProofOf(tx *store.Tx, turn, realm int) (*game.Proof, error) {
	rec, found := Record(tx, turn)
	if !found || rec.Sealed == nil {
		return nil, nil
	}
	all, _ := leaves.Get(tx, store.U32(turn))
	at := slices.IndexFunc(all, func(l game.Leaf) bool { return l.Realm == realm })
	if at < 0 {
		return nil, nil
	}
	secret, err := Secret(tx)
	p := seal.Prove(*rec.Sealed, replay.Salted(store.Seed(tx), turn, all), at)
	p.Key = seal.Key(secret, turn, realm)
	return &p, err
}

// verifyLeaves checks what a turn's seal says of its realms.
func (v *verifier) verifyLeaves(turn int, rec TurnRecord, in []game.Sheet) {
	if rec.Sealed == nil {
		return
	}
	v.seals = append(v.seals, rec)
	var all []game.Leaf
	if err := store.Readable(func() { all, _ = leaves.Get(v.tx, store.U32(turn)) }); err != nil {
		v.wrong("turn %d: what its seal covers: %v", turn, err)
		return
	}
	if got := seal.Plant(turn, replay.Salted(v.again.Seed[:], turn, all)).Root(); got != rec.Sealed.Root {
		v.wrong("turn %d: its seal does not cover what was stored of sheets and reports", turn)
	}
	if rec.Rules != v.Rb.Version() {
		return // those may have printed orders otherwise
	}
	secret, err := Secret(v.tx)
	if err != nil {
		v.wrong("turn %d: %v", turn, err)
	}
	for _, s := range in {
		mark := blinded(secret, v.Rb.Language(), s).Mark()
		if !s.Absent && !slices.ContainsFunc(all, func(l game.Leaf) bool { return l.Realm == s.Realm && l.Sheet == mark }) {
			v.wrong("turn %d: its seal does not cover the sheet of realm %d", turn, s.Realm)
		}
	}
}

// verifySeals walks the chain of seals from the founding to the one that was given out last. It has all turns with a
// seal, also those that were taken back.
func (v *verifier) verifySeals() error {
	f, err := FoundingSeal(v.tx)
	if err != nil {
		return err
	}
	next := map[string]game.SealedTurn{}
	for _, rec := range v.seals {
		if s := rec.Sealed; s == nil {
			continue
		} else if next[s.Former] = *s; s.Hash != rec.Hash {
			v.wrong("turn %d: its seal is not over its hash", s.Turn)
		}
	}
	given, at := 0, f.Seal()
	for s, more := next[at]; more && given < len(next); s, more = next[at] {
		at, given = seal.Of(s), given+1
	}
	last, err := LastSeal(v.tx)
	if err == nil && given == 0 && len(next) > 0 {
		v.wrong("no seal follows that of the founding, %s: an older version of the program made others", at)
	} else if err == nil && (last != at || given != len(next)) {
		v.wrong("the chain of seals ends at %s after %d of %d seals; %s was given out last", at, given, len(next), last)
	}
	return err
}
