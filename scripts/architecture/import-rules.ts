// Decides which files a file may import. Biome checks the imports of packages, except for shared and whatsapp, where
// a list of allowed packages is checked here.
import { findUpward } from './areas.ts';
import { moduleOf } from './modules.ts';
import { type Complaint, isTest, resolve, type Source } from './source.ts';

const sharedPackages = ['zod', 'libphonenumber-js'];
const sheetPackages = ['libphonenumber-js', 'hucre', 'csv-parse', '@noble/hashes'];

export function checkImports(source: Source): Complaint[] {
  const { path, imports } = source;
  const module = moduleOf(path);
  if (!module || isTest(path)) return [];
  return imports.flatMap(({ from, line, isType }) => {
    const file = resolve(path, from);
    const text =
      file === undefined
        ? findWrongPackage(path, from)
        : (findWrongFile(path, file) ?? findHeavy(path, file, isType));
    return text ? [{ path, line, text }] : [];
  });
}

function findWrongPackage(path: string, from: string): string | undefined {
  const name = from.split('/', from.startsWith('@') ? 2 : 1).join('/');
  if (path.startsWith('src/shared/')) {
    const allowed = path.startsWith('src/shared/sheets/') ? sheetPackages : sharedPackages;
    if (allowed.includes(name)) return undefined;
    return `shared runs in browser and server and imports only ${allowed.join(', ')}. Take the result of "${from}" as an argument.`;
  }
  if (path.startsWith('src/server/whatsapp/') && /^(fastify|@fastify|kysely|pg$|node:sqlite)/.test(name)) {
    return `whatsapp knows HTTP, not our server or tables. Let its caller use "${from}" and pass plain values.`;
  }
  return undefined;
}

/** A page does not load schemas, because zod is large and tests whether it may compile code from text. */
function findHeavy(path: string, file: string, isType: boolean): string | undefined {
  const isOfPage = path.startsWith('src/web/') && !isType;
  if (!isOfPage || !/^src\/shared\/(calls\/|call\.ts)/.test(file)) return undefined;
  return 'The page imports only types of the calls; their schemas stay on the server. Move the value into a file of shared without schemas.';
}

function findWrongFile(path: string, file: string): string | undefined {
  const here = moduleOf(path);
  const there = moduleOf(file);
  if (there === undefined) return `The product does not import ${file}. Move the needed code into src.`;
  if (
    there === 'shared' &&
    here === 'web/ui' &&
    /^src\/shared\/(words|calls|messages\/message-states)\b/.test(file)
  ) {
    return 'ui could ship in another product: it knows none of our words, calls or states. Pass them as a property, or move the file to lib.';
  }
  if (there === here || there === 'shared') return undefined;
  if (here === 'shared')
    return 'shared imports nothing but shared. Move the needed code there, or take it as an argument.';
  if (path.startsWith('src/web/') !== file.startsWith('src/web/')) {
    return 'Server and web meet only in src/shared. Move the code that both need there.';
  }
  return path.startsWith('src/web/') ? findWrongInWeb(here ?? '', there) : findWrongInServer(path, file);
}

function findWrongInServer(path: string, file: string): string | undefined {
  const isWhatsapp = path.startsWith('src/server/whatsapp/');
  const isBelow = file.startsWith('src/server/whatsapp/') || file === 'src/server/runtime.ts';
  if (isWhatsapp && !isBelow)
    return `whatsapp knows nothing else of the server. Let its caller pass the result of ${file}.`;
  return findUpward(path, file);
}

/**
 * screens import features, and features import ui and lib. The files in src/web itself connect everything, and no
 * file imports them.
 */
function findWrongInWeb(here: string, there: string): string | undefined {
  if (here === 'web') return undefined;
  if (there === 'web')
    return 'The files right in src/web are entry points. Move the needed code into ui or lib.';
  const from = here.split('/')[1] ?? '';
  const to = there.split('/')[1] ?? '';
  if (from === 'screens') return undefined;
  if (from === 'features' && to === 'features') {
    return `Features do not import features. Let the screen connect ${here} and ${there}, or move the shared part to ui or lib.`;
  }
  if (to === 'screens' || to === 'features')
    return `${from} stands below ${to}. Pass the value as a property.`;
  if (from === 'ui')
    return 'ui could ship in another product: it does not import lib. Pass the value as a property.';
  return undefined;
}
