// Modules of the page for tests in Node: bundled as the page's are.
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';

// bundled imports a module of the page by its path in src.
export async function bundled(path) {
  const entry = fileURLToPath(new URL(`../src/${path}`, import.meta.url));
  const made = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false, platform: 'neutral',
    mainFields: ['module', 'main'], jsx: 'automatic', jsxImportSource: 'preact' });
  return import('data:text/javascript;base64,' + Buffer.from(made.outputFiles[0].text).toString('base64'));
}
