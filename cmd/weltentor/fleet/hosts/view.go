//go:build fleet

package hosts

import (
	"context"
	"time"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/tables"
)

// View looks at the whole fleet, for `fleet status`.
func View(ctx context.Context, t *tables.Tables) (*fleet.View, error) {
	s, err := t.See(ctx)
	if err != nil {
		return nil, err
	}
	v := &fleet.View{Now: s.Now, Unread: s.Unread, Hosts: map[string]fleet.HostView{},
		Worlds: make(map[string]fleet.WorldView, len(s.Worlds))}
	played := map[string]map[int]bool{} // rules that hosts have, by rulebook and version
	for name, m := range s.Members {
		v.Hosts[name] = hostView(m, s.Now)
		for book, version := range m.Rules {
			if m.Alive(s.Now) && m.About.State == tables.Works {
				if played[book] == nil {
					played[book] = map[int]bool{}
				}
				played[book][version] = true
			}
		}
	}
	hosted := v.Hosted()
	for _, w := range s.Worlds {
		row := worldView(w, s.Now, !hosted || played[w.About.Rulebook][w.About.Rules])
		row.On, row.Mails = s.Hands[w.Name], s.Mails[w.Name]
		if t, is := s.Stuck[w.Name]; is {
			row.Stuck = &t
		}
		v.Worlds[w.Name] = row
	}
	return v, nil
}

func hostView(m tables.Member, now time.Time) fleet.HostView {
	v := fleet.HostView{State: "well", Aside: m.Aside, At: m.Seen, Since: m.About.Since, Ahead: m.About.Ahead,
		Rules: m.Rules, Program: m.About.Program}
	switch {
	case m.About.State == tables.Ended:
		v.State = "drained"
	case !m.Alive(now):
		v.State = "gone"
	case m.About.State == tables.Waits:
		v.State = "idle"
	case time.Duration(m.About.Ahead*float64(time.Second)).Abs() > farOff:
		v.State = "off"
	}
	return v
}

func worldView(w *tables.World, now time.Time, played bool) fleet.WorldView {
	g := w.Gist
	v := fleet.WorldView{State: "well", Turn: g.Turn, Deadline: g.Deadline, Waiting: g.Waiting, Rulebook: w.About.Rulebook,
		Rules: w.About.Rules, Mailbox: w.About.Mailbox, Account: w.About.Account}
	switch {
	case w.Odd != nil:
		v.State, v.Why = "odd", w.Odd.Error()
	case w.Stopped != nil:
		v.State, v.Why = "stopped", w.Stopped.Why
	case !played:
		v.State = "rules"
	case g.Held > 0:
		v.State, v.Held = "held", g.Held
	case !g.Paused.IsZero() && (g.Resumes.IsZero() || g.Resumes.After(now)):
		v.State, v.Paused, v.Resumes = "paused", g.Paused, g.Resumes
	case g.Deadline.IsZero():
		v.State = "idle"
	case !g.Deadline.After(now):
		v.State = "due"
	}
	return v
}
