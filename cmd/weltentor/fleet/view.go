package fleet

import "time"

// View is the fleet as `fleet status` shows it.
type View struct {
	Now    time.Time            `json:"now"`
	Unread map[string]Trouble   `json:"mailboxes,omitempty"` // those that no host can read
	Hosts  map[string]HostView  `json:"hosts"`
	Worlds map[string]WorldView `json:"worlds"`
}

// Well reports whether nobody needs to act: a host is at work, mail is taken, and no world stands still.
func (v *View) Well() bool {
	for _, w := range v.Worlds {
		if w.State == "stopped" || w.State == "odd" || w.Stuck != nil {
			return false
		}
	}
	return len(v.Unread) == 0 && (len(v.Worlds) == 0 || v.Hosted())
}

// Stopped reports whether a world stands still because the database is older than what was seen of it.
func (v *View) Stopped() bool {
	for _, w := range v.Worlds {
		if w.State == "stopped" {
			return true
		}
	}
	return false
}

// Hosted reports whether a host is at work.
func (v *View) Hosted() bool {
	for _, h := range v.Hosts {
		if h.State == "well" || h.State == "off" {
			return true
		}
	}
	return false
}

// HostView is a host of the fleet. States: well, gone, off (its clock is), idle (drained, and waiting to work again) and
// drained (it has ended).
type HostView struct {
	State   string         `json:"state"`
	Aside   bool           `json:"aside,omitempty"` // it takes no work, even if it is started again
	At      time.Time      `json:"at"`              // when it last said that it is there, by the database's clock
	Since   time.Time      `json:"since"`
	Ahead   float64        `json:"ahead"` // seconds that its own clock is ahead of the database's
	Rules   map[string]int `json:"rules"`
	Program string         `json:"program,omitempty"`
}

// WorldView is a world of the fleet. States: well, idle (no deadline), due, held (its turn is), paused, stopped, rules
// (it waits for rules that no host has) and odd (its row in the tables cannot be read).
type WorldView struct {
	State    string    `json:"state"`
	Turn     int       `json:"turn"`
	Deadline time.Time `json:"deadline,omitzero"`
	Held     int       `json:"held,omitempty"`    // the turn that is held
	Paused   time.Time `json:"paused,omitzero"`   // since when; zero: it is not
	Resumes  time.Time `json:"resumes,omitzero"`  // zero: a person ends the pause
	Waiting  int       `json:"letters,omitempty"` // letters still to leave
	Mails    int       `json:"mails,omitempty"`   // mails still to be taken
	Rulebook string    `json:"rulebook"`
	Rules    int       `json:"rules"`
	Mailbox  string    `json:"mailbox,omitempty"`
	Account  string    `json:"account,omitempty"`
	On       string    `json:"on,omitempty"` // the host that has it in hand now
	Why      string    `json:"why,omitempty"`
	Stuck    *Trouble  `json:"stuck,omitempty"` // it cannot take its mails
}
