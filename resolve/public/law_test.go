package public_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/notices"
	"weltentor/resolve/public"
	"weltentor/resolve/schedule"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds"
	"weltentor/worlds/conformance"
	"weltentor/worlds/game"
)

// played is a world of a game in which the machine writes each player's orders for some turns.
func played(t *testing.T, rb game.Rulebook, turnsPlayed int, change ...func(*world.Settings)) *worldtest.Game {
	t.Helper()
	all := func(s *world.Settings) { s.Public, s.Signup, s.Address = public.Parts, true, "game@example.org" }
	w := worldtest.Found(t, rb, 3, append([]func(*world.Settings){all}, change...)...)
	at := worldtest.Friday
	for range turnsPlayed {
		for realm := 1; realm <= 3; realm++ {
			if text := orders(t, w, realm); text != "" {
				w.Accept(w.Letter(realm, fmt.Sprintf("$I %d PASSWORD\n%s", realm, text)))
			}
		}
		_, err := turns.Advance(w.World, at, true)
		must(t, err)
		w.ClockAt = at
		at = at.AddDate(0, 0, 7)
	}
	return w
}

// orders are what the machine would order for a realm, and a letter that stays between players.
func orders(t *testing.T, w *worldtest.Game, realm int) (text string) {
	t.Helper()
	must(t, w.View(func(tx *store.Tx) error {
		c, err := w.Now(tx)
		if err != nil || !slices.Contains(c.World.Asked().Realms, realm) {
			return err
		}
		known, err := w.Rules.OpenKnown(c.World.Known(realm), c.Tables)
		if err != nil {
			return err
		}
		bot := w.Rules.Bot()
		text = bot.Orders(known, realm, game.Manner{Style: bot.Styles()[0].Code, Strength: game.Strong},
			game.BotDice(c.Seed, c.Turn, realm))
		return nil
	}))
	return text + fmt.Sprintf("$N\n#%d\nSecret words of realm %d.\n#E\n", realm%3+1, realm)
}

// Change anything in a running world that one living realm does not know, and every public file stays the same, byte for
// byte. The changes are random bytes of the state that make another lawful world.
func TestPublicFilesKeepWhatOneRealmDoesNotKnow(t *testing.T) {
	t.Parallel()
	for _, rb := range conformance.Played(t, worlds.Rulebooks(), 3) {
		t.Run(rb.Name(), func(t *testing.T) {
			t.Parallel()
			w := played(t, rb, 3)
			must(t, w.View(func(tx *store.Tx) error {
				c, err := w.Now(tx)
				must(t, err)
				press := notices.PressOf(w.Setup, tx, w.Cache)
				files := func(of game.World) string {
					now := c
					now.World = of
					page, err := press.Page(now, worldtest.Friday)
					must(t, err)
					out, err := public.Game{Page: page, Name: public.Words{}}.Pages()
					must(t, err)
					return fmt.Sprintf("%s", out)
				}
				want, known, tried := files(c.World), knownIn(c.World), 0
				many := conformance.Often(40, 1000)
				d := game.Seed{9}.Throw(0, 0, "unseen "+rb.Name())
				for i := 0; i < 4000*many && tried < many; i++ {
					other := unseen(w.Rules, c, known, d)
					if other == nil {
						continue
					}
					if tried++; files(other) != want {
						t.Fatalf("change %d shows", i)
					}
				}
				if tried < many {
					t.Errorf("only %d changes were tried", tried)
				}
				return nil
			}))
		})
	}
}

// known is a world as its living realms know it: by what they know, what they are told, and what is asked of all.
type known struct {
	state  []byte
	realms map[int][2][]byte
	asked  string
}

func knownIn(w game.World) known {
	out := known{state: w.State(), realms: map[int][2][]byte{}, asked: fmt.Sprint(w.Asked())}
	for _, r := range w.Realms() {
		if !r.Fallen {
			out.realms[r.Number] = [2][]byte{w.Known(r.Number), w.Welcome(r.Number, nil).Text}
		}
	}
	return out
}

// unseen changes a few bytes of a state. It returns nil unless the result is lawful, and some living realm knows nothing
// of it.
func unseen(rb game.Rulebook, c chronicle.Current, was known, d *game.Dice) game.World {
	state := slices.Clone(was.state)
	for range d.Between(1, 2) {
		at := d.N(int64(len(state)))
		state[at] += byte(d.Between(-3, 3))
	}
	if bytes.Equal(state, was.state) {
		return nil
	}
	var other game.World
	if store.Guarded(func() {
		w, err := rb.Open(state, c.Tables)
		if err == nil && bytes.Equal(w.State(), state) && len(w.Broken()) == 0 {
			other = w
		}
	}) != nil || other == nil {
		return nil
	}
	hides := false
	if store.Guarded(func() {
		for realm, knew := range was.realms {
			hides = hides || bytes.Equal(other.Known(realm), knew[0]) &&
				bytes.Equal(other.Welcome(realm, nil).Text, knew[1]) && fmt.Sprint(other.Asked()) == was.asked
		}
	}) != nil || !hides {
		return nil
	}
	return other
}

// No name, address or letter of a player is in any public file, neither while a game runs nor when it is over. The pages
// are small, ask for nothing, and can be read by a strict reader.
func TestPublicFilesNameNobody(t *testing.T) {
	t.Parallel()
	seated := conformance.Played(t, worlds.Rulebooks(), 3)
	shown := conformance.Having(t, seated, "map and standings", func(rb game.Rulebook) bool {
		w, err := rb.Found(game.Founding{})
		must(t, err)
		return w.Chart(0, phrase.De) != nil && w.Standings() != nil
	})
	for _, rb := range seated {
		t.Run(rb.Name(), func(t *testing.T) {
			t.Parallel()
			w := played(t, rb, 3)
			files := filesOf(t, w)
			clean(t, files, 150_000)
			if !bytes.Contains(files["index.html"], []byte(`id="cd"`)) && !bytes.Contains(files["index.html"], []byte("No deadline")) {
				t.Error("the running page says nothing of a deadline")
			}
			closed(t, w)
			files = filesOf(t, w)
			clean(t, files, 500_000)
			page := string(files["index.html"])
			wants := []string{`id="data"`, "Reich2"}
			if slices.Contains(shown, rb) {
				wants = append(wants, `id="turn"`, `class="world"`, `id="standings"`, `id="chronicle"`)
			}
			for _, want := range wants {
				if !strings.Contains(page, want) {
					t.Errorf("the finished page has no %q", want)
				}
			}
		})
	}
}

func filesOf(t *testing.T, w *worldtest.Game) map[string][]byte {
	t.Helper()
	page, story, err := gamemaster.StoryOf(w.World)
	must(t, err)
	files, err := public.Game{Page: page, Story: story, Name: public.Words{phrase.En: "A game", phrase.De: "Ein Spiel"}}.Files()
	must(t, err)
	return files
}

// asks are the ways by which a page could ask another server for something.
var asks = regexp.MustCompile(`(?i) src=|<link rel="stylesheet|url\(|@import|\bfetch\(|XMLHttpRequest|localStorage|document\.cookie| style="| on[a-z]+="`)

func clean(t *testing.T, files map[string][]byte, most int) {
	t.Helper()
	for name, raw := range files {
		for _, hidden := range []string{"Spieler 1", "Spieler 2", "Spieler 3", "r1@example.org", "r2@example.org", "Secret words"} {
			if bytes.Contains(raw, []byte(hidden)) {
				t.Errorf("%s has %q", name, hidden)
			}
		}
		if strings.HasSuffix(name, ".xml") {
			for d := xml.NewDecoder(bytes.NewReader(raw)); ; {
				if _, err := d.Token(); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
		}
	}
	page := files["index.html"]
	if len(page) > most {
		t.Errorf("the page has %d bytes, more than %d", len(page), most)
	}
	if found := asks.Find(page); found != nil {
		t.Errorf("the page has %q", found)
	}
	if !bytes.Contains(page, []byte("default-src &#39;none&#39;")) && !bytes.Contains(page, []byte("default-src 'none'")) {
		t.Error("the page has no policy")
	}
	sound(t, page)
}

// void are the elements that have no end.
var void = []string{"meta", "link", "input", "br"}

// sound checks that each element of a page ends where it may, and that no id is there twice.
func sound(t *testing.T, page []byte) {
	t.Helper()
	text := regexp.MustCompile(`(?s)<(style|script)[^>]*>.*?</(style|script)>`).ReplaceAllString(string(page), "")
	var open []string
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(`<(/?)([a-zA-Z0-9]+)((?:[^<>"]|"[^"]*")*?)(/?)>`).FindAllStringSubmatch(text, -1) {
		switch name := m[2]; {
		case m[1] == "/":
			if len(open) == 0 || open[len(open)-1] != name {
				t.Fatalf("</%s> ends %v", name, open)
			}
			open = open[:len(open)-1]
		case m[4] == "" && !slices.Contains(void, name):
			open = append(open, name)
		}
		if id := regexp.MustCompile(` id="([^"]*)"`).FindStringSubmatch(m[3]); id != nil {
			if ids[id[1]] {
				t.Errorf("the id %s is there twice", id[1])
			}
			ids[id[1]] = true
		}
	}
	if len(open) > 0 {
		t.Errorf("%v do not end", open)
	}
	for _, m := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if !ids[m[1]] {
			t.Errorf("nothing has the id %s", m[1])
		}
	}
}

// closed ends a game before its time.
func closed(t testing.TB, w *worldtest.Game) {
	t.Helper()
	over := false
	must(t, w.View(func(tx *store.Tx) error {
		c, err := w.Now(tx)
		over = err == nil && c.World.Asked().Over
		return err
	}))
	if !over {
		_, err := schedule.Close(w.World, 0, "It is enough.", w.ClockAt)
		must(t, err)
	}
}
