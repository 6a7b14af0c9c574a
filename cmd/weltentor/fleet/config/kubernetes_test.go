package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
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

// manifest is that of the docs, as its objects by kind.
func manifest(t *testing.T) map[string]object {
	t.Helper()
	text, err := os.ReadFile("../../../../docs/fleet.yaml")
	if err != nil {
		t.Fatal(err)
	}
	objects := map[string]object{}
	for d := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var o object
		if err := d.Decode(&o); errors.Is(err, io.EOF) {
			return objects
		} else if err != nil {
			t.Fatal(err)
		}
		if _, twice := objects[o.Kind]; twice || o.Kind == "" || o.Metadata.Namespace != "games" {
			t.Errorf("%s %s of %s", o.Kind, o.Metadata.Name, o.Metadata.Namespace)
		}
		objects[o.Kind] = o
	}
}

// The hosts that the docs give to Kubernetes have a fleet.toml that the program takes, for the name of each pod;
// what it names is mounted, and whatever is mounted is there.
func TestKubernetes(t *testing.T) {
	objects := manifest(t)
	set, toml := objects["StatefulSet"], objects["ConfigMap"].Data["fleet.toml"]
	if set.Spec.ServiceName != objects["Service"].Metadata.Name || objects["PodDisruptionBudget"].Kind == "" {
		t.Errorf("%+v", objects)
	}
	if _, err := parse([]byte(toml), "/run/weltentor"); err == nil {
		t.Error("HOST may stay")
	}
	for n := range set.Spec.Replicas {
		pod := fmt.Sprint(set.Metadata.Name, "-", n)
		c, err := parse([]byte(strings.Replace(toml, "HOST", pod, 1)), "/run/weltentor")
		if err != nil {
			t.Error(err)
			continue
		}
		if c.Host != pod || len(c.Mailboxes) != 1 || len(c.Accounts) != 1 {
			t.Errorf("%+v", c)
		}
		if len(set.Spec.VolumeClaimTemplates) != 1 {
			t.Error("its cache is not kept")
		}
		u, err := url.Parse(c.Postgres.URL)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, file := range []string{c.Cache, u.Query().Get("sslrootcert")} {
			if !mounted(set, file) {
				t.Errorf("nothing is mounted at %s", file)
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
				t.Errorf("%s has no volume %s", c.Name, m.Name)
			}
		}
	}
	first := set.Spec.Template.Spec.Containers[0]
	if args := strings.Join(first.Args, " "); args != "--fleet /run/weltentor/fleet.toml fleet run" {
		t.Error(args)
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
