import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

// No file of the page needs another one that needs it: what imports alone in types does not count.
test('the files of the page form no circle', () => {
  const files = readdirSync('src', { recursive: true }).filter((f) => /\.tsx?$/.test(f)).map((f) => join('src', f)), needs = new Map();
  for (const file of files) {
    needs.set(file, [...readFileSync(file, 'utf8').matchAll(/^(?:import|export)(?! type)[^;]*? from '(\.[^']*)'/gm)].flatMap(([, to]) => ['.ts', '.tsx'].map((end) => join(dirname(file), to) + end).filter(existsSync)));
  }
  const done = new Set();
  const walk = (file, way) => {
    assert.ok(!way.includes(file), [...way.slice(way.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    for (const to of needs.get(file)) walk(to, [...way, file]);
    done.add(file);
  };
  assert.ok(files.length > 50);
  for (const file of files) walk(file, []);
});
