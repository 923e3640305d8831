// Checks the names and places of files, so that a reader can guess where a file is.
import { entrances, foundations } from './areas.ts';
import { type Complaint, isTest, type Source } from './source.ts';

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const sayNothing = /^(utils?|helpers?|common|misc|types|services?|managers?|index)$/;

/** A room of the server is a noun and may hold only these files. */
const roomFiles = ['routes.ts', 'actions.ts', 'queries.ts', 'rules.ts', 'worker.ts'];
/** An area may hold these files beside its rooms: its types and states, its tables, and the files of a room. */
const areaFiles = ['model.ts', 'tables.ts', ...roomFiles];
/** These areas deal with the outside world or the machine, so a file may have any noun as its name. */
const freeAreas = [
  'db',
  'http',
  'auth',
  'whatsapp',
  'live',
  'files',
  'backups',
  'installation',
  'demo',
  'log',
  'metrics',
];
/** Rooms with free file names: the providers, the typesetting engine and the migrations. */
const freeRooms = ['whatsapp/cloud', 'whatsapp/waha', 'papers/engine', 'db/migrations'];
const webFolders = ['screens', 'features', 'ui', 'lib'];

export function checkNames(source: Source): Complaint[] {
  const complain = (text: string): Complaint => ({ path: source.path, line: 1, text });
  const complaints: Complaint[] = [];
  for (const part of source.path.split('/')) {
    if (!kebab.test(part))
      complaints.push(complain(`"${part}" is not kebab-case. Write it like bill-card.tsx.`));
    const empty = words(part).find((word) => sayNothing.test(word));
    if (empty && part !== 'index.html') {
      complaints.push(complain(`"${empty}" says nothing. Name the file after the noun or the job it holds.`));
    }
  }
  if (source.isBarrel) {
    complaints.push(complain('It only re-exports. Import from the file that says it, and delete this one.'));
  }
  const misplaced = findMisplaced(source.path);
  return misplaced ? [...complaints, complain(misplaced)] : complaints;
}

/** bill-utils.test.ts -> bill, utils */
function words(part: string): string[] {
  return (part.split('.')[0] ?? '').split('-');
}

function findMisplaced(path: string): string | undefined {
  const [, side, folder, ...rest] = path.split('/');
  if (!path.startsWith('src/') || side === undefined || folder === undefined) return undefined;
  if (side === 'server') return findMisplacedInServer(path, folder, rest);
  if (side === 'web' && rest.length > 0 && !webFolders.includes(folder)) {
    return `src/web has ${webFolders.join(', ')} and no "${folder}". Move it into one of them.`;
  }
  if (side !== 'shared' && side !== 'web') return 'src has shared, server and web. Move it into one of them.';
  return undefined;
}

function findMisplacedInServer(path: string, area: string, rest: string[]): string | undefined {
  if (rest.length > 2) return 'Nothing is deeper than area/room. Make it a room of its area.';
  if (isTest(path)) return undefined;
  if (rest.length === 0) {
    const files = [...entrances, ...foundations];
    return files.includes(area) ? undefined : `Beside ${files.join(', ')} stand only areas. Put it into one.`;
  }
  const [first = '', inner] = rest;
  if (inner === undefined) {
    if (freeAreas.includes(area) || areaFiles.includes(first)) return undefined;
    return `An area holds rooms, ${areaFiles.join(', ')} and *.test.ts. Put this into one of them, or make a room of its noun.`;
  }
  if (freeRooms.includes(`${area}/${first}`) || roomFiles.includes(inner)) return undefined;
  return `A room holds ${roomFiles.join(', ')} and *.test.ts. Put this into one of them, or make a room of its noun.`;
}
