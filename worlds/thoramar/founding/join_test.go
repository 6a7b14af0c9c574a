package founding_test

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"weltentor/worlds/game"
	"weltentor/worlds/thoramar/founding"
	"weltentor/worlds/thoramar/gametest"
	"weltentor/worlds/thoramar/land"
	"weltentor/worlds/thoramar/realm"
)

// Decision 1: on tla, at least 12 fields apart, worth within 15 % of the
// sites' median.
func TestStartSitesAreFair(t *testing.T) {
	p := gametest.Fresh(t, "fair", 0, 0, 20)
	s := p.State
	sites := land.NewSites(p.Tables, s)
	var worth []int64
	for i := range s.Realms[1:] {
		r := &s.Realms[i+1]
		if code := p.Tables.Terrain[s.Fields[r.Origin].Terrain].Code; code != "tla" {
			t.Errorf("realm %d begins on %s", r.Number, code)
		}
		worth = append(worth, sites.Worth(p.Tables, s, r.Origin, 4))
		for k := range s.Realms[1 : i+1] {
			if d := s.Grid.Distance(r.Origin, s.Realms[k+1].Origin); d < 12 {
				t.Errorf("realms %d and %d are %d apart", r.Number, k+1, d)
			}
		}
	}
	sorted := slices.Sorted(slices.Values(worth))
	median := sorted[len(sorted)/2]
	for i, n := range worth {
		if realm.Abs64(n-median)*100 > 15*median {
			t.Errorf("realm %d begins with land worth %d, the median is %d", i+1, n, median)
		}
	}
	var lowlands []int64
	for at := range s.Fields {
		if p.Tables.Terrain[s.Fields[at].Terrain].Code == "tla" {
			lowlands = append(lowlands, sites.Worth(p.Tables, s, game.Place(at), 4))
		}
	}
	slices.Sort(lowlands)
	middle := lowlands[len(lowlands)/2]
	for i, n := range worth {
		if realm.Abs64(n-middle)*100 > 15*middle {
			t.Errorf("realm %d begins with land worth %d, the median of all sites is %d", i+1, n, middle)
		}
	}
	if list := realm.Damaged(p.Tables, p.State); len(list) > 0 {
		t.Errorf("broken: %q", list)
	}
}

// Where room is short distance goes first, and fairness within a band twice as wide:
// no two of twelve capitals on 60 × 34 fields are wall to wall while a fair site
// farther off is free. What land that others know is stays as they know it.
func TestStartSitesKeepApart(t *testing.T) {
	near, pairs, cleared := 0, 0, 0
	for seed := range 20 {
		p := gametest.Fresh(t, "apart "+strconv.Itoa(seed), 60, 34, 0)
		var handed *land.Sites
		for i := range 12 {
			before := p.State
			next, sites, n, err := founding.Join(p, handed, game.Joining{Name: "Realm " + strconv.Itoa(i+1), Player: "P"},
				game.Seed{byte(seed)})
			if err != nil {
				t.Fatal(err)
			}
			p.State, handed = next, sites
			at := p.State.Realms[n].Origin
			was, is := before.Fields[at].Terrain, p.State.Fields[at].Terrain
			if code := p.Tables.Terrain[is].Code; code != "tla" {
				t.Errorf("a capital stands on %s", code)
			}
			if was != is {
				cleared++
				for k := range before.Realms {
					if before.Realms[k].Seen.Has(at) {
						t.Errorf("realm %d knew the field of realm %d's capital as another", k, n)
					}
				}
			}
			if again := land.NewSites(p.Tables, p.State); !reflect.DeepEqual(again, sites) {
				t.Fatalf("after realm %d the sites handed on are others than those of its world", n)
			}
		}
		for i := range p.State.Realms[1:] {
			nearest := 99
			for k := range p.State.Realms[1:] {
				if i != k {
					nearest = min(nearest, p.State.Grid.Distance(p.State.Realms[i+1].Origin,
						p.State.Realms[k+1].Origin))
				}
			}
			pairs++
			if nearest <= 3 {
				near++
			}
		}
	}
	t.Logf("%d of %d realms have a neighbour within 3 fields, %d capitals on cleared land", near, pairs, cleared)
	if near*100 > pairs*18 || cleared == 0 {
		t.Errorf("%d of %d realms have a neighbour within 3 fields, %d capitals stand on cleared land", near, pairs,
			cleared)
	}
}

// A new realm has its capital, called like the realm, 400,000 gold and knows the
// ring (manual).
func TestNewRealm(t *testing.T) {
	p := gametest.Fresh(t, "new", 40, 30, 1)
	r := &p.State.Realms[1]
	b := p.State.Fields[r.Origin].Building
	if r.Gold != 400000 || b == nil || b.Kind != "HST" || b.Name != r.Name || b.Used != 0 ||
		p.State.Fields[r.Origin].Owner != 1 {
		t.Errorf("realm %+v with building %+v", r, b)
	}
	seen := 0
	for at := range p.State.Fields {
		if r.Seen.Has(game.Place(at)) {
			seen++
		}
	}
	if seen != 7 {
		t.Errorf("knows %d fields, want its capital and the six around it", seen)
	}
}

func TestJoinErrorsListChoices(t *testing.T) {
	p := gametest.Fresh(t, "x", 40, 30, 1)
	for _, c := range []struct {
		j    game.Joining
		want string
	}{
		{game.Joining{Name: "A", Culture: "elves"}, "plain, ice, desert, jungle, mountain, sea, steppe"},
		{game.Joining{Name: "A", Kind: "gods"}, "normal, nomad, pirate"},
		{game.Joining{Name: " "}, "name"},
		{game.Joining{Name: "realm 1"}, "Only the realm with that number"},
		{game.Joining{Name: "A", Computer: "C64"}, "UTF8, PC or Amiga"},
	} {
		if _, _, _, err := founding.Join(p, nil, c.j, game.Seed{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v does not say %q", c.j, err, c.want)
		}
	}
}

// A world filled to the brim refuses with words and never doubles a capital.
func TestFullWorld(t *testing.T) {
	p := gametest.Found(t, "full", 20, 16)
	var sites *land.Sites
	var err error
	for i := 0; err == nil; i++ {
		var next *realm.State
		if next, sites, _, err = founding.Join(p, sites, game.Joining{Name: "R" + strconv.Itoa(i)}, game.Seed{}); err == nil {
			p.State = next
		}
		if i > 400 {
			t.Fatal("more realms than fields")
		}
	}
	if len(p.State.Realms) < 3 || !strings.Contains(err.Error(), "no room") {
		t.Errorf("%d realms, then %v", len(p.State.Realms)-1, err)
	}
	if list := realm.Damaged(p.Tables, p.State); len(list) > 0 {
		t.Errorf("broken: %q", list)
	}
}
