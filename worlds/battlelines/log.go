package battlelines

// LogKind is what an Entry of the protocol is about.
type LogKind uint8

// The kinds of entries.
const (
	Round      LogKind = iota // round N begins
	Blow                      // By strikes At
	Breach                    // By strikes the wall At
	Forward                   // By moves to Row
	Back                      // the same, in flight
	Panic                     // By lost so much in the round that it flees from now on
	Exhaustion                // By has fled as long as a flight lasts and stands exhausted
	Quiet                     // nothing happened in the round
)

// LogEntry is one thing that happened in the rounds, before it is put into words.
type LogEntry struct {
	Kind    LogKind
	By, At  Ref
	Wall    int32 // index in Battle.Walls
	Row     int32 // on the line: below 0 the attackers' rows, above 0 the defenders'
	X, Luck int32 // permille
	Share   int32 // permille of a whole strike in this blow
	N       int64 // Round: its number; Blow: how many fell
	Men     int64 // who strike
	HP      int64 // suffered, thousandths
	Left    int64 // Blow: men left; Breach: the wall's hit points, thousandths
}

// Ref is a stack: its side and its place there.
type Ref struct {
	Side  Side
	Index int32
}

func (f *field) ref(i int) Ref {
	s := f.stacks[i].side
	return Ref{Side: s, Index: int32(i - f.first[s])}
}

func (f *field) log(e LogEntry) { f.result.Log = append(f.result.Log, e) }

// logMove logs a move from a row, if there was one.
func (f *field) logMove(i, from int) {
	k := &f.stacks[i]
	switch {
	case k.at == from:
	case (k.at-from)*k.side.ahead() > 0:
		f.log(LogEntry{Kind: Forward, By: f.ref(i), Row: int32(k.at)})
	default:
		f.log(LogEntry{Kind: Back, By: f.ref(i), Row: int32(k.at)})
	}
}
