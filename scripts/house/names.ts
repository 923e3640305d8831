// Guess the file before you search for it: what files may be called, and where they may stand.
import { basename, dirname } from 'node:path/posix';
import { type Complaint, isTest, type Source } from './source.ts';

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const sayNothing = /^(utils?|helpers?|common|misc|types|services?|managers?|index)$/;

/** A room of the server is a noun; these files are all it may hold. */
const roomFiles = ['routes.ts', 'actions.ts', 'queries.ts', 'rules.ts', 'worker.ts'];
/** Rooms about the outside world or the machine: any noun may be a file there. */
const freeRooms = ['db', 'http', 'auth', 'whatsapp', 'live', 'files', 'demo', 'workers', 'log', 'figures'];
const serverFiles = ['main.mjs', 'need-node.mjs', 'main.ts', 'start.ts', 'app.ts', 'deps.ts', 'config.ts'];
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
  const [, side, room, ...rest] = path.split('/');
  if (!path.startsWith('src/') || side === undefined || room === undefined) return undefined;
  if (side === 'server') return findMisplacedInServer(path, room, rest);
  if (side === 'web' && rest.length > 0 && !webFolders.includes(room)) {
    return `src/web has ${webFolders.join(', ')} and no "${room}". Move it into one of them.`;
  }
  if (side !== 'shared' && side !== 'web') return 'src has shared, server and web. Move it into one of them.';
  return undefined;
}

function findMisplacedInServer(path: string, room: string, rest: string[]): string | undefined {
  if (isTest(path)) return undefined;
  if (rest.length === 0) {
    return serverFiles.includes(room)
      ? undefined
      : `Beside ${serverFiles.join(', ')} stand only rooms. Put it into one.`;
  }
  if (freeRooms.includes(room)) return undefined;
  if (dirname(path) === `src/server/${room}` && roomFiles.includes(basename(path))) return undefined;
  return `A room holds ${roomFiles.join(', ')} and *.test.ts. Put this into one of them, or make a room of its noun.`;
}
