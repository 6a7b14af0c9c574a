package mailertest

import (
	"net"
	"sync"
	"time"

	"weltentor/mailer/pattern"
)

// Far is a server that is far away: all that goes to it and comes from it takes time. It counts round trips. Commands
// that a client sends without waiting for an answer share one.
type Far struct {
	net.Listener
	to   string
	half time.Duration

	mu    sync.Mutex
	lines int
	trips []Trip
}

// Trip is what a client sends before the next answer reaches it.
type Trip struct {
	Line     int       // the number of the connection, from 1 on
	At       time.Time // when the client began to send
	Commands []string  // by name; none: only what belongs to a command before, such as a literal
}

// From makes the way to a server, whose round trip takes this long. It must be longer than a client takes between two
// commands for which it does not wait.
func From(to string, trip time.Duration) (*Far, error) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	f := &Far{Listener: ln, to: to, half: trip / 2}
	go func() {
		for {
			client, err := ln.Accept()
			if err != nil {
				return
			}
			f.mu.Lock()
			f.lines++
			line := f.lines
			f.mu.Unlock()
			go f.serve(client, line)
		}
	}()
	return f, nil
}

// Trips are the round trips since the last call, in the order in which they began.
func (f *Far) Trips() []Trip {
	f.mu.Lock()
	defer f.mu.Unlock()
	trips := f.trips
	f.trips = nil
	return trips
}

func (f *Far) serve(client net.Conn, line int) {
	server, err := net.Dial("tcp", f.to)
	if err != nil {
		client.Close()
		return
	}
	answered := true
	go f.carry(client, server, func(sent []byte) {
		at := len(f.trips) - 1
		for at >= 0 && f.trips[at].Line != line {
			at--
		}
		if answered || at < 0 {
			f.trips, at = append(f.trips, Trip{Line: line, At: time.Now()}), len(f.trips)
		}
		answered = false
		f.trips[at].Commands = append(f.trips[at].Commands, commands(sent)...)
	}, nil)
	f.carry(server, client, nil, func() { answered = true })
}

// command is a line of IMAP or SMTP that begins one. Letters have no such lines in tests.
var command = pattern.Lazy(`(?m)^(?:T[0-9]+ ((?:UID )?[A-Z]+)|` +
	`(DONE|EHLO|HELO|STARTTLS|AUTH|MAIL|RCPT|DATA|RSET|NOOP|QUIT)\b|(\.)\r$)`)

func commands(sent []byte) (names []string) {
	for _, m := range command().FindAllSubmatch(sent, -1) {
		names = append(names, string(m[1])+string(m[2])+string(m[3]))
	}
	return names
}

// carry carries octets one way. Each arrives after half a round trip, however many are under way.
func (f *Far) carry(from, to net.Conn, sent func([]byte), arrives func()) {
	type packet struct {
		due    time.Time
		octets []byte
	}
	way := make(chan packet, 1024)
	go func() {
		defer to.Close()
		for p := range way {
			time.Sleep(time.Until(p.due))
			if arrives != nil {
				f.mu.Lock()
				arrives()
				f.mu.Unlock()
			}
			if _, err := to.Write(p.octets); err != nil {
				from.Close()
			}
		}
	}()
	defer close(way)
	for {
		octets := make([]byte, 32<<10)
		n, err := from.Read(octets)
		if n > 0 && sent != nil {
			f.mu.Lock()
			sent(octets[:n])
			f.mu.Unlock()
		}
		if n > 0 {
			way <- packet{time.Now().Add(f.half), octets[:n]}
		}
		if err != nil {
			return
		}
	}
}
