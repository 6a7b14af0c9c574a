package terramagica

// fights fights all battles, province by province. In each the wishes to attack
// come one after the other in drawn order; who was beaten attacks no more (§8).
func fights(t *turn) {
	wound(t.war)
	for province := 1; province <= len(t.State.Provinces); province++ {
		number := int64(0)
		for _, in := range wishes(t.war, province) {
			s := muster(t.war, in)
			if s == nil {
				continue
			}
			fightOut(t.war, s, int64(province)*1000+number)
			number++
		}
	}
}

// heal makes all survivors whole again, men and walls; avatars are back in full
// strength next week.
func heal(t *turn) {
	for _, a := range t.State.all() {
		for i := range a.Stacks {
			a.Stacks[i].hp, a.Stacks[i].learned = 0, false
		}
	}
	for i := range t.State.Provinces {
		for k, code := range t.State.Provinces[i].Walls {
			t.war.walls[i][k] = t.Tables.wall(code).HP * thousand
		}
	}
}
