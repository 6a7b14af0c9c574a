package gamemaster_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/letter"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store/disk"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
	"weltentor/worlds/game"
)

// Words that are erased when their player is forgotten.
var canaryGoes = []string{"canaryquestion", "canarytheme", "canarybeside", "canaryabove", "canarybelow",
	"canarygreeting", "canaryreplaced", "canarythisturn", "canarynoline", "canaryrefused", "canarypress", "canaryahead",
	"canaryenclosed", "canarydropped", "canaryanswer", "canarydraft", "canarytell", "canarytoall",
	"canaryreport", "canaryrobot", "canarywrong", "canaryword", "canarythanks", "r1@example.org", "r1@second.example",
	"canary@away.example"}

// Words that stay: turns were made from them, or they are another player's.
var canaryStays = []string{"canarynote", "canarymail", "canaryfile", "canarymany", "canaryother"}

// sung returns a world in which realm 1's player has left a word wherever possible.
func sung(t *testing.T, change ...func(*world.Settings)) *worldtest.Game {
	b := worldtest.Found(t, worldtest.Tiny{Chart: true}, 3, append([]func(*world.Settings){func(s *world.Settings) {
		s.Signup, s.Press, s.MoreTime = true, world.PressNow, 1
	}}, change...)...)
	b.Sent("", worldtest.Day0)
	must(t, players.AddMail(b.World, 1, "r1@second.example"))
	orders := "canaryabove, wie geht es Dir?\n\n$I 1 PASSWORD\n$A\ndig 1 ; canarynote\n$S\nTisch ja\nDaten ja\n" +
		"$N\n#M\ncanarymail\n#E\n$E\nMeine Katze ist krank, canarybelow. Was nun?\n"
	first := b.Letter(1, strings.ReplaceAll(orders, "canarynote", "canaryreplaced"))
	first.Files = []game.File{{Name: "dropped.txt", Data: []byte("canarydropped")}}
	b.Accept(first)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 2\n$N\n#2\ncanarypress\n#E\n", receipt.Taken)
	last := b.Letter(1, orders)
	last.Files = []game.File{{Name: "kept.txt", Data: []byte("canaryfile")}}
	if a := b.Accept(last); a.Fate != receipt.Taken {
		t.Fatalf("%+v", a)
	}
	b.Send(2, "$I 2 PASSWORD\n$A\ndig 3\n$E\nWhat is canaryother?\n", receipt.Taken)
	b.Send(3, "$I 3 PASSWORD\n$A\ndig 3\n", receipt.Taken)

	question := b.Letter(1, "May I sail to canaryquestion?\n")
	question.Subject = "Where is canarytheme?"
	b.Accept(question)
	b.Asks(2, "Is r1@example.org canaryother?", "R1@Example.org plays realm 1, and canaryother too?\n")
	b.Asks(2, "BRIEF 3", "Is r1@example.org canaryother?\n")
	b.Asks(1, "HILFE", "HILFE\n\nIch weiß nicht mehr weiter, canarybeside.\n")
	b.Accept(b.Letter(1, "$A\ndig 4 ; canarynoline\n"))
	b.Accept(b.Letter(1, "$I 1 PASSWORD 99\n$A\ndig 4\n$N\n#M\ncanaryrefused\n#E\n"))
	wrong := b.Letter(1, "$I 1 wrong-pass-word2\n$A\ndig 4 ; canarywrong\n")
	wrong.From, wrong.FromName = "canary@away.example", "canaryword"
	must(t, players.AddMail(b.World, 1, "canary@away.example"))
	b.Accept(wrong)
	machine := b.Letter(1, "I am on holiday in canaryrobot\n")
	machine.Machine = "Subject: canaryrobot is away"
	b.Accept(machine)
	b.Asks(1, "PAUSE 2", "")
	b.Asks(1, "VERTRETUNG canary@away.example 2", "")
	b.Accept(b.Newcomer("r1@second.example", "SIGNUP"))
	ahead := b.Letter(1, "$I 1 PASSWORD 3\n$A\ndig 4 ; canaryahead\n")
	ahead.Files = []game.File{{Name: "ahead.txt", Data: []byte("canaryenclosed")}}
	b.Accept(ahead)
	_, err := notices.Tell(b.World, []int{1}, "About canarytell.", false, b.ClockAt)
	must(t, err)
	_, err = notices.Tell(b.World, []int{1}, "About canaryreport.", true, b.ClockAt)
	must(t, err)
	_, err = notices.Tell(b.World, []int{1, 2}, "canarymany is for two.", false, b.ClockAt)
	must(t, err)
	b.Sent("", b.ClockAt)
	if len(b.World.Settings.Masters) > 0 {
		code, d := b.Answers("Re: [Bovistan #2] canarytheme", "The canaryanswer is no.")
		b.Hears(func(l *letter.Letter) { l.Subject, l.Text = "Re: "+d.Subject, "JA "+code })
		b.Answers("Re: [Bovistan #2] again", "The canarydraft is perhaps.")
		b.Hears(func(l *letter.Letter) { l.Subject, l.Text = "GM TELL 1", "A canarytell, by mail.\n" })
		b.Hears(func(l *letter.Letter) { l.Subject, l.Text = "GM TELL all", "A canarytoall, by mail.\n" })
		b.Asks(1, "Re: answer", "Thank you for the canarythanks, but why?\n")
		b.Hears(func(l *letter.Letter) { l.Subject, l.Text = "GM STATUS", "" })
	}
	b.Sent("", b.ClockAt)
	b.Advance(worldtest.Friday)
	b.ClockAt = worldtest.Friday.Add(time.Hour)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 5 ; canarythisturn\n", receipt.Taken)
	b.Send(1, "$I 1 PASSWORD\n$A\ndig 5 ; canarynote\n\nBist Du canarygreeting noch böse?\nKim\n", receipt.Taken)
	b.Sent("", b.ClockAt)
	return b
}

// What a player has written and was sent is erased when the player is forgotten: from all buckets, from unused pages,
// and with --backups from the copies. What the hashes of turns cover stays, and the turns are the same.
func TestNothingOfAForgottenPlayerIsLeft(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*world.Settings){"gm.mail": func(*world.Settings) {},
		"nobody": func(s *world.Settings) { s.Masters = nil }} {
		t.Run(name, func(t *testing.T) {
			b := sung(t, change)
			goes := canaryGoes
			if len(b.World.Settings.Masters) == 0 {
				goes = slices.DeleteFunc(slices.Clone(goes), func(w string) bool {
					return slices.Contains([]string{"canaryanswer", "canarydraft", "canarytoall", "canarythanks"}, w)
				})
			}
			before := b.Canaries(append(slices.Clone(goes), canaryStays...)...)
			for _, w := range append(slices.Clone(goes), canaryStays...) {
				if w != "canaryword" && w != "canarywrong" && len(before[w]) == 0 {
					t.Errorf("%s was nowhere: what of it can be forgotten?", w)
				}
			}
			_, err := gamemaster.PlayerOf(b.World, 1).Forget(false, b.ClockAt)
			must(t, err)
			for w, places := range b.Canaries(goes...) {
				for _, p := range places {
					if !strings.HasPrefix(p, worldtest.BackupsName) {
						t.Errorf("%s is still in %s; it was in %v", w, p, before[w])
					}
				}
			}
			_, err = gamemaster.PlayerOf(b.World, 1).Forget(true, b.ClockAt)
			must(t, err)
			if after := b.Canaries(goes...); len(after) > 0 {
				t.Errorf("without backups there is still %v", after)
			}
			for w, places := range b.Canaries(canaryStays...) {
				for _, p := range places {
					if w != "canaryother" && !slices.Contains([]string{"sheets", "files", "turns", "reports",
						"outbox", "drafts", disk.FileName}, p) {
						t.Errorf("%s is in %s", w, p)
					}
				}
			}
			where := b.Canaries(canaryStays...)
			if !slices.Contains(where["canaryother"], "passed") {
				t.Errorf("another player's question is gone: %v", where)
			}
			if len(where) != len(canaryStays) {
				t.Errorf("of what stays there is %v", where)
			}
			b.Verified()
			b.ClockAt = worldtest.Friday.AddDate(0, 0, 7)
			b.Advance(b.ClockAt)
			b.Verified()
		})
	}
}

// The present player of the realm keeps what is theirs. What was about the one before is erased.
func TestNothingOfAFormerPlayerIsLeft(t *testing.T) {
	t.Parallel()
	b := sung(t)
	b.ClockAt = b.ClockAt.Add(time.Hour)
	must(t, players.HandTo(b.World, 1, newcomerRow("Uli", "uli@example.net"), b.ClockAt))
	b.Sent("", b.ClockAt)
	b.ClockAt = b.ClockAt.Add(time.Hour)
	_, err := notices.Tell(b.World, []int{1}, "Welcome, canaryuli.", false, b.ClockAt)
	must(t, err)
	l := b.Newcomer("uli@example.net", "A question of canaryuli")
	l.Text = "What is to be done with canaryuli?\n"
	b.Accept(l)
	b.Hears(func(l *letter.Letter) { l.Subject, l.Text = "GM TELL 1", "Another canaryuli.\n" })
	b.Sent("", b.ClockAt)
	former := gamemaster.PlayerOf(b.World, 1)
	former.Former = 1
	_, err = former.Forget(true, b.ClockAt)
	must(t, err)
	if after := b.Canaries(canaryGoes...); len(after) > 0 {
		t.Errorf("there is still %v", after)
	}
	for _, bucket := range []string{"outbox", "drafts", "letters", "passed", "tokens"} {
		if where := b.Canaries("canaryuli")["canaryuli"]; !slices.Contains(where, bucket) && bucket != "outbox" {
			t.Errorf("of who plays now there is nothing in %s, only in %v", bucket, where)
		}
	}
	log, err := b.History(0)
	must(t, err)
	if !slices.ContainsFunc(log, func(e logbook.Entry) bool { return e.What.Code == "log.former-forgotten" }) ||
		slices.ContainsFunc(log, func(e logbook.Entry) bool { return e.What.Code == "log.realm-forgotten" }) {
		t.Errorf("the log says %+v", log)
	}
	b.Verified()
}

// newcomerRow is somebody who takes a realm over.
func newcomerRow(player, mail string) roster.ApplicantRow {
	return roster.ApplicantRow{Player: player, Mail: mail, Lang: phrase.En}
}
