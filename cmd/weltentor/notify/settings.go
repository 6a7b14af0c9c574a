package notify

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"time"

	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
)

// Settings is the file of a host that says who is told of what.
type Settings struct {
	On       []EventKind `toml:"on"`      // of what the command is told, and webhooks that do not say themselves
	Hours    int         `toml:"hours"`   // before the deadline
	Timeout  string      `toml:"timeout"` // for each program that is told
	Command  []string    `toml:"notify"`  // with its arguments; it gets the event as JSON on its standard input
	Webhooks []Webhook   `toml:"webhook"`

	dir      string
	patience time.Duration
}

// Webhook is an address on the web that gets the event as JSON by POST.
type Webhook struct {
	URL  string      `toml:"url"`
	On   []EventKind `toml:"on"`
	Body string      `toml:"body"` // JSON that it gets instead, with {text} and the like in its texts; "": the event

	host string
	body any // Body as JSON
}

// Parse reads the text of such a file, which is in a folder, as strictly as world.toml is read.
func Parse(raw []byte, dir string) (*Settings, error) {
	s := &Settings{On: slices.Clone(kinds), Hours: 24, Timeout: "10s", dir: dir}
	md, err := settings.Strict(raw, s, nil)
	if err != nil {
		return nil, err
	}
	if s.patience, err = time.ParseDuration(s.Timeout); err != nil || s.patience <= 0 || s.patience > time.Minute {
		return nil, settings.Outside("timeout", s.Timeout, `"1s" … "1m"`)
	}
	if s.Hours < 1 || s.Hours > 999 {
		return nil, settings.Outside("hours", fmt.Sprint(s.Hours), "1 … 999")
	}
	if err := known("on", s.On); err != nil {
		return nil, err
	}
	if md.IsDefined("notify") && (len(s.Command) == 0 || s.Command[0] == "") {
		return nil, complaint.Usage("setting-empty", phrase.Str("key", "notify"))
	}
	for i := range s.Webhooks {
		if err := s.Webhooks[i].fill(s.On); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// fill checks a webhook, and sets what it leaves out.
func (w *Webhook) fill(on []EventKind) error {
	u, err := url.Parse(w.URL)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" {
		return complaint.Usage("setting-webhook", phrase.Str("key", "webhook.url"))
	}
	if w.host = u.Host; w.On == nil {
		w.On = on
	}
	if w.Body != "" && json.Unmarshal([]byte(w.Body), &w.body) != nil {
		return settings.Outside("webhook.body", w.Body, "JSON")
	}
	return known("webhook.on", w.On)
}

func known(key string, on []EventKind) error {
	for _, k := range on {
		if !slices.Contains(kinds, k) {
			return settings.Outside(key, string(k), settings.Listed(kinds))
		}
	}
	return nil
}
