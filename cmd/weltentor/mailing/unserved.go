package mailing

import (
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/wording"
)

// unservedLong is how long nobody serves a world's pages before the game master hears of it: services are restarted.
const unservedLong = 30 * time.Minute

// watchPages tells the game master, once a day, that nobody serves the pages to which letters link.
func (m *Mailer) watchPages() error {
	now, s := m.Call.Now(), m.Settings
	since, err := m.World.PagesUnserved(s.Serves() && !disk.Served(s.Dir), now)
	if err != nil || since.IsZero() || now.Sub(since) < unservedLong {
		return err
	}
	t := &wording.Text{Book: wording.Words(m.World.Settings.Lang)}
	t.Say("pages-unserved", phrase.Str("since", wording.Moment(t.Book, since.In(m.Zone()))))
	t.Say("pages-unserved-advice")
	return m.World.Alarm(outbox.PagesDown, "pages unserved", strings.TrimSuffix(t.Body.String(), "\n"), now)
}
