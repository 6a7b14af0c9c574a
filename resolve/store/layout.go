package store

import (
	"slices"
)

// Schema is the version of the layout below. Numbers in keys are big-endian, so that keys sort as their numbers do.
// Values marked z are zstd frames with a checksum.
//
//	meta      schema, turn: u32; generation, state: u64, see Number.Draw; serial: u64; rulebook: text;
//	          seed: 16 bytes; founded: JSON founding; pause, mailbox, unshown: JSON, if any;
//	          held: JSON chronicle.Hold: the turn that is resolved and whose letters wait, if any;
//	          failed turn: JSON chronicle.Failure: the last try to resolve the turn that awaits orders, if it failed;
//	          closing: JSON chronicle.Closure: how the game is to be closed early, or was, if so;
//	          hold next: the game master wants the next turn held, if so;
//	          errands: JSON []schedule.Errand: what the game master has asked for about a turn, if any;
//	          log: JSON logbook.Last: the last entry of the logbook; settings: JSON map of texts: the
//	          settings as the logbook knows them;
//	          master-password: JSON roster.RealmRecord: the hash of the game master's password, if any;
//	          sending: JSON []slot; no null sender: JSON nullRefusal;
//	          pages unserved: JSON time: since when nobody has served the pages;
//	          alarm KEY: JSON time: when that was said, see outbox.Once;
//	          met imap, met smtp: JSON time: when that server answered for the first time;
//	          mark: JSON MailboxMark: what is known about the world's mark in its mailbox, if any;
//	          place: JSON world.PlaceRecord: the folder that the world mails from, and the
//	          generation of its mark in the mailbox, once it has;
//	          letters by state: JSON map of numbers: how many letters of the outbox are in each state;
//	          public map: JSON public.Map: when spectators see the map, as players were told, if it was set;
//	          table secret: JSON of 32 random bytes: what the keys of links to tables are made from, once there are any;
//	          table files: JSON notices.sealing: when the files that these links open were sealed, and for which turn;
//	          public files: JSON text: the sum of what the public files show, and of the files, once there are any;
//	          rules: u32, the version of the rules that the world was raised to, if it was;
//	          seal: JSON text: the seal that was given out last, if any;
//	          signer: the secret that signs receipts and blinds texts under seals, if it is not made of the seed;
//	          room: zeros, only for a moment, see Rehearse
//	turns     turn u32 → bucket, made when the turn begins to await orders:
//	            before  z  the state that awaits orders, with all joins so far
//	            opened     JSON chronicle.Opening: since when, and the sum of the state before
//	            timing     JSON deadlines.Log: what moved its deadline, and who was reminded, if any
//	          and, when it is resolved:
//	            record     JSON chronicle.TurnRecord: rules, tables, seed, sums, hash, settings
//	            events  z  see chronicle.EventsOf
//	            notices z  JSON []game.Notice
//	            tales   z  JSON chronicle.Tales: what the chronicler has told realms so far
//	            standings  JSON []deadlines.Standing: missed turns and grace before it was resolved
//	            leaves  z  JSON []game.Leaf: what its seal says of each realm, without the salts
//	joins     turn u32, number u32 → JSON chronicle.Join: who joined while the turn awaited
//	          orders, and changes by hand (edit: the verb, the reason, and what readers are told),
//	          in order; with the chain of sums from the turn before to its `before`; of realms
//	          that joined at the same time only the last has a sum
//	files     SHA-256 → z data: effective tables and attachments, each once
//	reports   turn u32, realm u32 → z report, see chronicle.AppendReport; turn 0 is the welcome
//	shown     realm u32 → turn u32, the first 8 bytes of the SHA-256 of that report as stored, then
//	          game.Shown: what the realm's reports have shown up to it; made with the first. One of
//	          before its digests had a key counts as nothing shown
//	letters   SHA-256 of the raw mail → z JSON received.Letter, without passwords
//	acted     half a SHA-256 of writer, Message-ID and text, or of writer, date and text → JSON received.Acted:
//	          letters that acted, so that no copy does; made with the first
//	page copies SHA-256 of a letter from the page → JSON received.Copy: it waits for the mailbox; made with the first
//	page receipts realm u32, 8 bytes of the SHA-256 of an address → JSON outbox.merged: the last receipts of this turn;
//	          made with the first
//	door codes name of a link's file → JSON intake.doorCode: the last code for its page, which has asked; made with
//	          the first
//	sheets    turn u32, realm u32 → z JSON sheets.Sheet: the sheet in force
//	replaced  turn u32, realm u32, serial u64 → z JSON sheets.Sheet
//	ahead     turn u32, realm u32 → z JSON sheets.Sheet: orders for a later turn; an
//	          empty text: withdrawn; made with the first
//	ahead begun turn u32, realm u32 → z JSON sheets.Sheet: orders for a turn that has begun, as
//	          long as the turn before can be taken back; made with the first
//	realms    realm u32 → JSON roster.RealmRecord
//	outbox    letter u64 → JSON outbox.Message
//	drafts    letter u64 → z JSON outbox.Draft: the text of a letter that is not a report
//	due       unix seconds u64, letter u64 → its kind: letters that wait to be sent
//	unsettled letter u64 → waiting, retried, held or undelivered: letters of the outbox whose
//	          state may still change, see outbox.settle
//	ids       SHA-256 of a Message-ID, half of it → letter u64; made with the first letter sent
//	notices   number u64 → z JSON outbox.Notice: what could not be mailed to the game master
//	news      number u64 → nothing: notices that were not read, or are of the turn that awaits orders
//	signatures SHA-256 of a DKIM signature → u32 turn: used by a letter; made with the
//	          first
//	again     SHA-256 of a raw mail → JSON received.awaited: letters that came after the backup that was
//	          restored, to be read again; made with the first. `all` → JSON received.unknown: all
//	          unknown letters are to be read again, too
//	tokens    SHA-256 → JSON correspondence.Token: what players were asked to confirm; made with the first
//	passed    number u64 → JSON correspondence.Forwarded: letters passed on to the game master; made with the
//	          first; meta has the last number under `passed`; text, player and addresses can be erased
//	mailed    turn u32, realm u32, half a SHA-256 → JSON time: texts mailed to the game master
//	          before their turn; made with the first
//	digest    SHA-256 of what it is about → JSON outbox.gathered: what the game master is told when the day is
//	          over; made with the first
//	told      turn u32, realm u32, half a SHA-256 → JSON correspondence.MasterNote: what the game master wrote to the
//	          realm's player in that turn; made with the first
//	press     turn u32, realm u32, half a SHA-256 → JSON time: messages passed on to other players before their
//	          turn; made with the first
//	ways      SHA-256 → JSON correspondence.Way: ways back of messages that were passed on; made with the first
//	signups   number u32 → JSON roster.Applicant: the waiting list; made with the first
//	practice  the name of a folder → JSON players.PracticeGame: practice games by mail; made with the first
//	observers an address → JSON roster.Observer: who gets the newspaper by mail; made with the first
//	silent    letters of this turn put away without an answer, see logbook; made with the first
//	touched   number u32 → bits: which pages may differ from the last copy, see
//	          touched.go; since: JSON since; made after the first copy
//	invoked   number u64 → key of the command's run, in a world that hosts share, see elsewhere.go; made with the first
//	ring      what is kept of unproven letters, see ring.go; made with the first
//	days      day u64, name → u32: counters of today; made with the first
//	weeks     week u64, name → u32: counters of this week; made with the first
//	counters  hour u64, name → u32: counters of this hour; those of past hours are dropped
//
//	log       number u64 → JSON logbook.Entry: what has happened; never changed;
//	          meta has the last entry's number and sum under `log`
//	undone    turn u32, number u32 → z JSON chronicle.Undone: a turn that was resolved and taken
//	          back; made with the first. meta has the hashes that the next turn covers under
//	          `undone pending`, and how many were taken back in a row under `undone in a row`
//	aside     number u64 → JSON logbook.Aside: the erasable part of an entry
//
// Each value is followed by its checksum, see the package comment. Schema 1 had no checksums, and schema 2 no log.
const Schema = 3

// The buckets that the store itself opens. Each other one is opened only by what its owner declares.
var (
	metaBucket  = []byte("meta")
	filesBucket = []byte("files")
)

// Often are the buckets that nearly every transaction reads. They are small, or their beginning is what is read.
var Often = []string{"meta", "realms", "counters", "due", "unsettled", "news", "turns"}

// buckets are those that are always there, the first ones since schema 1.
var (
	firstBuckets = []string{"meta", "turns", "files", "reports", "letters", "sheets", "replaced", "realms", "outbox",
		"drafts", "due", "notices", "counters"}
	buckets = append(slices.Clip(firstBuckets), "unsettled", "news", "joins", // since schema 2
		"log", "aside") // since schema 3
)
