package turn

import "weltentor/worlds/terramagica/fight"

// fights fights all battles, province by province. In each province the wishes to attack come one after the other in
// drawn order. An army that was beaten attacks no more (§8).
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

// heal heals all survivors, men and walls. Avatars have their full strength again next week.
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
