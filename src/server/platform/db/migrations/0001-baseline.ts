/** Creates the whole schema in an empty store, from one SQL file per engine. */
import { readFileSync } from 'node:fs';
import type { Engine } from '../store.ts';

export const name = '0001-baseline';

/** An empty line ends a statement. A semicolon does not, because triggers and functions contain semicolons. */
export function statements(engine: Engine): string[] {
  const text = readFileSync(new URL(`${name}.${engine}.sql`, import.meta.url), 'utf8');
  return text
    .replaceAll('\r\n', '\n')
    .split('\n\n')
    .filter((part) => !part.startsWith('--'));
}
