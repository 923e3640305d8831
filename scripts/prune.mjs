// `npm run prune` keeps only the packages that the server loads, for production. `npm prune --omit=dev` would also keep
// optional peers of these packages, with all their dependencies, if they are installed for development.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './install.mjs';

/**
 * @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string>,
 *   peerDependencies?: Record<string, string>, peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Entry
 */

/**
 * The folder in which a package finds this dependency: its own node_modules or one above it. @returns {string |
 * undefined}
 */
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

/** The packages required from the root without development dependencies. @returns {Set<string>} */
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  /** @type {Record<string, Entry>} */
  const packages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const needed = findNeeded(packages);
  const left = Object.keys(packages).filter(
    (folder) => !needed.has(folder) && existsSync(join(root, folder)),
  );
  // Removes this file first. If the run is interrupted, the install counts as incomplete and `npm start` installs
  // again.
  rmSync(join(root, 'node_modules', '.package-lock.json'), { force: true });
  for (const folder of left) rmSync(join(root, folder), { recursive: true, force: true });
  rmSync(join(root, 'node_modules', '.bin'), { recursive: true, force: true });
  rmSync(join(root, 'node_modules', '.vite'), { recursive: true, force: true });
  console.log(
    `Removed ${left.length} development packages; ${needed.size - 1} packages of the program stay.`,
  );
}
