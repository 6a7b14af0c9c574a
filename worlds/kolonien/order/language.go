package order

import (
	"strconv"
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/kolonien/realm"
)

// appoints is the leader that a line of $R names: `14 Leader Pizarro`.
func appoints(text string) []string {
	if words := strings.Fields(text); len(words) > 2 && LeaderWord.Is(orders.Token{Value: words[1]}) {
		return words[2:3]
	}
	return nil
}

// founds is the area in which a line of $B founds a colony: `14 Kolonie`.
func founds(text string) []string {
	if words := strings.Fields(text); len(words) > 1 && WorkWords[Found].Is(orders.Token{Value: words[1]}) {
		return words[:1]
	}
	return nil
}

// missing are the refusals of a leader and of a colony that is not there.
var missing = map[string]string{"no-leader": "who", "no-colony": "area"}

// Language is the table of sections.
func Language() *orders.Language {
	return (&orders.Language{Missing: missing, Sections: []orders.Section{
		{
			Letter: 'A', Names: []string{"Armee", "Army", "Armies"},
			Line: shown("example.army", Reader("Cortez 14", readArmy)),
			Examples: []string{
				"Cortez 14", "Cortez an Flotte_2", "Cortez von Flotte_2", "Cortez on Fleet_1", "Cortez from Fleet_1",
				"Flotte_2 7", "Flotte_2 zu Flotte_1",
				"Flotte_2 gibt ESK 1 Flotte_3", "Flotte_2 gibt TRA 2", "Flotte_1 nimmt KAR 1 Flotte_2",
				"Fleet_1 gives LIN_S 1", "Cortez nimmt INF 2", "Cortez gibt MIL 1 Pizarro", "Cortez takes ART 1",
			},
		},
		{
			Letter: 'K', Names: []string{"Kampf", "Combat"},
			Line: shown("example.combat", Reader("Cortez rueckzug verlust 50 nach 12 13", ReadCombat)), Key: combatKey,
			Examples: []string{
				"Cortez attacke ja", "Cortez belagerung ja", "Cortez rueckzug verlust 50 nach 12 13",
				"Cortez rueckzug nie", "Cortez rueckzug immer nach Flotte_1",
				"Cortez rueckzug cf 10", "Cortez verluste MIL INF ART CAV", "Cortez regiment nein",
				"Cortez retreat none", "Flotte_2 verluste TRA ESK", "Fleet_1 retreat always",
			},
		},
		{
			Letter: 'R', Names: []string{"Rüsten", "Recruit"},
			Line: shown("example.recruit", Reader("14 INF 2", readRaise)), Makes: appoints,
			Examples: []string{
				"14 INF 2", "14 LIN 1 Cortez", "14 MIL 3 Garnison", "14 LIN 2 Regiment", "14 TRA 1",
				"14 LIN_S 1 Flotte_2", "14 Anfuehrer", "14 Leader Pizarro", "14 Arzt Cortez",
			},
		},
		{
			Letter: 'B', Names: []string{"Bauen", "Build"},
			Line: shown("example.build", Reader("14 Ausbau", readBuild)), Makes: founds,
			Examples: []string{"14 Kolonie", "14 Ausbau", "14 Palisade", "14 Fort", "14 Festung", "14 Zitadelle",
				"14 Hafen", "14 extend"},
		},
		{
			Letter: 'V', Names: []string{"Verträge", "Treaties"},
			Line: shown("example.treaty", Reader("3 P", readTreaty)), Key: treatyKey,
			Examples: []string{"3 P", "2 A", "1 K"},
		},
		{Letter: 'N', Names: []string{"Nachrichten", "Notes"}, Kind: orders.Messages,
			Examples: []string{"#2", "Frieden?", "#A", "#M"}},
		frame.SettingsSection(orders.Section{
			Names: []string{"Spezial", "Settings"},
			Examples: []string{"Sprache en", "Computer PC", "Zip ja", "Karte nein", "Language German", "spr de",
				"Sprache Deutsch", "Sprache Englisch"},
			Forms: settingForms,
		}, frame.LanguageRow, frame.ComputerRow, frame.ZipRow, frame.MapRow),
	}}).Shaped(shapes)
}

// combatKey: of two lines of one leader about one thing the last counts.
func combatKey(o orders.Order) string {
	c := o.(CombatOrder)
	who := c.Leader
	if who == "" {
		who = string(appendFleet(nil, phrase.De, c.Fleet))
	}
	return who + " " + TopicWords[c.Topic].De
}

func treatyKey(o orders.Order) string { return strconv.Itoa(o.(TreatyOrder).Realm) }

// readArmy reads a line of $A.
func readArmy(r *Reading) orders.Order {
	if n, ok := fleetOf(r.Peek().Value); ok {
		r.Skip()
		verb := r.Peek()
		switch {
		case joinWord.Is(verb), embarkWord.Is(verb):
			r.Skip()
			return JoinOrder{Fleet: n, To: r.fleet()}
		case takeWord.Is(verb), giveWord.Is(verb):
			r.Skip()
			return r.ships(n, giveWord.Is(verb))
		case verb.Value != "" && !isNumber(verb):
			r.badVerb(verb, joinWord, takeWord, giveWord)
		}
		return SailOrder{Fleet: n, Area: r.area()}
	}
	if fleetLike(r.Peek().Value) {
		return SailOrder{Fleet: r.fleet()} // tells that no fleet is called so
	}
	name := r.Name()
	verb := r.Peek()
	switch {
	case embarkWord.Is(verb), landWord.Is(verb):
		r.Skip()
		return EmbarkOrder{Leader: name, Fleet: r.fleet(), Land: landWord.Is(verb)}
	case takeWord.Is(verb), giveWord.Is(verb):
		r.Skip()
		o := TransferOrder{Leader: name, Give: giveWord.Is(verb), Kind: r.kind(),
			Count: r.Number("count", "order.count", 1, MostUnits)}
		if r.More() {
			if GarrisonWord.Is(r.Peek()) {
				r.Skip()
			} else {
				o.Other = r.Name()
			}
		}
		return o
	}
	if verb.Value != "" && !isNumber(verb) {
		r.badVerb(verb, embarkWord, landWord, takeWord, giveWord)
	}
	return MoveOrder{Leader: name, Area: r.area()}
}

// badVerb tells what could stand behind a leader or a fleet in $A.
func (r *Reading) badVerb(verb orders.Token, verbs ...frame.Word) {
	r.Reject(verb, "order.verb", orders.Meant(verb.Value, frame.BothWords(verbs), otherWords),
		phrase.Str("words", frame.WordList(verbs, phrase.De)), phrase.Str("english", frame.WordList(verbs, phrase.En)))
}

// ships reads what one fleet gives or takes: `ESK 1 Flotte_3`. Who gives may
// leave the other fleet out, and makes a new one.
func (r *Reading) ships(fleet int, give bool) orders.Order {
	o := ShipsOrder{Fleet: fleet, Give: give}
	t, ok := r.Next("class")
	if !ok {
		return o
	}
	if o.Class, ok = classOf(t.Value); !ok {
		r.Reject(t, "order.class", orders.Meant(t.Value, ClassWords(), otherWords),
			phrase.Str("words", strings.Join(ClassWords(), ", ")))
		return o
	}
	o.Count = r.Number("count", "order.count", 1, MostUnits)
	if r.More() || !give {
		o.Other = r.fleet()
	}
	return o
}

func isNumber(t orders.Token) bool { _, ok := orders.Number(t); return ok }

// ReadCombat reads a line of $K.
func ReadCombat(r *Reading) orders.Order {
	o := CombatOrder{}
	if n, ok := fleetOf(r.Peek().Value); ok {
		r.Skip()
		o.Fleet = n
	} else if fleetLike(r.Peek().Value) {
		r.fleet() // tells that no fleet is called so
		return o
	} else {
		o.Leader = r.Name()
	}
	at := r.Peek()
	o.Topic = Topic(r.Choose("topic", "order.topic", TopicWords))
	if o.Fleet > 0 && o.Topic < TopicWithdraw {
		r.Reject(at, "order.topic-fleet", nil)
	}
	if noneWord.Is(r.Peek()) {
		r.Skip()
		o.None = true
		return o
	}
	switch o.Topic {
	case TopicWithdraw:
		o.Withdraw = r.Withdrawal()
	case TopicLosses:
		r.Losses(&o)
	default:
		o.Yes = r.Choose("yes", "order.yes", []frame.Word{frame.Yes, frame.No}) == 0
	}
	return o
}

// Withdrawal reads `verlust 50 nach 12 13`.
func (r *Reading) Withdrawal() realm.Withdrawal {
	w := realm.Withdrawal{When: realm.When(r.Choose("when", "order.when", whenWords))}
	switch w.When {
	case realm.AtLoss:
		w.N = r.Number("percent", "order.percent", 1, 100)
		if r.Peek().Value == "%" {
			r.Skip()
		}
	case realm.BelowCF:
		w.N = r.Number("cf", "order.cf", 1, 999)
	}
	if !r.More() || !toWord.Is(r.Peek()) {
		return w
	}
	r.Skip()
	for first := true; first || r.More(); first = false {
		if n, ok := fleetOf(r.Peek().Value); ok {
			r.Skip()
			w.To = append(w.To, realm.Place{Fleet: n})
			continue
		}
		w.To = append(w.To, realm.Place{Area: r.area()})
	}
	return w
}

// Losses reads an order of losses: units of a leader, ships of a fleet, each
// once. Leaders have no place in it: they are always last.
func (r *Reading) Losses(o *CombatOrder) {
	seen := map[string]bool{}
	for first := true; first || r.More(); first = false {
		t, ok := r.Next("kind")
		if !ok {
			return
		}
		k, unit := kindOf(t.Value)
		c, ship := classOf(t.Value)
		code := strings.ToUpper(t.Value)
		switch {
		case LeaderWord.Is(t) || realm.SameName(t.Value, o.Leader):
			r.Reject(t, "order.leader-last", nil)
		case seen[code]:
			r.Reject(t, "order.kind-twice", nil)
		case unit && o.Fleet == 0:
			o.Losses = append(o.Losses, k)
		case ship && o.Fleet > 0:
			o.Sinking = append(o.Sinking, c)
		case o.Fleet > 0:
			r.Reject(t, "order.class", orders.Meant(t.Value, ClassWords(), otherWords),
				phrase.Str("words", strings.Join(ClassWords(), ", ")))
		default:
			r.Reject(t, "order.kind", orders.Meant(t.Value, kindWords(), otherWords),
				phrase.Str("words", strings.Join(kindWords(), ", ")))
		}
		seen[code] = true
	}
}

// readRaise reads a line of $R.
func readRaise(r *Reading) orders.Order {
	o := RaiseOrder{Area: r.area()}
	t, ok := r.Next("muster")
	if !ok {
		return o
	}
	switch {
	case LeaderWord.Is(t):
		o.What = MusterLeader
		if r.More() {
			o.Post, o.Name = PostLeader, r.Name()
		}
		return o
	case MedicWord.Is(t):
		o.What, o.Post, o.Name = MusterMedic, PostLeader, r.Name()
		return o
	}
	if o.Class, ok = classOf(t.Value); ok {
		o.What, o.Count = MusterShips, r.Number("count", "order.count", 1, MostUnits)
		if r.More() {
			o.Post, o.Fleet = PostFleet, r.fleet()
		}
		return o
	}
	if o.Kind, ok = kindOf(t.Value); !ok {
		all := append(append(kindWords(), ClassWords()...), frame.BothWords([]frame.Word{LeaderWord, MedicWord})...)
		r.Reject(t, "order.muster", orders.Meant(t.Value, all, otherWords),
			phrase.Str("words", strings.Join(append(kindWords(), ClassWords()...), ", ")))
		return o
	}
	o.Count = r.Number("count", "order.count", 1, MostUnits)
	switch {
	case !r.More():
	case GarrisonWord.Is(r.Peek()):
		r.Skip()
		o.Post = PostGarrison
	case RegimentWord.Is(r.Peek()):
		r.Skip()
		o.Post = PostRegiment
	default:
		o.Post, o.Name = PostLeader, r.Name()
	}
	return o
}

// readBuild reads a line of $B.
func readBuild(r *Reading) orders.Order {
	return BuildOrder{Area: r.area(), Work: Work(r.Choose("work", "order.work", WorkWords))}
}

// readTreaty reads a line of $V. `kein` ends what there is: peace.
func readTreaty(r *Reading) orders.Order {
	o := TreatyOrder{Realm: r.Number("realm", "order.realm", 1, mostRealm)}
	t, ok := r.Next("treaty")
	if !ok {
		return o
	}
	at := strings.Index(StanceLetters, strings.ToUpper(t.Value))
	switch {
	case noneWord.Is(t):
		o.Stance = realm.Peace
	case len(t.Value) == 1 && at >= 0:
		o.Stance = realm.Stance(at)
	default:
		r.Reject(t, "order.treaty", nil)
	}
	return o
}
