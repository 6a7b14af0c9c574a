package store

import (
	"slices"
)

// Schema is the version of what follows. Numbers in keys are big-endian, so
// that keys sort as what they stand for; values marked z are zstd frames with a
// checksum.
//
//	meta      schema, turn: u32; generation, serial: u64; rulebook: text;
//	          seed: 16 bytes; founded: JSON founding; pause, mailbox: JSON, if any;
//	          held: JSON chronicle.Hold: the turn that is resolved and whose letters wait, if any;
//	          closing: JSON chronicle.Closure: that the game is to be closed early, or is, if so;
//	          sending: JSON []slot; no null sender: JSON nullRefusal;
//	          met imap, met smtp: JSON time: when that server answered for the first time;
//	          mark: JSON MailboxMark: what is known of the world's mark in its mailbox, if any;
//	          place: JSON place.Record: the folder that the world mails from, and the
//	          generation of its mark in the mailbox, once it has;
//	          letters by state: JSON map of numbers: how many letters of the outbox;
//	          rules: u32, the version of the rules that the world was raised to, if it was;
//	          room: zeros, there for a moment only, see Rehearse
//	turns     turn u32 → bucket, made when the turn begins to await orders:
//	            before  z  the state that awaits orders, with all joins so far
//	            opened     JSON opening: since when, and the sum the turn before left
//	            timing     JSON deadlines.Log: what moved its deadline, who was reminded, if any
//	          and, when it is resolved:
//	            record     JSON chronicle.TurnRecord: rules, tables, seed, sums, hash, settings
//	            events  z  see encode.go
//	            notices z  JSON []game.Notice
//	            standings  JSON []deadlines.Standing: turns missed and grace before it was resolved
//	joins     turn u32, number u32 → JSON join: who joined while the turn awaited orders, and
//	          what was changed by hand (edit: the verb, why, what is told of it), in order; with
//	          the chain of sums from the turn before to its `before`; of those who joined at
//	          once only the last has a sum
//	files     SHA-256 → z data: effective tables and attachments, each once
//	reports   turn u32, realm u32 → z report, see encode.go; turn 0 is the welcome
//	letters   SHA-256 of the raw mail → z JSON letterRecord, passwords scrubbed
//	sheets    turn u32, realm u32 → z JSON chronicle.SheetRecord: the sheet in force
//	replaced  turn u32, realm u32, serial u64 → z JSON chronicle.SheetRecord
//	ahead     turn u32, realm u32 → z JSON chronicle.SheetRecord: orders for a turn to come, a text
//	          of no length: taken back; made with the first
//	ahead begun turn u32, realm u32 → z JSON chronicle.SheetRecord: what was kept for a turn that has begun, as
//	          long as the turn before can be taken back; made with the first
//	realms    realm u32 → JSON roster.RealmRecord
//	outbox    letter u64 → JSON entry
//	drafts    letter u64 → z JSON Draft of a letter that is no report: its text
//	due       unix seconds u64, letter u64 → its kind: what waits to be sent
//	unsettled letter u64 → waiting, retried, held or undelivered: letters of the outbox
//	          that something may still become of, see outbox.settle
//	ids       SHA-256 of a Message-ID, half of it → letter u64; made with the first letter sent
//	notices   number u64 → z JSON Notice: what could not be mailed to the game master
//	news      number u64 → nothing: notices that are not told, or of the turn that awaits orders
//	signatures SHA-256 of a DKIM signature → u32 turn: used by a letter; the bucket is
//	          there from the first one on
//	again     SHA-256 of a raw mail → JSON lost.awaited: letters that came after the backup that was
//	          restored, to be read again; made with the first. `all` → JSON lost.unknown: so are all
//	          that are not known
//	tokens    SHA-256 → JSON correspondence.Token: what players were asked to confirm; made with the first
//	passed    number u64 → JSON correspondence.Passed: what was passed on to the game master; made with the
//	          first; meta has the last number under `passed`; its text, player and addresses can be erased
//	mailed    turn u32, realm u32, half a SHA-256 → JSON time: texts mailed to the game master
//	          before their turn; made with the first
//	digest    SHA-256 of what it is about → JSON outbox.gathered: what the game master reads of when the day is
//	          over; made with the first
//	told      turn u32, realm u32, half a SHA-256 → JSON correspondence.Told: what the game master wrote to its
//	          player in that turn; made with the first
//	press     turn u32, realm u32, half a SHA-256 → JSON time: messages passed on to other players before their
//	          turn; made with the first
//	signups   number u32 → JSON signup.Record: the waiting list; made with the first
//	silent    letters of this turn put away without a word, see logbook; made with the first
//	touched   number u32 → bits: which pages may not be as in the last copy, see
//	          touched.go; since: JSON since; made after the first copy
//	invoked   transaction u64 → key of the command's invocation, in a world of a fleet, see invoked.go; made with
//	          the first
//	ring      what is kept of letters that nothing proves, see ring.go; made with the first
//	days      day u64, name → u32: what happened today; made with the first
//	counters  hour u64, name → u32; hours gone by are dropped
//
//	log       number u64 → JSON logbook.Entry: what has happened, nothing is ever changed in it;
//	          meta has the last one's number and sum under `log`
//	undone    turn u32, number u32 → z JSON chronicle.Undone: a turn that was resolved and taken
//	          back; made with the first. meta has the hashes that the next turn covers under
//	          `undone pending`, and how many were taken back in a row under `undone in a row`
//	aside     number u64 → JSON logbook.Aside: what of an entry can be erased
//
// Each value is followed by its checksum, see the package store. Schema 1 had none; schema
// 2 had no log.
const Schema = 3

// The buckets of a world that more than one room uses.
var (
	MetaBucket     = []byte("meta")
	TurnsBucket    = []byte("turns")
	filesBucket    = []byte("files")
	ReportsBucket  = []byte("reports")
	LettersBucket  = []byte("letters")
	SheetsBucket   = []byte("sheets")
	ReplacedBucket = []byte("replaced")
	RealmsBucket   = []byte("realms")
	OutboxBucket   = []byte("outbox")
	DraftsBucket   = []byte("drafts")
	DueBucket      = []byte("due")
	NoticesBucket  = []byte("notices")
	CountersBucket = []byte("counters")

	UnsettledBucket = []byte("unsettled") // since schema 2
	NewsBucket      = []byte("news")
	JoinsBucket     = []byte("joins")

	LogBucket   = []byte("log") // since schema 3
	AsideBucket = []byte("aside")
)

// buckets are those that are always there, the first ones since schema 1.
var (
	firstBuckets = [][]byte{MetaBucket, TurnsBucket, filesBucket, ReportsBucket, LettersBucket, SheetsBucket,
		ReplacedBucket, RealmsBucket, OutboxBucket, DraftsBucket, DueBucket, NoticesBucket, CountersBucket}
	buckets = slices.Concat(firstBuckets, [][]byte{UnsettledBucket, NewsBucket, JoinsBucket, LogBucket, AsideBucket})
)
