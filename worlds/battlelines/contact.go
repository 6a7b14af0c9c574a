package battlelines

// FirstContact is the earliest round in which somebody of one side can strike somebody of the other. It goes by rows,
// speeds, reaches and tactics alone, as if no wall stood and nobody fell. It is 0 if the battle ends before.
func FirstContact(attackers, defenders []Stack, rules *Rules) int {
	first := 0
	for i := range attackers {
		for j := range defenders {
			if at := rules.meet(&attackers[i], &defenders[j]); at > 0 && (first == 0 || at < first) {
				first = at
			}
		}
	}
	return first
}

// meet is the first round in which one of two stacks strikes the other. The dice decide who moves first: the earlier
// of both orders counts.
func (r *Rules) meet(a, b *Stack) int {
	gap := a.Row + b.Row
	for round := 1; round <= r.Rounds; round++ {
		if r.strikes(a, gap, round) || r.strikes(b, gap, round) {
			return round
		}
		_, met := r.close(b, a, gap, round)
		after, also := r.close(a, b, gap, round)
		if met || also {
			return round
		}
		gap = after // in either order: both have run as far as they can
	}
	return 0
}

// strikes reports whether a stack strikes at a distance when the round begins.
func (r *Rules) strikes(s *Stack, gap, round int) bool {
	return !r.away(s, round) && gap <= s.Unit.Range
}

// away reports whether a stack is on its ordered flight.
func (r *Rules) away(s *Stack, round int) bool { return s.Tactic == Flee && round <= r.FlightRounds }

// close lets two stacks move one after the other. met reports whether one of them still struck.
func (r *Rules) close(first, second *Stack, gap, round int) (left int, met bool) {
	gap, met = r.approach(first, gap, round)
	gap, also := r.approach(second, gap, round)
	return gap, met || also
}

// approach moves one stack. A charge ends where it finds its foe, and strikes if it has not run its whole speed.
func (r *Rules) approach(s *Stack, gap, round int) (left int, strikes bool) {
	switch {
	case r.away(s, round):
		return gap + s.Unit.Speed, false
	case s.Tactic == Advance && s.Unit.Speed > 0:
		return gap - 1, false // -1 where the other has closed the gap: they strike in the next round, as at 0
	case s.Tactic != Charge:
		return gap, false
	}
	for n := 0; n < s.Unit.Speed; n++ {
		if gap <= s.Unit.Range {
			return gap, true
		}
		gap--
	}
	return gap, s.Unit.Speed == 0 && gap <= s.Unit.Range
}
