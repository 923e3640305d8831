// Checks the names of files. A name says what is in the file, and the folder says where it belongs.
import { entryPoints, foundations } from './areas.ts';
import { type Complaint, isTest, type Source } from './source.ts';

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const meaningless = /^(utils?|helpers?|common|misc|types|services?|managers?|index)$/;
/** Names that are clear only with the name of their folder. */
const needsFolder = /^(actions|queries|rules)(\.test)?\.ts$/;
const webFolders = ['screens', 'features', 'ui', 'lib'];

export function checkNames(source: Source): Complaint[] {
  const complain = (text: string): Complaint => ({ path: source.path, line: 1, text });
  const complaints: Complaint[] = [];
  for (const part of source.path.split('/')) {
    if (!kebab.test(part))
      complaints.push(complain(`"${part}" is not kebab-case. Write it like bill-card.tsx.`));
    const empty = wordsOf(part).find((word) => meaningless.test(word));
    if (empty && part !== 'index.html') {
      complaints.push(complain(`"${empty}" says nothing. Name the file after its subject.`));
    }
  }
  if (source.isBarrel) {
    complaints.push(complain('The file only re-exports. Import from the original file and delete this one.'));
  }
  const misplaced = findMisplaced(source.path);
  return misplaced ? [...complaints, complain(misplaced)] : complaints;
}

/** bill-utils.test.ts -> bill, utils */
function wordsOf(part: string): string[] {
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
  const deepest = area === 'platform' ? 3 : 2;
  if (rest.length > deepest) return 'Nothing is deeper than area/module. Make it a module of its area.';
  if (rest.length === 0) {
    const files = [...entryPoints, ...foundations];
    if (isTest(path) || files.includes(area)) return undefined;
    return `Only ${files.join(', ')} stand beside the areas. Move the file into an area.`;
  }
  const [name = '', module] = [rest.at(-1), rest.at(-2)];
  if (!needsFolder.test(name)) return undefined;
  const noun = module ?? area;
  return `"${name}" says nothing. Name the file after its subject: ${noun}.ts, ${noun}-queries.ts, ${noun}-rules.ts.`;
}
