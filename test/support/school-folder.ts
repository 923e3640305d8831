/**
 * A school's folder with this program, and a newer program beside it with one more migration. Its pages are one line
 * long, because building the real ones takes longer than everything else.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const root = join(import.meta.dirname, '../..');
const parts = ['package.json', 'package-lock.json', 'scripts', 'src'];
const pages = `import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
mkdirSync(join(root, 'dist/web'), { recursive: true });
writeFileSync(join(root, 'dist/web/index.html'), '<p>Qasid</p>');
`;

function copyProgram(to: string, version: string): void {
  mkdirSync(to, { recursive: true });
  for (const part of parts)
    cpSync(join(root, part), join(to, part), { recursive: true, filter: (path) => !path.includes('.test.') });
  for (const name of ['package.json', 'package-lock.json']) {
    const manifest = JSON.parse(readFileSync(join(to, name), 'utf8'));
    writeFileSync(join(to, name), JSON.stringify({ ...manifest, version }));
  }
  writeFileSync(join(to, 'scripts/web-build.mjs'), pages);
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'), 'junction');
}

export type SchoolFolder = {
  home: string;
  newer: string;
  dataDir: string;
  /** Starts a command of the folder in its own process group, without waiting for it. */
  begin: (script: string, ...args: string[]) => ChildProcess;
  /** What the command printed and how it ended. */
  run: (script: string, ...args: string[]) => Promise<{ code: number | null; output: string }>;
  /** Changes a file of the newer program until the next `reset`. */
  spoil: (path: string, change: (text: string) => string) => void;
  /** Stores the data as the state that `reset` returns to, with no update made and no file changed. */
  keep: () => void;
  reset: () => void;
  /** Reads from the present data. */
  read: (sql: string) => unknown[];
  write: (sql: string) => void;
  remove: () => void;
};

/** The name of the folder contains characters that real folders have. */
export function makeSchoolFolder(): SchoolFolder {
  const above = mkdtempSync(join(tmpdir(), 'qasid-update-'));
  const home = join(above, "fee desk & ڈیسک 100% 'a'");
  const newer = join(above, 'newer');
  const dataDir = join(home, 'data');
  copyProgram(home, '0.1.0');
  copyProgram(newer, '0.2.0');
  const begin: SchoolFolder['begin'] = (script, ...args) =>
    spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', join(home, 'scripts', script), ...args],
      {
        cwd: home,
        // The compile cache is kept, because every test runs the same sources in the same place.
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(above, 'cache') },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    );
  const withData = <T>(work: (database: DatabaseSync) => T): T => {
    const database = new DatabaseSync(join(dataDir, 'qasid.db'));
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  const snapshot = join(above, 'kept');
  const spoiled = new Map<string, string>();
  return {
    home,
    newer,
    dataDir,
    begin,
    run: async (script, ...args) => {
      const child = begin(script, ...args);
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          output += text;
        });
      const [code] = await once(child, 'close');
      return { code, output };
    },
    spoil: (path, change) => {
      const text = readFileSync(join(newer, path), 'utf8');
      if (!spoiled.has(path)) spoiled.set(path, text);
      writeFileSync(join(newer, path), change(text));
    },
    keep: () => cpSync(dataDir, snapshot, { recursive: true }),
    reset: () => {
      for (const folder of [dataDir, join(home, 'programs')])
        rmSync(folder, { recursive: true, force: true });
      cpSync(snapshot, dataDir, { recursive: true });
      for (const [path, text] of spoiled) writeFileSync(join(newer, path), text);
      spoiled.clear();
    },
    read: (sql) =>
      withData((database) =>
        database
          .prepare(sql)
          .all()
          .map((row) => Object.values(row)[0]),
      ),
    write: (sql) => withData((database) => database.exec(sql)),
    remove: () => rmSync(above, { recursive: true, force: true }),
  };
}

/** Adds a migration to the newer program that the older one does not know. */
export const withStep = (text: string): string =>
  text.replace(
    /(export const migrations[^=]*= \[[^\]]*?),?\s*\];/,
    "$1, { name: '9999-later', statements: () => ['create table later (id integer not null primary key) strict'] }];",
  );
