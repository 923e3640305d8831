/** The JavaScript a browser must load before sign-in is usable: the page's module and all it imports statically. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Figure, Row } from '../figure.ts';

const webDir = join(import.meta.dirname, '../../dist/web');
const mostKB = 200;

/** `src="/assets/a.js"` of scripts and `href` of module preloads. */
const loaded = /<(?:script|link)\b[^>]*?\b(?:src|href)="(\/[^"]+\.js)"/g;
/** `import … from"./b.js"`, `export … from"./b.js"` and `import"./b.js"`; a dynamic `import(` has a bracket. */
const imported = /\b(?:from|import)\s*"(\.{1,2}\/[^"]+\.js)"/g;

const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1] ?? '');

/** Gzipped bytes of the files and of all they import, each once. */
function weigh(paths: readonly string[]): { bytes: number; files: number } {
  const seen = new Set<string>();
  let bytes = 0;
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const source = readFileSync(join(webDir, path));
    bytes += gzipSync(source, { level: 9 }).length;
    const folder = posix.dirname(path);
    waiting.push(...matchesOf(source.toString(), imported).map((other) => posix.join(folder, other)));
  }
  return { bytes, files: seen.size };
}

async function measure(): Promise<Row[]> {
  const page = join(webDir, 'index.html');
  if (!existsSync(page)) {
    process.stderr.write('  no dist/web: run `npm run build` first\n');
    return [];
  }
  const { bytes, files } = weigh(matchesOf(readFileSync(page, 'utf8'), loaded));
  const ours = bytes / 1000;
  const note = `${files} files`;
  const what = 'JavaScript before sign-in, gzip';
  return [{ what, ours, floor: mostKB, unit: 'kB', ratio: ours / mostKB, bound: 1, beside: 'limit', note }];
}

export const webSize: Figure = { name: 'web-size', measure };
