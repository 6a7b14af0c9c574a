package kolonien

import (
	"slices"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// set takes one setting.
func (r *Realm) set(o SettingOrder) {
	switch o.Setting {
	case "Sprache":
		for _, l := range phraseLangs {
			if string(l) == o.Value {
				r.Lang = l
			}
		}
	case "Computer":
		r.Computer = game.Computer(o.Value)
	case "Zip":
		r.Zip = o.Value == yesWord.de
	case setMap:
		r.NoMap = o.Value != yesWord.de
	}
}

var phraseLangs = phrase.Langs

// stand takes the standing orders of $K; they hold until they are changed.
func stand(t *turn) {
	for realm := range t.sheets {
		r := &t.state.Realms[realm]
		each(t, realm+1, func(at orders.Position, o CombatOrder) {
			who := o.who()
			var s *Standing
			if l := r.leader(o.Leader); o.Leader != "" && l != nil {
				s = &l.Orders
			} else if f := r.fleet(o.Fleet); o.Fleet > 0 && f != nil {
				s = &f.Orders
			}
			switch {
			case s == nil && o.Fleet > 0 && t.meant(r.Number, o.Fleet):
				t.refuse(r.Number, at, "fleet-not-yet", who)
			case s == nil && o.Fleet > 0:
				t.refuse(r.Number, at, "no-fleet", who, phrase.Str("have", r.fleetNames()))
			case s == nil && t.hired(r.Number, o.Leader):
				t.refuse(r.Number, at, "leader-not-yet", who)
			case s == nil:
				t.refuse(r.Number, at, "no-leader", who, phrase.Str("have", r.leaderNames()))
			default:
				s.take(o)
				t.accept(at, phrase.P("will-stand", who, phrase.Str("order", string(o.write(nil, r.Lang)))))
				t.doubtPlaces(r, at, o)
			}
		})
	}
}

// hired tells whether a line of the realm's sheet raises a leader of this name.
func (t *turn) hired(realm int, name string) bool {
	return slices.ContainsFunc(t.sheets[realm-1].lines, func(l orders.Line) bool {
		o, ok := l.Order.(RaiseOrder)
		return ok && o.What == MusterLeader && sameName(o.Name, name)
	})
}

// doubtPlaces warns of areas to withdraw to that are not on the map.
func (t *turn) doubtPlaces(r *Realm, at orders.Position, o CombatOrder) {
	for _, p := range o.Withdraw.To {
		if p.Area > 0 && t.state.area(p.Area) == nil {
			t.doubt(r.Number, at, "no-area", phrase.Num("area", p.Area), phrase.Num("most", len(t.state.Areas)))
		}
		if p.Fleet > 0 && r.fleet(p.Fleet) == nil && !t.meant(r.Number, p.Fleet) {
			t.doubt(r.Number, at, "no-fleet", fleetArg("who", p.Fleet), phrase.Str("have", r.fleetNames()))
		}
	}
}

// who names whose standing order it is.
func (o CombatOrder) who() phrase.Arg {
	if o.Leader != "" {
		return phrase.Str("who", o.Leader)
	}
	return fleetArg("who", o.Fleet)
}

// take changes what a line is about, and nothing else.
func (s *Standing) take(o CombatOrder) {
	if o.None {
		o.Yes = o.Topic == TopicRegiment
		o.Withdraw = standing().Withdraw
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

// lines are the standing orders as lines of $K, all topics of who has them.
func (s *Standing) lines(leader string, fleet int) []CombatOrder {
	base := CombatOrder{Leader: leader, Fleet: fleet}
	var out []CombatOrder
	add := func(topic Topic, change func(*CombatOrder)) {
		o := base
		o.Topic = topic
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
