/** A newer Qasid as it was given: a folder, a .zip or a .tar.gz. It is looked at before anything is done. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compareVersions, isVersion } from '../programs.mjs';
import { NewcomerFailure, type PackedFile } from './model.ts';
import { readTar } from './read-tar.ts';
import { readZip } from './read-zip.ts';
import { isOfProgram, partsOf, withoutTopFolder } from './safe-path.ts';

/** Bytes: of the archive, and of what it unpacks to. The program's sources are some megabytes. */
const largestArchive = 512 * 1024 * 1024;
const largestProgram = 1024 * 1024 * 1024;

export type Newcomer = {
  version: string;
  files: PackedFile[];
  /** Where it was given as a folder: its node_modules may be taken over. */
  folder: string | undefined;
};

/** Without them it is none, or one that cannot be brought by an update. */
const needed = [
  'package.json',
  'package-lock.json',
  'scripts/start.mjs',
  'scripts/self-check.mjs',
  'scripts/web-build.mjs',
  'src/server/main.ts',
  'src/web/index.html',
];

async function listFolder(folder: string): Promise<PackedFile[]> {
  const files: PackedFile[] = [];
  const walk = async (parts: string[]): Promise<void> => {
    for (const entry of await readdir(join(folder, ...parts), { withFileTypes: true })) {
      const path = [...parts, entry.name];
      if (!isOfProgram(path)) continue;
      // A link is passed over: it could lead anywhere.
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile())
        files.push({ path: path.join('/'), read: () => readFile(join(folder, ...path)) });
    }
  };
  await walk([]);
  return files;
}

async function listArchive(path: string, size: number): Promise<PackedFile[]> {
  if (size > largestArchive) throw new NewcomerFailure('tooLarge', path);
  const bytes = await readFile(path);
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  const isZip = mark === 0x504b;
  const isGzip = mark === 0x1f8b;
  if (!isZip && !isGzip) throw new NewcomerFailure('notArchive', path);
  return isZip ? readZip(new Uint8Array(bytes), largestProgram) : readTar(bytes, largestProgram);
}

/** Each once, below the program's folder; what is none of the program's left out. */
function place(files: readonly PackedFile[]): PackedFile[] {
  const paths = withoutTopFolder(files.map(({ path }) => partsOf(path)));
  const names = new Set<string>();
  return files.flatMap(({ read }, index) => {
    const parts = paths[index] ?? [];
    if (!isOfProgram(parts)) return [];
    const path = parts.join('/');
    // On Windows both would be the same file.
    if (names.has(path.toLowerCase())) throw new NewcomerFailure('unsafe', path);
    names.add(path.toLowerCase());
    return [{ path, read }];
  });
}

async function readJson(files: readonly PackedFile[], name: string): Promise<Record<string, unknown>> {
  const file = files.find(({ path }) => path === name);
  if (!file) throw new NewcomerFailure('notQasid', name);
  try {
    return JSON.parse((await file.read()).toString('utf8')) as Record<string, unknown>;
  } catch (error) {
    throw error instanceof NewcomerFailure ? error : new NewcomerFailure('torn', name);
  }
}

async function readVersion(files: readonly PackedFile[]): Promise<string> {
  const { name, version } = await readJson(files, 'package.json');
  if (name !== 'qasid' || typeof version !== 'string' || !isVersion(version))
    throw new NewcomerFailure('notQasid', String(name ?? ''));
  const missing = needed.find((one) => !files.some(({ path }) => path === one));
  if (missing) throw new NewcomerFailure('incomplete', missing);
  const lock = await readJson(files, 'package-lock.json');
  if (lock.version !== version) throw new NewcomerFailure('incomplete', 'package-lock.json');
  return version;
}

/** Fails with a `NewcomerFailure` where it cannot follow `present`, the version that runs. */
export async function readNewcomer(path: string, present: string): Promise<Newcomer> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new NewcomerFailure('absent', path);
  const listed = found.isDirectory() ? await listFolder(path) : await listArchive(path, found.size);
  const files = place(listed);
  const version = await readVersion(files);
  const age = compareVersions(version, present);
  if (age <= 0) throw new NewcomerFailure(age === 0 ? 'sameVersion' : 'older', version);
  return { version, files, folder: found.isDirectory() ? path : undefined };
}
