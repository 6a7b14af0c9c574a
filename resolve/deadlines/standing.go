package deadlines

import (
	"reflect"
	"slices"
	"strconv"
	"strings"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
)

// Standing is how many turns a player had missed, and what was done about that, when a turn was resolved.
type Standing struct {
	Realm   int             `json:"realm"`
	Missed  int             `json:"missed,omitempty"`
	Graced  int             `json:"graced,omitempty"`
	Missing *roster.Missing `json:"missing,omitempty"`
	Idle    bool            `json:"idle,omitempty"`
	Absent  int             `json:"absent,omitempty"` // the last turn the player was away for
}

var standings = chronicle.PartOf[[]Standing]("standings")

// KeepStandings stores the standings of all players with a turn, before it is resolved.
func KeepStandings(tx *store.Tx, turn int) {
	all := []Standing{}
	for realm, rec := range roster.Each(tx) {
		if rec.Missed+rec.Graced+rec.AbsentUntil > 0 || rec.Missing != nil || rec.Idle {
			all = append(all, Standing{realm, rec.Missed, rec.Graced, rec.Missing, rec.Idle, rec.AbsentUntil})
		}
	}
	standings.Put(tx, store.U32(turn), all)
}

// RestoreStandings gives all players the standings they had before a turn was resolved. A standing belongs to the
// player, not to the realm. The realms in fresh have had another player since, who begins anew. A turn may be older
// than stored standings. Then the realms in missed have one missed turn less, and nothing else is restored.
func RestoreStandings(tx *store.Tx, turn int, missed, fresh []int) {
	all, found := standings.Get(tx, store.U32(turn))
	then := map[int]Standing{}
	for _, s := range all {
		then[s.Realm] = s
	}
	for n, rec := range roster.Each(tx) {
		was := rec
		switch {
		case slices.Contains(fresh, n):
			rec.Missed, rec.Graced, rec.Missing = 0, 0, nil
		case found:
			then[n].restore(&rec)
		case slices.Contains(missed, n):
			rec.Missed = max(0, rec.Missed-1)
		}
		if rec.Retold.Turn == turn {
			rec.Retold = roster.Retold{}
		}
		if !reflect.DeepEqual(rec, was) {
			roster.Put(tx, n, rec)
		}
	}
	if found {
		standings.Remove(tx, store.U32(turn))
	}
}

// restore gives a player this standing. Announced absences stay as they are. But a player who only counts as away
// since then, because no orders came, is as before; a player who has come back since stays present.
// The machine that has begun to stand in since then stops.
func (s Standing) restore(rec *roster.RealmRecord) {
	if step := string(LetsMachinePlay); rec.Missing.Has(step) && !s.Missing.Has(step) {
		rec.Bot, rec.Kept = nil, false
	}
	rec.Missed, rec.Graced, rec.Missing = s.Missed, s.Graced, s.Missing
	if rec.Idle && !s.Idle {
		rec.Idle, rec.AbsentUntil = false, s.Absent
	}
}

// Step is what is done about a player after a number of missed turns in a row.
type Step struct {
	After int
	Does  Deed
}

// Deed is what a step does. The names are stored.
type Deed string

// The deeds.
const (
	Warns           Deed = "warn"       // the player is told what comes next
	AsksSubstitute  Deed = "substitute" // the former substitute is asked again
	GivesAway       Deed = "offer"      // somebody on the waiting list gets the realm
	PlaysOnStanding Deed = "standing"   // the player counts as away until orders come
	LetsMachinePlay Deed = "bot"        // the machine plays until orders come, in games that it can play
)

// deeds lists them.
var deeds = []Deed{Warns, AsksSubstitute, GivesAway, PlaysOnStanding, LetsMachinePlay}

// mostMissed is the largest number of missed turns after which a step may come.
const mostMissed = 20

// ReadSteps reads steps such as "2 warn". Each deed may occur once, and each step needs more missed turns than the one
// before. bad is the first line that is not valid.
func ReadSteps(lines []string) (steps []Step, bad string) {
	for _, line := range lines {
		words := strings.Fields(line)
		if len(words) != 2 {
			return nil, line
		}
		n, err := strconv.Atoi(words[0])
		s := Step{n, Deed(words[1])}
		twice := slices.ContainsFunc(steps, func(o Step) bool { return o.Does == s.Does || o.After >= s.After })
		if err != nil || n < 1 || n > mostMissed || !slices.Contains(deeds, s.Does) || twice {
			return nil, line
		}
		steps = append(steps, s)
	}
	return steps, ""
}
