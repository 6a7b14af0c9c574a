// Package notify lets other programs know what happens in a world: a command of this machine, and addresses on the web.
// An Event has numbers and names, never what a letter says. What is sent to whom is in a file of the host, which does
// not travel with a world. A failure stops nothing.
package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"weltentor/cmd/weltentor/program"
)

// EventKind says what happened.
type EventKind string

// The kinds of events.
const (
	Turn     EventKind = "turn"      // a turn is resolved
	Deadline EventKind = "deadline"  // it is so many hours to the deadline
	Needs    EventKind = "needs-you" // there is something for the game master
	Letter   EventKind = "letter"    // players have written
)

var kinds = []EventKind{Turn, Deadline, Needs, Letter}

// Event is what is told, as JSON.
type Event struct {
	Event    EventKind `json:"event"`
	World    string    `json:"world"`
	Turn     int       `json:"turn"` // that was resolved; else the one that awaits orders
	At       time.Time `json:"at"`
	Deadline time.Time `json:"deadline,omitzero"`
	Hours    int       `json:"hours,omitempty"`  // to the deadline
	Number   int       `json:"number,omitempty"` // of letters, or of things for the game master
	Realms   []Realm   `json:"realms,omitempty"` // whose players wrote
	Text     string    `json:"text"`             // all of it in a sentence
}

// Realm is a realm, by a name that its player chose.
type Realm struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
}

// longestName is the maximum length of a name in characters.
const longestName = 60

// Name returns a name as it is told: one short line, without characters that nobody sees.
func Name(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar {
			return -1
		}
		return r
	}, name)
	if r := []rune(name); len(r) > longestName {
		name = string(r[:longestName])
	}
	return name
}

// Tell tells an event to all who want to hear of it, and returns what failed, by target. A target that is in failed is
// left out, and one that fails now is added.
func (s *Settings) Tell(ctx context.Context, e Event, failed map[string]error) {
	raw, err := json.Marshal(e)
	if err != nil {
		panic(err) // numbers and texts
	}
	try := func(target string, on []EventKind, how func(context.Context) error) {
		if failed[target] != nil || !slices.Contains(on, e.Event) {
			return
		}
		ctx, cancel := context.WithTimeout(ctx, s.patience)
		defer cancel()
		if err := how(ctx); err != nil {
			failed[target] = err
		}
	}
	if len(s.Command) > 0 {
		try(filepath.Base(s.Command[0]), s.On, func(ctx context.Context) error {
			_, said, err := program.Run(ctx, s.dir, s.Command, raw)
			switch {
			case ctx.Err() != nil:
				return fmt.Errorf("it does not end within %v", s.patience)
			case err != nil:
				return errors.New(program.Complained(err, said))
			}
			return nil
		})
	}
	for _, w := range s.Webhooks {
		body := raw
		if w.Body != "" {
			if body, err = json.Marshal(filled(w.body, e)); err != nil {
				panic(err) // it was read as JSON
			}
		}
		try(w.host, w.On, func(ctx context.Context) error { return w.post(ctx, body) })
	}
}

// filled is a body of the settings with the event in its texts. Keys and all other values stay as they are.
func filled(body any, e Event) any {
	switch b := body.(type) {
	case string:
		return strings.NewReplacer("{event}", string(e.Event), "{world}", e.World, "{turn}", strconv.Itoa(e.Turn),
			"{hours}", strconv.Itoa(e.Hours), "{number}", strconv.Itoa(e.Number), "{text}", e.Text).Replace(b)
	case []any:
		out := make([]any, len(b))
		for i, v := range b {
			out[i] = filled(v, e)
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, v := range b {
			out[k] = filled(v, e)
		}
		return out
	}
	return body
}

// client follows no redirection: the settings say who is told.
var client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// post sends a body. An error does not have the address, which may be a secret.
func (w *Webhook) post(ctx context.Context, body []byte) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader(body))
	if err != nil {
		return errors.New("its address cannot be read")
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "weltentor")
	answer, err := client.Do(r)
	if wrong := (*url.Error)(nil); errors.As(err, &wrong) {
		err = wrong.Err
	}
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, program.Most)
	if answer.StatusCode/100 != 2 {
		return errors.New(answer.Status)
	}
	return nil
}
