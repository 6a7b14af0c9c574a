// Bundles the page: dist/app.js and dist/app.css, and dist/worker.js, in which the engine runs. The
// same sources give the same bytes.
import { build } from 'esbuild';

const common = {
  bundle: true, minify: true, format: 'iife', target: ['es2022', 'safari17.5', 'firefox120', 'chrome123'],
  legalComments: 'none', charset: 'utf8', logLevel: 'warning',
};

await build({ ...common, entryPoints: { app: 'src/main.tsx', worker: 'src/worker.ts' }, outdir: 'dist',
  jsx: 'automatic', jsxImportSource: 'preact' });
await build({ ...common, entryPoints: { app: 'src/style.css' }, outdir: 'dist' });
