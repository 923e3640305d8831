// The licences of all packages in the built web app and the server. The build writes them beside the page.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';
import { findNeeded } from './prune.mjs';

const licenceFile = /^(licen[cs]e|copying|copyright|notice|ofl)([-.].*)?$/i;
const importedName = /(?:\bfrom|\bimport|@import)\s*\(?\s*['"]((?:@[\w.-]+\/)?[\w.-]+)[^'"]*['"]/g;

/** Finds the imported packages that package.json lists. Other imports come from Node or from our own code. */
export function importedPackages(texts: readonly string[], listed: Record<string, string>): string[] {
  const names = texts.flatMap((text) => [...text.matchAll(importedName)].map(([, name = '']) => name));
  return [...new Set(names)].filter((name) => Object.hasOwn(listed, name)).sort();
}

/** Returns the folders of packages, such as node_modules/react. */
function listPackages(): string[] {
  const packages = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const sources = globSync('src/{web,shared}/**/*.{ts,tsx,css,html}', { cwd: root });
  const texts = sources
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(root, path), 'utf8'));
  const bundled = importedPackages(texts, devDependencies);
  const needed = {
    ...dependencies,
    ...Object.fromEntries(bundled.map((name) => [name, devDependencies[name]])),
  };
  // The lock file lists packages for other systems that are not installed here.
  return [...findNeeded({ ...packages, '': { dependencies: needed } })].filter(
    (folder) => folder !== '' && existsSync(join(root, folder, 'package.json')),
  );
}

type Notice = { title: string; text: string };

function readNotice(folder: string): Notice {
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
  const origin = [by && `By ${by}.`, homepage].filter(Boolean).join('\n');
  return { title: `${name} (${licence})`, text: texts.length > 0 ? texts.join('\n\n') : origin };
}

/** A text that several packages share is written once, below all their names. */
export function formatNotices(notices: readonly Notice[]): string {
  const byText = Map.groupBy(notices, ({ text }) => text);
  const parts = [...byText].map(([text, same]) => {
    const titles = [...new Set(same.map(({ title }) => title))].sort();
    return { first: titles[0] ?? '', part: `${titles.join('\n')}\n\n${text}` };
  });
  const line = `\n\n${'='.repeat(80)}\n\n`;
  const sorted = parts.sort((a, b) => (a.first < b.first ? -1 : 1)).map(({ part }) => part);
  return `${['Qasid contains these packages, each under its own licence.', ...sorted].join(line)}\n`;
}

export const collectNotices = (): string => formatNotices(listPackages().map(readNotice));
