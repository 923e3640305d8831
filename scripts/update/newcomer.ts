/** Reads a new version from a folder, a .zip or a .tar.gz, and checks it before anything is changed. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compareVersions, isVersion } from '../programs.mjs';
import { NewVersionFailure, type PackedFile } from './model.ts';
import { readTar } from './read-tar.ts';
import { readZip } from './read-zip.ts';
import { isOfProgram, partsOf, withoutTopFolder } from './safe-path.ts';

/** Limits in bytes for the archive and for the unpacked program. The sources of the program take a few megabytes. */
const largestArchive = 512 * 1024 * 1024;
const largestProgram = 1024 * 1024 * 1024;

export type NewVersion = {
  version: string;
  files: PackedFile[];
  /** Set if the version was given as a folder. Its node_modules may be reused. */
  folder: string | undefined;
};

/** An update needs these files of the new version. */
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
      // A link is skipped, because it may point anywhere.
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile())
        files.push({ path: path.join('/'), read: () => readFile(join(folder, ...path)) });
    }
  };
  await walk([]);
  return files;
}

async function listArchive(path: string, size: number): Promise<PackedFile[]> {
  if (size > largestArchive) throw new NewVersionFailure('tooLarge', path);
  const bytes = await readFile(path);
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0);
  const isZip = mark === 0x504b;
  const isGzip = mark === 0x1f8b;
  if (!isZip && !isGzip) throw new NewVersionFailure('notArchive', path);
  return isZip ? readZip(new Uint8Array(bytes), largestProgram) : readTar(bytes, largestProgram);
}

/**
 * Returns each file once, with its path below the program's folder. Files that do not belong to the program are left
 * out.
 */
function place(files: readonly PackedFile[]): PackedFile[] {
  const paths = withoutTopFolder(files.map(({ path }) => partsOf(path)));
  const names = new Set<string>();
  return files.flatMap(({ read }, index) => {
    const parts = paths[index] ?? [];
    if (!isOfProgram(parts)) return [];
    const path = parts.join('/');
    // On Windows both names would be the same file.
    if (names.has(path.toLowerCase())) throw new NewVersionFailure('unsafe', path);
    names.add(path.toLowerCase());
    return [{ path, read }];
  });
}

async function readJson(files: readonly PackedFile[], name: string): Promise<Record<string, unknown>> {
  const file = files.find(({ path }) => path === name);
  if (!file) throw new NewVersionFailure('notQasid', name);
  try {
    return JSON.parse((await file.read()).toString('utf8')) as Record<string, unknown>;
  } catch (error) {
    throw error instanceof NewVersionFailure ? error : new NewVersionFailure('torn', name);
  }
}

async function readVersion(files: readonly PackedFile[]): Promise<string> {
  const { name, version } = await readJson(files, 'package.json');
  if (name !== 'qasid' || typeof version !== 'string' || !isVersion(version))
    throw new NewVersionFailure('notQasid', String(name ?? ''));
  const missing = needed.find((one) => !files.some(({ path }) => path === one));
  if (missing) throw new NewVersionFailure('incomplete', missing);
  const lock = await readJson(files, 'package-lock.json');
  if (lock.version !== version) throw new NewVersionFailure('incomplete', 'package-lock.json');
  return version;
}

/** Throws a `NewVersionFailure` if the new version cannot replace `present`, the running version. */
export async function readNewVersion(path: string, present: string): Promise<NewVersion> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new NewVersionFailure('absent', path);
  const listed = found.isDirectory() ? await listFolder(path) : await listArchive(path, found.size);
  const files = place(listed);
  const version = await readVersion(files);
  const age = compareVersions(version, present);
  if (age <= 0) throw new NewVersionFailure(age === 0 ? 'sameVersion' : 'older', version);
  return { version, files, folder: found.isDirectory() ? path : undefined };
}
