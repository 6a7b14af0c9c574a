package battlelines

// movement lets all who have some of their strike left move, in a drawn order. Then those have their blow whom a
// charge felled before they had used theirs.
func (f *field) movement(round int) {
	order := f.drawn("battle-moves", round)
	for _, i := range order {
		if k := &f.stacks[i]; k.hp > 0 && k.left > 0 {
			f.march(i, round)
		}
	}
	for again := true; again; {
		again = false
		for _, i := range order {
			if k := &f.stacks[i]; k.hp == 0 && k.left > 0 {
				f.strike(i, f.throw("battle-last", i, round), round)
				k.left, again = 0, true
			}
		}
	}
}

// march moves one stack by its tactic: in flight backwards with its speed, advancing one row, charging ceil(left ×
// speed) rows. Each row uses up its part of what is left. A charge stops where a foe or a wall comes into reach, and
// strikes there. If it fells all, it goes on.
func (f *field) march(i, round int) {
	k := &f.stacks[i]
	from := k.at
	switch {
	case f.flees(k):
		for n := 0; n < k.Unit.Speed && f.step(i, -k.side.ahead()); n++ { // see facing
		}
		k.left = 0
		f.logMove(i, from)
	case k.spent:
	case k.Tactic == Advance:
		if k.Unit.Speed > 0 && f.openAhead(k) && f.step(i, k.side.ahead()) {
			f.logMove(i, from)
			k.left = k.after(k.left, 1)
		}
	case k.Tactic == Charge:
		f.charge(i, round)
	}
}

// charge runs and strikes by turns until nothing is left, or nothing changes.
func (f *field) charge(i, round int) {
	k := &f.stacks[i]
	dice := f.throw("battle-charge", i, round)
	for k.left > 0 {
		from, left := k.at, k.left
		rows := share(left, int64(k.Unit.Speed), whole)
		if rows*whole < left*int64(k.Unit.Speed) {
			rows++
		}
		for n := int64(1); n <= rows && !f.finds(k) && f.openAhead(k) && f.step(i, k.side.ahead()); n++ {
			k.left = k.after(left, n)
		}
		f.logMove(i, from)
		left = k.left
		f.strike(i, dice, round)
		if k.at == from && k.left == left {
			return
		}
	}
}

// after is what is left of a strike after this many rows. Each uses up one part in speed of a whole strike, rounded up
// for all rows together.
func (k *stack) after(left, rows int64) int64 {
	speed := int64(k.Unit.Speed)
	return max(0, left-(rows*whole+speed-1)/speed)
}

// finds reports whether a stack has something to strike at where it is.
func (f *field) finds(k *stack) bool {
	for d, reach := 0, f.reach(k); d <= reach; d++ {
		if len(f.facing(k, d)) > 0 {
			return true
		}
	}
	return f.wallInReach(k) >= 0
}

// openAhead reports whether going on makes sense: no foe in the own row, and a living one further on.
func (f *field) openAhead(k *stack) bool {
	return len(f.standing(k.side.Foe(), k.at)) == 0 && f.alive[k.side.Foe()] > 0
}

// step moves a stack one row in direction d unless a wall bars it.
func (f *field) step(i, d int) bool {
	k := &f.stacks[i]
	if !k.Unit.Flies && f.barred(k.at, d) {
		return false
	}
	f.leave(i)
	f.enter(i, k.at+d)
	k.walled = false
	return true
}
