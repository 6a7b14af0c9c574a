package charter

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// object is what the test reads of a thing that Kubernetes is given.
type object struct {
	Kind     string
	Metadata struct{ Name, Namespace string }
	Data     map[string]string // of a ConfigMap
	Spec     struct {
		ServiceName string `yaml:"serviceName"`
		Replicas    int
		Ports       []struct{ Port int }
		Template    struct {
			Spec struct {
				InitContainers []container `yaml:"initContainers"`
				Containers     []container
				Volumes        []struct{ Name string }
			}
		}
		VolumeClaimTemplates []struct{ Metadata struct{ Name string } } `yaml:"volumeClaimTemplates"`
	}
}

type container struct {
	Name          string
	Args, Command []string
	VolumeMounts  []struct {
		Name string
		Path string `yaml:"mountPath"`
	} `yaml:"volumeMounts"`
}

// manifests are those of a page, each as its objects by kind.
func manifests(t *testing.T, page string) (texts []string, all []map[string]object) {
	t.Helper()
	for _, m := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(page, -1) {
		objects := map[string]object{}
		for d := yaml.NewDecoder(strings.NewReader(m[1])); ; {
			var o object
			if err := d.Decode(&o); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			if _, twice := objects[o.Kind]; twice || o.Kind == "" || o.Metadata.Namespace != "games" {
				t.Errorf("%s %s of %s", o.Kind, o.Metadata.Name, o.Metadata.Namespace)
			}
			objects[o.Kind] = o
		}
		texts, all = append(texts, m[1]), append(all, objects)
	}
	return texts, all
}

// The hosts that the page gives to Kubernetes have a fleet.toml that the program takes, for the name of each pod;
// NATS's hosts are the pods, at addresses that the Service has; whatever is mounted is there. Both languages have
// the same.
func TestKubernetes(t *testing.T) {
	var texts [2][]string
	var all []map[string]object
	for i, lang := range []string{"en", "de"} {
		page, err := os.ReadFile("../../../../docs/fleet." + lang + ".md")
		if err != nil {
			t.Fatal(err)
		}
		texts[i], all = manifests(t, strings.ReplaceAll(string(page), "\n    lang = \"de\"\n", "\n    lang = \"en\"\n"))
	}
	if !slices.Equal(texts[0], texts[1]) || len(all) != 2 {
		t.Fatalf("%d manifests, and they differ", len(all))
	}
	for i, journal := range []string{OfNATS, OfPostgres} {
		set, service := all[i]["StatefulSet"], all[i]["Service"]
		toml, name := all[i]["ConfigMap"].Data["fleet.toml"], set.Metadata.Name
		if set.Spec.ServiceName != service.Metadata.Name || all[i]["PodDisruptionBudget"].Kind == "" {
			t.Errorf("%s: %+v", journal, all[i])
		}
		if _, err := Parse([]byte(toml), "/run/weltentor"); err == nil {
			t.Errorf("%s: HOST may stay", journal)
		}
		for n := range set.Spec.Replicas {
			pod := fmt.Sprint(name, "-", n)
			c, err := Parse([]byte(strings.Replace(toml, "HOST", pod, 1)), "/run/weltentor")
			if err != nil {
				t.Errorf("%s: %v", journal, err)
				continue
			}
			if c.Journal != journal || c.Host != pod || len(c.Mailboxes) != 1 || len(c.Accounts) != 1 {
				t.Errorf("%s: %+v", journal, c)
			}
			if journal == OfNATS {
				checkNATS(t, c, pod, n, set, service)
			}
			if len(set.Spec.VolumeClaimTemplates) != 1 {
				t.Errorf("%s: its cache is not kept", journal)
			}
			for _, file := range []string{c.Cache, c.NATS.CertFile, c.NATS.KeyFile, c.NATS.CAFile} {
				if file != "" && !mounted(set, file) {
					t.Errorf("%s: nothing is mounted at %s", journal, file)
				}
			}
		}
		volumes := map[string]bool{}
		for _, v := range set.Spec.Template.Spec.Volumes {
			volumes[v.Name] = true
		}
		for _, v := range set.Spec.VolumeClaimTemplates {
			volumes[v.Metadata.Name] = true
		}
		for _, c := range slices.Concat(set.Spec.Template.Spec.InitContainers, set.Spec.Template.Spec.Containers) {
			for _, m := range c.VolumeMounts {
				if !volumes[m.Name] {
					t.Errorf("%s: %s has no volume %s", journal, c.Name, m.Name)
				}
			}
		}
		first := set.Spec.Template.Spec.Containers[0]
		if args := strings.Join(first.Args, " "); args != "--fleet /run/weltentor/fleet.toml fleet run" {
			t.Errorf("%s: %s", journal, args)
		}
	}
}

// checkNATS: the n-th host is the n-th pod.
func checkNATS(t *testing.T, c *Charter, pod string, n int, set, service object) {
	t.Helper()
	if len(c.NATS.Hosts) != set.Spec.Replicas {
		t.Fatalf("%d hosts and %d pods", len(c.NATS.Hosts), set.Spec.Replicas)
	}
	at := pod + "." + service.Metadata.Name + "." + service.Metadata.Namespace + ".svc.cluster.local:"
	h, ports := c.NATS.Hosts[n], map[string]bool{}
	for _, p := range service.Spec.Ports {
		ports[fmt.Sprint(p.Port)] = true
	}
	for _, address := range []string{h.Routes, h.Clients} {
		if port, is := strings.CutPrefix(address, at); !is || !ports[port] || h.Name != pod {
			t.Errorf("%s: %s at %s", pod, h.Name, address)
		}
	}
}

// mounted tells whether the host's container has a volume with a file.
func mounted(set object, file string) bool {
	for _, m := range set.Spec.Template.Spec.Containers[0].VolumeMounts {
		if strings.HasPrefix(file, m.Path+"/") {
			return true
		}
	}
	return false
}
