package order

import (
	"slices"

	"weltentor/worlds/kolonien/realm"
)

// Standing are the standing orders as lines of $K, all topics of who has them.
func Standing(s *realm.Standing, leader string, fleet int) []CombatOrder {
	var out []CombatOrder
	add := func(topic Topic, change func(*CombatOrder)) {
		o := CombatOrder{About: About{Leader: leader, Fleet: fleet, Topic: topic}}
		change(&o)
		out = append(out, o)
	}
	if fleet == 0 {
		add(TopicCharge, func(o *CombatOrder) { o.Yes = s.Charge })
		add(TopicSiege, func(o *CombatOrder) { o.Yes = s.Siege })
		add(TopicRegiment, func(o *CombatOrder) { o.Yes = s.Regiment })
	}
	add(TopicWithdraw, func(o *CombatOrder) { o.Withdraw = s.Withdraw })
	add(TopicLosses, func(o *CombatOrder) {
		o.Losses, o.Sinking = s.Losses, s.Sinking
		o.None = len(s.Losses)+len(s.Sinking) == 0
	})
	return out
}

// Take changes what a line is about, and nothing else.
func (o CombatOrder) Take(s *realm.Standing) {
	if o.None {
		o.Yes = o.Topic == TopicRegiment
		o.Withdraw = realm.NewStanding().Withdraw
	}
	switch o.Topic {
	case TopicCharge:
		s.Charge = o.Yes
	case TopicSiege:
		s.Siege = o.Yes
	case TopicRegiment:
		s.Regiment = o.Yes
	case TopicWithdraw:
		s.Withdraw = o.Withdraw
		s.Withdraw.To = slices.Clone(o.Withdraw.To)
	case TopicLosses:
		s.Losses, s.Sinking = slices.Clone(o.Losses), slices.Clone(o.Sinking)
	}
}
