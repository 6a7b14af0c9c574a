package mail

import (
	"cmp"
	"context"
	"path/filepath"
	"runtime"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/mailing"
	"weltentor/cmd/weltentor/notify"
	"weltentor/cmd/weltentor/settings"
	"weltentor/cmd/weltentor/web"
	"weltentor/orders/phrase"
)

// CronCmd is the command that a crontab calls every few minutes.
type CronCmd struct {
	Dirs []string    `arg:"" name:"dirs"`
	Jobs call.Number `placeholder:"N" default:"0"`
	told
}

// Run does what poll, turn and send do, for each world. It prints nothing unless a person is needed. If another
// command is at work, it exits silently. Trouble in one world, even a fault of the program, does not delay the others.
// The exit code is the gravest of all.
func (k *CronCmd) Run(c *call.Call) error {
	tell, err := k.told.settings(c)
	if err != nil {
		return err
	}
	worst := complaint.ExitDone
	// Usually one world per core, but at least two, since most of the time is spent waiting for mail servers.
	jobs := cmp.Or(int(k.Jobs), max(2, runtime.NumCPU()))
	for _, code := range mailing.CronAll(c, k.Dirs, jobs, tell) {
		if worst == complaint.ExitDone || code == complaint.ExitUsage {
			worst = code
		}
	}
	if worst != complaint.ExitDone {
		return complaint.Silent(worst)
	}
	return nil
}

// RunCmd is cron as a service: it waits for mail and deadlines by itself.
type RunCmd struct {
	Dirs []string `arg:"" name:"dirs"`
	Web  string   `placeholder:"ADDR"`
	front
	told
}

// ServeCmd serves worlds to browsers, beside cron. RunCmd can do both.
type ServeCmd struct {
	Dirs []string `arg:"" name:"dirs"`
	Web  string   `placeholder:"ADDR"`
	front
}

// front is how browsers reach the server by TLS.
type front struct {
	Behind       bool   `name:"behind-proxy"`
	Domain       string `placeholder:"NAME"`
	Certificates string `placeholder:"DIR"`
	Authority    string `placeholder:"URL"`
}

// Run answers until it is told to end.
func (k *ServeCmd) Run(c *call.Call) error {
	usual := "127.0.0.1:8480"
	if k.Domain != "" {
		usual = ":443"
	}
	return served(c, k.Dirs, cmp.Or(k.Web, usual), k.front, nil, nil)
}

// served serves worlds at an address, and does something beside it, if that is not nil. If one of both ends, so does the
// other. woken is told of worlds that letters have come to.
func served(c *call.Call, dirs []string, addr string, by front, woken func(string), beside func(*call.Call) error) error {
	s, err := web.New(c, dirs, by.Behind, woken)
	if err != nil {
		return err
	}
	defer s.Close()
	if by.Domain != "" {
		if err := s.Certify(web.Certificates{Domain: by.Domain, Folder: by.Certificates, Authority: by.Authority}); err != nil {
			return err
		}
	}
	l, err := web.Listen(addr, by.Behind, by.Domain != "")
	if err != nil {
		return err
	}
	at := "http://" + l.Addr().String()
	if by.Domain != "" {
		at = "https://" + by.Domain
	}
	c.Voice.Say("serves", phrase.Num("worlds", s.Worlds()), phrase.Str("addr", at))
	if beside == nil {
		return s.Serve(c.Ctx, l)
	}
	own, end := *c, context.CancelFunc(nil)
	own.Ctx, end = context.WithCancel(c.Ctx)
	defer end()
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(own.Ctx, l); end() }()
	err = beside(&own)
	end()
	return cmp.Or(<-ended, err)
}

// told is the flag that names the file which says who is told of what.
type told struct {
	Notify string `placeholder:"FILE"`
}

// settings reads that file, which may name secrets and programs. Without the flag it returns nil.
func (t told) settings(c *call.Call) (*notify.Settings, error) {
	if t.Notify == "" {
		return nil, nil
	}
	raw, err := c.ReadAll(t.Notify)
	if err == nil {
		err = settings.ClosedToOthers(t.Notify)
	}
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(filepath.Dir(t.Notify))
	if err != nil {
		return nil, err
	}
	s, err := notify.Parse(raw, dir)
	if err != nil {
		return nil, complaint.InFile(t.Notify, err)
	}
	return s, nil
}

// Run serves the worlds until it is told to end.
func (k *RunCmd) Run(c *call.Call) error {
	tell, err := k.told.settings(c)
	if err != nil {
		return err
	}
	rests := mailing.Rests{Look: 5 * time.Minute, Again: time.Minute}
	if k.Web == "" {
		return mailing.Run(c, k.Dirs, tell, rests)
	}
	rests.Waker = &mailing.Waker{}
	mails := func(c *call.Call) error { return mailing.Run(c, k.Dirs, tell, rests) }
	return served(c, k.Dirs, k.Web, k.front, rests.Waker.Wake, mails)
}
