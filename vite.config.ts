import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, transformWithOxc } from 'vite';
import { collectNotices } from './scripts/third-party-notices.ts';
import { notScreens } from './src/shared/not-screens.ts';

const web = join(import.meta.dirname, 'src/web');

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
const toServer = ['/api', '/webhooks', '/files', '/healthz', '/readyz', '/metrics'];

/** What opening the desk needs: the page's own files, and those of the desk. */
const isOfOpening = ({ isEntry, name }: { isEntry: boolean; name: string }): boolean =>
  isEntry || name === 'app' || name === 'desk';

/** Writes the service worker beside the page, with the names of what was built: with each of them it is another one. */
const serviceWorker = (): Plugin => ({
  name: 'service-worker',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const page = readFileSync(join(dir, 'index.html'), 'utf8');
    const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
    const first = new Set(files.filter((name) => name.includes('latin-wght-normal')));
    const add = (name: string): void => {
      const chunk = bundle[name];
      if (chunk?.type !== 'chunk' || first.has(name)) return;
      first.add(name);
      for (const style of chunk.viteMetadata?.importedCss ?? []) first.add(style);
      for (const other of chunk.imports) add(other);
    };
    const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
    for (const chunk of chunks.filter(isOfOpening)) add(chunk.fileName);
    // With each version of Qasid too: the page is kept with its headers, which may be others then.
    const release = readFileSync(join(import.meta.dirname, 'package.json'));
    const hash = createHash('sha256').update(release).update(page).update(files.sort().join()).digest('hex');
    const built = {
      version: `qasid-${hash.slice(0, 16)}`,
      entry: `/${chunks.find(({ isEntry }) => isEntry)?.fileName}`,
      first: [...first].map((name) => `/${name}`),
      files: files.map((name) => `/${name}`),
    };
    const source = join(web, 'built-files.worker.ts');
    const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source);
    const declaration = `const built = { ...${JSON.stringify(built)}, notScreens: ${notScreens} };\n`;
    writeFileSync(join(dir, 'service-worker.js'), declaration + code.replace(/^export \{\};$/m, ''));
  },
});

/** Writes the licences beside the page. */
const thirdPartyNotices = (): Plugin => ({
  name: 'third-party-notices',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'third-party-notices.txt', source: collectNotices() });
  },
});

export default defineConfig({
  root: 'src/web',
  plugins: [react(), serviceWorker(), thirdPartyNotices()],
  worker: { format: 'es' },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A request costs a phone more than a few kilobytes do: signing in comes in one file, what everything behind
          // it needs in one, what the other entrances add in one, and what the desk adds in one. Each takes along what
          // its modules import.
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'app', test: /[\\/]web[\\/]app\.tsx$/ },
            { name: 'entrance', test: /[\\/]screens[\\/](join|set-up)\.tsx$/ },
            { name: 'desk', test: /[\\/]screens[\\/](entered|send-messages)\.tsx$/ },
          ],
        },
      },
    },
  },
  server: {
    // The browser keeps its own Host, so that sign-in sees the same origin as the page.
    proxy: Object.fromEntries(toServer.map((path) => [path, { target: server, changeOrigin: false }])),
  },
});
