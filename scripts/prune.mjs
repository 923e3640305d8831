// `npm run prune`: leaves in node_modules what the server loads, for production. `npm prune --omit=dev` keeps 154 MB more:
// better-auth names vitest and react as optional peers, and npm keeps a peer that is there, with all that it brings.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

/**
 * @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Entry
 */

/** The folder a package finds this one in: its own, or that of whoever stands above it. @returns {string | undefined} */
export function findFolder(
  /** @type {Record<string, Entry>} */ packages,
  /** @type {string} */ from,
  /** @type {string} */ name,
) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const folder = `${place}${place ? '/' : ''}node_modules/${name}`;
    if (packages[folder]) return folder;
    if (!place) return undefined;
  }
}

/** What is asked for from the root without development, folder by folder. @returns {Set<string>} */
export function findNeeded(/** @type {Record<string, Entry>} */ packages) {
  const needed = new Set(['']);
  for (const from of needed) {
    const {
      dependencies,
      optionalDependencies,
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[from] ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const folder = findFolder(packages, from, name);
      if (folder) needed.add(folder);
    }
  }
  return needed;
}

if (process.argv[1] && import.meta.filename === process.argv[1]) {
  /** @type {Record<string, Entry>} */
  const packages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const needed = findNeeded(packages);
  const left = Object.keys(packages).filter(
    (folder) => !needed.has(folder) && existsSync(join(root, folder)),
  );
  // First, so that a run cut short is no installation: `npm start` then installs again.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true });
  for (const folder of left) rmSync(join(root, folder), { recursive: true, force: true });
  rmSync(join(root, 'node_modules', '.bin'), { recursive: true, force: true });
  rmSync(join(root, 'node_modules', '.vite'), { recursive: true, force: true });
  console.log(`${left.length} packages of development are gone, ${needed.size - 1} of the program stay.`);
}
