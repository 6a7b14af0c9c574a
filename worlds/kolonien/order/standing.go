package order

import (
	"slices"

	"weltentor/worlds/kolonien/realm"
)

// Standing are the standing orders of a realm's leaders, then of its fleets, as lines of $K: all topics of who has them.
func Standing(r *realm.Realm) (out []CombatOrder) {
	add := func(who About, s *realm.Standing) {
		yes := map[Topic]bool{TopicCharge: s.Charge, TopicSiege: s.Siege, TopicRegiment: s.Regiment}
		for ; who.Topic <= TopicLosses; who.Topic++ {
			out = append(out, CombatOrder{About: who, Yes: yes[who.Topic], Withdraw: s.Withdraw, Losses: s.Losses,
				Sinking: s.Sinking, None: who.Topic == TopicLosses && len(s.Losses)+len(s.Sinking) == 0})
		}
	}
	for _, l := range r.Leaders {
		add(About{Leader: l.Name}, &l.Orders)
	}
	for _, f := range r.Fleets {
		add(About{Fleet: f.Number, Topic: TopicWithdraw}, &f.Orders) // the topics before are a leader's
	}
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
