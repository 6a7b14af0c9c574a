package turn

import "weltentor/worlds/terramagica/fight"

// fights fights all battles, province by province. In each the wishes to attack
// come one after the other in drawn order; who was beaten attacks no more (§8).
func fights(t *Turn) {
	fight.Wound(t.War)
	for province := 1; province <= len(t.State.Provinces); province++ {
		number := int64(0)
		for _, in := range fight.Intents(t.War, province) {
			s := fight.Muster(t.War, in)
			if s == nil {
				continue
			}
			fight.Fight(t.War, s, int64(province)*1000+number)
			number++
		}
	}
}

// heal makes all survivors whole again, men and walls; avatars are back in full
// strength next week.
func heal(t *Turn) {
	for _, a := range t.State.All() {
		for i := range a.Stacks {
			a.Stacks[i].HP, a.Stacks[i].Learned = 0, false
		}
	}
	for i := range t.State.Provinces {
		for k, code := range t.State.Provinces[i].Walls {
			t.War.Walls[i][k] = t.Tables.WallOf(code).HP * fight.Thousand
		}
	}
}
