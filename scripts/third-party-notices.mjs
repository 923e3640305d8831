// Writes dist/web/third-party-notices.txt with the licences of all packages in the built web app and the server.
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { findNeeded } from './prune.mjs';

export const noticesFile = 'dist/web/third-party-notices.txt';

const licenceFile = /^(licen[cs]e|copying|copyright|notice|ofl)([-.].*)?$/i;
const importedName = /(?:\bfrom|\bimport|@import)\s*\(?\s*['"]((?:@[\w.-]+\/)?[\w.-]+)[^'"]*['"]/g;

/** Finds the imported packages that package.json lists. Other imports come from Node or from our own code. */
export function importedPackages(/** @type {string[]} */ texts, /** @type {Record<string, string>} */ known) {
  const names = texts.flatMap((text) => [...text.matchAll(importedName)].map(([, name = '']) => name));
  return [...new Set(names)].filter((name) => Object.hasOwn(known, name)).sort();
}

/** @returns {string[]} The folders of packages, such as node_modules/react. */
function listPackages() {
  /** @type {Record<string, { dependencies?: Record<string, string> }>} */
  const packages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const sources = globSync('src/{web,shared}/**/*.{ts,tsx,css,html}', { cwd: root });
  const texts = sources
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(root, path), 'utf8'));
  const bundled = importedPackages(texts, devDependencies);
  const asked = {
    ...dependencies,
    ...Object.fromEntries(bundled.map((name) => [name, devDependencies[name]])),
  };
  // The lock file lists packages for other systems that are not installed here.
  return [...findNeeded({ ...packages, '': { dependencies: asked } })].filter(
    (folder) => folder !== '' && existsSync(join(root, folder, 'package.json')),
  );
}

/** @param {string} folder @returns {{ title: string, text: string }} */
function readNotice(folder) {
  const { name, license, licenses, author, homepage } = JSON.parse(
    readFileSync(join(root, folder, 'package.json'), 'utf8'),
  );
  const licence = license?.type ?? license ?? licenses?.[0]?.type ?? 'see its home page';
  const files = readdirSync(join(root, folder)).filter((file) => licenceFile.test(file));
  const texts = files.map((file) =>
    readFileSync(join(root, folder, file), 'utf8')
      .replaceAll('\r\n', '\n')
      .trim(),
  );
  const by = author?.name ?? author;
  const said = [by && `By ${by}.`, homepage].filter(Boolean).join('\n');
  return { title: `${name} (${licence})`, text: texts.length > 0 ? texts.join('\n\n') : said };
}

/** A text that several packages share is written once, below all their names. */
export function formatNotices(/** @type {{ title: string, text: string }[]} */ notices) {
  const byText = Map.groupBy(notices, ({ text }) => text);
  const parts = [...byText].map(([text, same]) => {
    const titles = [...new Set(same.map(({ title }) => title))].sort();
    return { first: titles[0] ?? '', part: `${titles.join('\n')}\n\n${text}` };
  });
  const line = `\n\n${'='.repeat(80)}\n\n`;
  const sorted = parts.sort((a, b) => (a.first < b.first ? -1 : 1)).map(({ part }) => part);
  return `${['Qasid contains these packages, each under its own licence.', ...sorted].join(line)}\n`;
}

export const collectNotices = () => formatNotices(listPackages().map(readNotice));

export function writeNotices() {
  writeFileSync(join(root, noticesFile), collectNotices());
}
