/**
 * The size of everything a browser must load before sign-in is usable: page, module with its imports, styles and fonts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Figure, Row } from '../figure.ts';

const webDir = join(import.meta.dirname, '../../dist/web');
const mostKB = 110;

/** Matches `src="/assets/a.js"` of scripts and images, and `href` of styles, icons and module preloads. */
const loaded = /\b(?:src|href)="(\/[^"]+\.\w+)"/g;
/** Matches `import … from"./b.js"`, `export … from"./b.js"` and `import"./b.js"`; a dynamic `import(` has a bracket. */
const imported = /\b(?:from|import)\s*"(\.{1,2}\/[^"]+\.js)"/g;
/** The Latin font. A browser loads the other fonts only for letters that occur. */
const font = /url\((\/[^)]*latin-wght-normal[^)]*\.woff2)\)/g;

const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

function needsOf(path: string, text: string): string[] {
  if (path.endsWith('.html')) return matchesOf(text, loaded);
  if (path.endsWith('.css')) return matchesOf(text, font);
  const folder = posix.dirname(path);
  return path.endsWith('.js') ? matchesOf(text, imported).map((other) => posix.join(folder, other)) : [];
}

/** The bytes of a file on the wire. A font is already compressed. */
const wireBytes = (path: string, source: Buffer): number =>
  path.endsWith('.woff2') ? source.length : gzipSync(source).length;

/** The page and all it needs, each file once. */
function weigh(page: string): { bytes: number; files: number } {
  const seen = new Set<string>();
  let bytes = 0;
  const waiting = [page];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const source = readFileSync(join(webDir, path));
    bytes += wireBytes(path, source);
    waiting.push(...needsOf(path, source.toString()));
  }
  return { bytes, files: seen.size };
}

async function measure(): Promise<Row[]> {
  const page = '/index.html';
  if (!existsSync(join(webDir, page))) {
    process.stderr.write('  no dist/web: run `npm run build` first\n');
    return [];
  }
  const { bytes, files } = weigh(page);
  const ours = bytes / 1000;
  const note = `${files} files`;
  const what = 'all files before sign-in, over the wire';
  return [{ what, ours, floor: mostKB, unit: 'kB', ratio: ours / mostKB, bound: 1, beside: 'limit', note }];
}

export const webSize: Figure = { name: 'web-size', measure };
