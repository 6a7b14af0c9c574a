package smtp

import (
	"errors"
	"net/textproto"
	"strconv"
	"strings"

	"weltentor/mailer/mime"
	"weltentor/mailer/wire"
)

// Result is what became of a letter.
type Result string

// The results. They are stored, so they never change.
const (
	Delivered Result = "delivered" // the server has it
	Temporary Result = "temporary" // it does not have it; try again later
	Permanent Result = "permanent" // it refuses this letter for good
	// lost after the final dot: the server may have it; try again with the same Message-ID, a few times
	Uncertain Result = "uncertain"
)

// Stage is the step of sending a letter at which its outcome was decided.
type Stage string

// The stages, in order. They are stored, so they never change.
const (
	StageConnect Stage = "connect"
	StageTLS     Stage = "tls"
	StageAuth    Stage = "auth"
	StageMail    Stage = "MAIL"
	StageRcpt    Stage = "RCPT"
	StageData    Stage = "DATA"
	StageBody    Stage = "body"
	StageDot     Stage = "dot"
)

// Outcome is one attempt to send one letter.
type Outcome struct {
	Result Result
	Stage  Stage
	Code   int    // the server's reply code; 0 if it gave none
	Text   string // the server's words, or the network's
	From   string // the envelope sender used, "" for the null sender

	// NullRefused says that the server refused the null sender and accepted Fallback in its place, now for the first
	// time.
	NullRefused bool

	Trouble wire.Trouble // with the server, which every letter would meet; "" if it is about this letter
}

// ServerDown reports whether no letter can be sent just now: there is no connection, no TLS, or a wrong password, and
// Trouble says which. Then the rest of the outbox need not be tried, and this attempt says nothing about the letter.
func (o Outcome) ServerDown() bool { return o.Trouble != "" }

// TooBig reports whether the letter was refused for its size, or because the mailbox is full: a smaller one may be
// accepted.
func (o Outcome) TooBig() bool {
	return o.Result == Permanent && (o.Code == 552 || strings.HasPrefix(o.Text, "5.3.4 "))
}

// String is for the operator.
func (o Outcome) String() string {
	s := string(o.Result) + " at " + string(o.Stage)
	if o.Code != 0 {
		s += " " + strconv.Itoa(o.Code)
	}
	if o.Text != "" {
		s += ": " + o.Text
	}
	return s
}

// outcomeOf sorts an error by the server's reply code. An error without a code is the network's fault and temporary;
// the library calls that permanent.
func outcomeOf(stage Stage, err error, untold wire.Secrets) Outcome {
	o := Outcome{Result: Temporary, Stage: stage, Text: mime.Short(untold.Mask(err.Error()))}
	if reply, is := errors.AsType[*textproto.Error](err); is {
		o.Code, o.Text = reply.Code, mime.Short(untold.Mask(reply.Msg))
	}
	if o.Code/100 == 5 {
		o.Result = Permanent
	}
	return o
}

// wantsLogin reports whether a server refuses a login or asks for one with this code (RFC 4954).
func wantsLogin(code int) bool { return code == 530 || code == 534 || code == 535 || code == 538 }

// blamed decides whether a server may mean us with such a code. Without a login, and before it has accepted any
// sender, it does. If it has let us in, the code is about the letter. It may be about the letter's sender, which a
// person can correct, so the letter waits. Or it is about its recipient or its text. One recipient must never stop
// letters to others.
func (s *Sender) blamed(o Outcome) Outcome {
	switch {
	case !wantsLogin(o.Code):
	case s.c.User == "" && o.Stage == StageMail && !s.served:
		o.Result, o.Trouble = Temporary, wire.Login
	case s.c.User == "" || o.Stage == StageMail:
		o.Result = Temporary
	}
	return o
}
