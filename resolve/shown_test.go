package resolve

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/reports"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/worlds/game"
)

// telling is a handful whose reports leave out a treasury that the realm was shown before. It has a chronicler, who has
// three phrases for each turn and knows the first one.
type telling struct{ handful }

type tellingWorld struct{ handfulWorld }

type tellingOutcome struct{ handfulOutcome }

func (g telling) Found(f game.Founding) (game.World, error) {
	w, err := g.handful.Found(f)
	return tellingWorld{w.(handfulWorld)}, err
}

func (g telling) Open(state, tables []byte) (game.World, error) {
	w, err := g.handful.Open(state, tables)
	if err != nil {
		return nil, err
	}
	return tellingWorld{w.(handfulWorld)}, nil
}

func (w tellingWorld) Join(j game.Joining, s game.Seed) (game.World, int, error) {
	next, n, err := w.handfulWorld.Join(j, s)
	if err != nil {
		return nil, 0, err
	}
	return tellingWorld{next.(handfulWorld)}, n, nil
}

func (w tellingWorld) HandOver(realm int, to game.Player) game.World {
	return tellingWorld{w.handfulWorld.HandOver(realm, to).(handfulWorld)}
}

func (w tellingWorld) Dateline(turn int, _ game.Seed) phrase.Phrase {
	return phrase.P("dateline", phrase.Num("turn", turn))
}

func (w tellingWorld) Welcome(realm int) game.Report { return narrated(w.handfulWorld.Welcome(realm)) }

func (w tellingWorld) Since(realm int, shown *game.Shown) game.Report {
	shown.News(w.treasury(realm))
	return w.Welcome(realm)
}

// treasury is the fact that a realm has so much.
func (w tellingWorld) treasury(realm int) game.Fact {
	return game.Fact{Subject: "treasury", Value: fmt.Sprint(w.All[realm-1].Gold)}
}

func (w tellingWorld) Resolve(in []game.Sheet, s game.Seed) game.Outcome {
	return tellingOutcome{w.handfulWorld.Resolve(in, s).(handfulOutcome)}
}

func (o tellingOutcome) Next() game.World {
	return tellingWorld{o.handfulOutcome.Next().(handfulWorld)}
}

func (o tellingOutcome) HandOver(realm int, to game.Player) game.Outcome {
	return tellingOutcome{o.handfulOutcome.HandOver(realm, to).(handfulOutcome)}
}

func (o tellingOutcome) Preface(edits []game.Event) game.Outcome {
	return tellingOutcome{o.handfulOutcome.Preface(edits).(handfulOutcome)}
}

func (o tellingOutcome) Report(realm int) game.Report {
	return narrated(o.handfulOutcome.Report(realm))
}

func (o tellingOutcome) Since(realm int, shown *game.Shown) game.Report {
	rep := o.Report(realm)
	if !shown.News(o.Next().(tellingWorld).treasury(realm)) {
		rep.Text = []byte("Turn over. Nothing new.\n")
	}
	return rep
}

// news says for each realm, from 1, whether its last report has the treasury.
func (b *table) news() (out string) {
	b.t.Helper()
	var turn int
	must(b.t, b.View(func(tx *store.Tx) error { turn = reports.Newest(tx, 1); return nil }))
	for realm := 1; realm < len(b.passwords); realm++ {
		rep, err := turns.Report(b.World, realm, turn)
		must(b.t, err)
		word := " news"
		if strings.Contains(string(rep.Text), "Nothing new.") {
			word = " same"
		}
		out += word
	}
	return strings.TrimSpace(out)
}

// A realm is told its treasury in report 0, and again when it has changed. It is told anew after a hand-over, and after
// a report was taken back. What others were shown stays. Verify finds a record that is not of the report beside it.
func TestReportsCountWhatWasShown(t *testing.T) {
	t.Parallel()
	b := sit(t, telling{}, 3)
	at := friday
	turn := func(want string) {
		t.Helper()
		if b.advance(at); b.news() != want {
			t.Errorf("turn at %s: %s, not %s", at.Format(time.DateOnly), b.news(), want)
		}
		at = at.AddDate(0, 0, 7)
		b.verified()
	}
	b.send(1, "$I 1 PASSWORD\n$A\ndig 3\n", receipt.Taken)
	turn("news same same") // report 0 had the treasuries
	turn("same same same")
	must(t, players.HandTo(b.World, 2, signup.Row{Player: "Uli", Mail: "uli@example.org", Lang: phrase.De}, b.clockAt))
	b.verified()
	turn("same news same")
	turn("same same same")
	b.undo(b.clockAt.Add(time.Hour))
	b.verified()
	b.redo(b.clockAt.Add(time.Hour))
	if got := b.news(); got != "news news news" {
		t.Errorf("after an undo: %s", got)
	}
	b.verified()
	tried, err := turns.Try(b.World, b.clockAt)
	must(t, err)
	if text := string(tried.Reports[3].Text); !strings.HasSuffix(text, "Nothing new.\n") {
		t.Errorf("a dry run has the report %q", text)
	}
	turn("same same same")
	must(t, b.Update(func(tx *store.Tx) error {
		bucket := tx.Bucket([]byte("shown"))
		store.Put(bucket, store.U32(1), bucket.Get(store.U32(2)))
		store.Put(bucket, store.U32(3), []byte("short"))
		return nil
	}))
	v, err := turns.Verify(b.World)
	must(t, err)
	if wrong := strings.Join(v.Wrong, "\n"); len(v.Wrong) != 2 || !strings.Contains(wrong, "realm 1") ||
		!strings.Contains(wrong, "realm 3") {
		t.Errorf("verify: %q", v.Wrong)
	}
	b.advance(at)
	if got := b.news(); got != "news same news" {
		t.Errorf("with records that are of no report: %s", got)
	}
	b.verified()
}
