package incoming_test

import (
	"slices"
	"strings"
	"testing"

	"weltentor/mailer/incoming"
)

const ours = "<report.0123456789abcdef0123@spiel.example>"

// Bounces as servers write them. Each names the letter, more or less plainly.
var bounces = []struct {
	name, raw, to, words string
	first                string // the most likely id
	delayed, none        bool
}{
	{name: "Postfix", to: "ute@post.example",
		words: "550 5.1.1 <ute@post.example>: Recipient address rejected: User unknown", first: ours,
		raw: `Return-Path: <>
From: MAILER-DAEMON@post.example (Mail Delivery System)
To: bovistan@spiel.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="B.1/post.example"

This is a MIME-encapsulated message.

--B.1/post.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not be delivered.

--B.1/post.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; post.example
X-Postfix-Queue-ID: 4B1
Arrival-Date: Mon,  1 Mar 2027 12:00:00 +0000 (UTC)

Final-Recipient: rfc822; ute@post.example
Original-Recipient: rfc822;ute@post.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.post.example
Diagnostic-Code: smtp; 550 5.1.1 <ute@post.example>: Recipient address
    rejected: User unknown

--B.1/post.example
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

Return-Path: <bovistan@spiel.example>
From: Bovistan <bovistan@spiel.example>
References: <other@post.example> <report.ffffffffffffffffffff@spiel.example>
In-Reply-To: <other@post.example>
Message-ID: ` + ours + `
Subject: [Bovistan Z8] Ergebnis

--B.1/post.example--
`},
	{name: "Exchange, the id changed on the way", to: "kim@firma.example", words: "550 5.2.2 mailbox full",
		first: "<new.1@firma.example>", raw: `Return-Path: <>
From: postmaster@firma.example
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: multipart/alternative; boundary=y

--y
Content-Type: text/plain

Ihre Nachricht konnte nicht zugestellt werden.

--y--
--x
Content-Type: message/delivery-status

Reporting-MTA: dns;firma.example

Final-Recipient: RFC822;kim@firma.example
Action: failed
Status: 5.2.2
Diagnostic-Code: smtp;550 5.2.2 mailbox full

--x
Content-Type: message/rfc822

From: bovistan@spiel.example
Message-ID: <new.1@firma.example>
X-MS-Exchange-Original-Message-ID: ` + ours + `

long text
--x--
`},
	{name: "delayed", to: "ute@post.example", words: "451 busy", delayed: true, first: ours, raw: `Return-Path: <>
From: MAILER-DAEMON@post.example
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: text/plain

still trying
--x
Content-Type: message/delivery-status

Reporting-MTA: dns; post.example

Final-Recipient: rfc822; ute@post.example
Action: delayed
Status: 4.4.1
Diagnostic-Code: smtp; 451 busy

--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `
--x--
`},
	{name: "qmail, plain text", words: "Hi. This is the qmail-send program", first: ours, raw: `Return-Path: <>
From: MAILER-DAEMON@alt.example
Subject: failure notice

Hi. This is the qmail-send program at alt.example.
<ute@alt.example>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Return-Path: <bovistan@spiel.example>
References: <report.ffffffffffffffffffff@spiel.example>
	<receipt.eeeeeeeeeeeeeeeeeeee@spiel.example>
Message-ID: ` + ours + `
Subject: x
`},
	{name: "Exim, base64 head", to: "ute@post.example", words: "550 no", first: ours, raw: `Return-Path: <>
From: Mail Delivery System <Mailer-Daemon@post.example>
X-Failed-Recipients: ute@post.example
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; post.example

Action: failed
Final-Recipient: rfc822;ute@post.example
Diagnostic-Code: smtp; 550 no

--x
Content-Type: message/rfc822
Content-Transfer-Encoding: base64

TWVzc2FnZS1JRDogPHJlcG9ydC4wMTIzNDU2Nzg5YWJjZGVmMDEyM0BzcGllbC5leGFtcGxlPg0K
DQpURVhUDQo=
--x--
`},
	{name: "vacation with the letter quoted", none: true, raw: `Return-Path: <>
From: ute@post.example
Subject: Automatische Antwort: Ergebnis
Auto-Submitted: auto-replied
In-Reply-To: ` + ours + `

Bin im Urlaub. Message-ID: ` + ours + `
`},
	{name: "read receipt", none: true, raw: `From: ute@post.example
Content-Type: multipart/report; report-type=disposition-notification; boundary=x

--x
Content-Type: message/disposition-notification

Original-Message-ID: ` + ours + `
Disposition: manual-action/MDN-sent-manually; displayed
--x--
`},
	{name: "delivered", none: true, raw: `Return-Path: <>
From: MAILER-DAEMON@post.example
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; post.example

Final-Recipient: rfc822; ute@post.example
Action: delivered
Status: 2.0.0
--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `
--x--
`},
	{name: "no status part", to: "", words: "Your message did not get there.", first: ours, raw: `Return-Path: <>
From: MAILER-DAEMON@post.example
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: text/plain

Your message did not get there.

--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `

--x--
`},
	{name: "no status part, nor a type of report", to: "", words: "", first: ours, raw: `Return-Path: <>
From: MAILER-DAEMON@post.example
Content-Type: multipart/report; boundary=x

--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `

--x--
`},
	{name: "several, one failed", to: "kim@post.example", words: "550 gone", first: ours, raw: `Return-Path: <>
From: MAILER-DAEMON@post.example
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; post.example

Final-Recipient: rfc822; ute@post.example
Action: delivered

Final-Recipient: rfc822; kim@post.example
Action: failed
Diagnostic-Code: smtp; 550 gone

Final-Recipient: rfc822; bob@post.example
Action: relayed

--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `

--x--
`},
	{name: "several, one is delayed, one failed", to: "kim@post.example", words: "550 gone", first: ours,
		raw: `Return-Path: <>
From: MAILER-DAEMON@post.example
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; post.example

Final-Recipient: rfc822; ute@post.example
Action: delayed
Diagnostic-Code: smtp; 451 busy

Final-Recipient: rfc822; kim@post.example
Action: failed
Diagnostic-Code: smtp; 550 gone

--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `

--x--
`},
	{name: "several, one failed, one is delayed", to: "kim@post.example", words: "550 gone", first: ours,
		raw: `Return-Path: <>
From: MAILER-DAEMON@post.example
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; post.example

Final-Recipient: rfc822; kim@post.example
Action: failed
Diagnostic-Code: smtp; 550 gone

Final-Recipient: rfc822; ute@post.example
Action: delayed
Diagnostic-Code: smtp; 451 busy

--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `

--x--
`},
	{name: "several delayed", to: "ute@post.example", words: "451 busy", first: ours, delayed: true,
		raw: `Return-Path: <>
From: MAILER-DAEMON@post.example
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; post.example

Final-Recipient: rfc822; ute@post.example
Action: delayed
Diagnostic-Code: smtp; 451 busy

Final-Recipient: rfc822; kim@post.example
Action: delayed
Diagnostic-Code: smtp; 451 later

--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `

--x--
`},
	{name: "no words but a status", to: "ute@post.example", words: "5.1.1", first: ours, raw: `Return-Path: <>
From: MAILER-DAEMON@post.example
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; post.example

Final-Recipient: rfc822; <Ute@post.example>
Action: Failed (a comment)
Status: 5.1.1

--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `

--x--
`},
	{name: "words without a kind", to: "ute@post.example", words: "550 no; really", first: ours, raw: `Return-Path: <>
From: MAILER-DAEMON@post.example
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; post.example

Original-Recipient: rfc822; ute@post.example
Final-Recipient: rfc822; u.t.e@inside.example
Action: failed
Diagnostic-Code: 550 no; really

--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `

--x--
`},
	{name: "no address", to: "", words: "550 no", first: ours, raw: `Return-Path: <>
From: MAILER-DAEMON@post.example
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; post.example

Final-Recipient: X400; /CN=Ute/
Action: failed
Diagnostic-Code: smtp; 550 no

--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `

--x--
`},
	{name: "the status alone", to: "ute@post.example", words: "550 no", first: ours, raw: `Return-Path: <>
From: MAILER-DAEMON@post.example
Content-Type: message/delivery-status

Reporting-MTA: dns; x
Original-Message-ID: ` + ours + `

Final-Recipient: rfc822; ute@post.example
Action: failed
Diagnostic-Code: smtp; 550 no
`},
	{name: "nested", to: "ute@post.example", words: "550 no", first: ours, raw: `Return-Path: <>
From: postmaster@post.example
Auto-Submitted: auto-generated
Content-Type: multipart/mixed; boundary=o

--o
Content-Type: multipart/report; boundary=x

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; post.example

Final-Recipient: rfc822; ute@post.example
Action: failed
Diagnostic-Code: smtp; 550 no
--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `
--x--
--o--
`},
	{name: "in plain text, named in the head", to: "ute@alt.example", words: "No such user here", first: ours,
		raw: `From: noise@alt.example
X-Failed-Recipients: Ute@alt.example
Return-Path: <>

No such user here
> X-Message-ID: ` + ours + `
`},
	{name: "in plain text, an id in a sentence", to: "", words: "The letter", first: ours,
		raw: `From: Postmaster@alt.example
Subject: x

The letter ` + ours + ` was not delivered.
`},
	{name: "relayed", none: true, raw: `Return-Path: <>
From: MAILER-DAEMON@post.example
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; post.example

Final-Recipient: rfc822; ute@post.example
Action: relayed

--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `

--x--
`},
	{name: "a complaint", none: true, raw: `Return-Path: <>
From: MAILER-DAEMON@post.example
Content-Type: multipart/report; report-type=feedback-report; boundary=x

--x
Content-Type: message/feedback-report

Feedback-Type: abuse

--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `

--x--
`},
	{name: "a complaint of a postmaster, nested", none: true, raw: `Return-Path: <>
From: postmaster@post.example
Content-Type: multipart/mixed; boundary=o

--o
Content-Type: multipart/report; report-type=feedback-report; boundary=x

--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `
--x--
--o--
`},
	{name: "nobody we know", none: true, raw: `Return-Path: <>
From: ute@post.example
Auto-Submitted: auto-replied

Message-ID: ` + ours + `
`},
	{name: "with a sender of its own", none: true, raw: `Return-Path: <joker@post.example>
From: MAILER-DAEMON@post.example
Content-Type: multipart/report; report-type=delivery-status; boundary=x

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; post.example

Action: failed
--x
Content-Type: text/rfc822-headers

Message-ID: ` + ours + `
--x--
`},
}

func TestBounces(t *testing.T) {
	for _, c := range bounces {
		t.Run(c.name, func(t *testing.T) {
			r, err := incoming.Read(t.Context(), []byte(strings.ReplaceAll(c.raw, "\n", "\r\n")), incoming.ReadOptions{})
			if err != nil || r.Machine == "" {
				t.Fatalf("%v, machine %q", err, r.Machine)
			}
			b := r.Bounce
			if c.none {
				if b != nil {
					t.Errorf("taken for a bounce: %+v", b)
				}
				return
			}
			if b == nil {
				t.Fatal("not taken for a bounce")
			}
			if b.To != c.to || !strings.HasPrefix(b.Words, c.words) || b.Delayed != c.delayed || len(b.IDs) == 0 ||
				b.IDs[0] != c.first || !slices.Contains(b.IDs, ours) {
				t.Errorf("%+v", b)
			}
			for _, id := range b.IDs {
				if strings.Contains(id, "fffff") || strings.Contains(id, "eeeee") {
					t.Errorf("%s is a letter the returned one names", id)
				}
			}
		})
	}
}

// However many parts, ids and recipients a report claims to have, only a few are looked at.
func TestHostileBounce(t *testing.T) {
	var b strings.Builder
	b.WriteString("Return-Path: <>\r\nFrom: mailer-daemon@x.example\r\n" +
		"Content-Type: multipart/report; report-type=delivery-status; boundary=x\r\n\r\n")
	for range 3000 {
		b.WriteString("--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; x\r\n\r\n" +
			"Action: failed\r\nDiagnostic-Code: smtp; \xff\xfe " + strings.Repeat("y", 2000) + "\r\n\r\n")
		b.WriteString("--x\r\nContent-Type: text/plain\r\n\r\n" + strings.Repeat("<a"+"b@c.example> ", 100) + "<" +
			strings.Repeat("q", 30) + ">\r\n")
	}
	r, err := incoming.Read(t.Context(), []byte(b.String())[:4<<20], incoming.ReadOptions{})
	if err != nil || r.Bounce == nil {
		t.Fatalf("%v %+v", err, r.Bounce)
	}
	if len(r.Bounce.IDs) > 20 || len(r.Bounce.Words) > 1000 {
		t.Errorf("%d ids, %d octets of words", len(r.Bounce.IDs), len(r.Bounce.Words))
	}
}
