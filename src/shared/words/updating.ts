/** Texts of `npm run update`. */
import { inMegabytes } from './megabytes.ts';

const troubles = {
  absent: (path: string) => `There is no folder or archive ${path}.`,
  notArchive: (path: string) => `${path} is neither a folder nor a .zip or .tar.gz archive.`,
  torn: (name: string) =>
    `The archive is not whole${name === '' ? '' : ` (${name})`}. Download or copy it once more.`,
  unsafe: (name: string) =>
    `The archive holds a file that leads out of its folder, or that not every computer can keep (${name}). Do not use it, and tell whoever gave it to you.`,
  tooLarge: () => 'The archive is far larger than a Qasid is. Do not use it.',
  notQasid: () =>
    'This is no Qasid: name the folder that has its package.json in it, or the archive as it was given.',
  incomplete: (name: string) =>
    `This Qasid is not whole: ${name} is missing or of another version. Copy it once more.`,
  sameVersion: (version: string) => `This is Qasid ${version}, which runs here already.`,
  older: (version: string) =>
    `This is Qasid ${version}, which is older than the one that runs. To go back to the one before an update: npm run update -- --back`,
} as const;

export const updateWords = {
  usage: (version: string) =>
    `This is Qasid ${version}.\nName the folder or archive of a newer one: npm run update -- FOLDER_OR_ARCHIVE\nGo back to the one before the last update: npm run update -- --back`,
  troubles,
  nothingChanged: 'Nothing was changed: Qasid starts as before.',
  found: (version: string, present: string) => `Qasid ${version} is to follow ${present}.`,
  noRoom: (needed: number, free: number) =>
    `An update needs ${inMegabytes(needed)} on the disk of Qasid’s folder, and ${inMegabytes(free)} are free. Make room first.`,
  placing: 'It is put beside the one that runs.',
  taken: 'What it needs is taken over from what is here.',
  installing: 'What it needs is fetched and installed, which takes some minutes …',
  building: 'Its pages are built …',
  step: (said: string) => `It failed. ${said}`,
  stopIt:
    'Qasid runs. Stop it now with Ctrl-C in its window: the update goes on by itself then. Ctrl-C here leaves everything as it was.',
  stillRuns: 'Qasid still runs. Stop it, then run this again.',
  stopping: 'Qasid is stopped.',
  backingUp: 'The data are backed up …',
  backedUp: (name: string) => `Backed up: ${name}`,
  noData: 'There are no data yet.',
  trying: 'The new one is tried with a copy of the data …',
  tryingAlone: 'The new one is tried without data …',
  tried: 'It came through.',
  notTried: (said: string) => `The new Qasid did not come through its trial. ${said}`,
  updating: 'It takes over …',
  wentBack: (said: string) =>
    `The new Qasid did not start with the data, and the former one is back. ${said}`,
  restored: 'The data are those of before. Nothing is sent until somebody decides in the Outbox.',
  done: (version: string) =>
    `This is Qasid ${version} now. npm run update -- --back goes back to the one before.`,
  answers: (address: string) => `It runs: ${address}`,
  answersNot: 'It does not answer yet. Look again in a minute.',
  startIt: 'Start it with npm start.',

  noWayBack: 'There was no update here that could be taken back.',
  goneProgram: (folder: string) => `The former program is not in ${folder} any more.`,
  goneBackup: (name: string) =>
    `The data were changed by the update, and the backup of before (${name}) is not there any more. Without it the former program cannot read them.`,
  back: (version: string, present: string) => `Qasid ${version} is to take the place of ${present} again.`,
  nothingLost: 'It reads the data as they are: nothing is lost.',
  wouldLose: (at: string) =>
    `It cannot read the data as they are now. Those of ${at}, from before the update, are put back. What was done since then is lost to it:`,
  sure: 'Type back to do it: ',
  yes: 'back',
  needsYes: 'Nothing was changed: add --yes to do it without being asked.',
  backDone: (version: string) => `This is Qasid ${version} again.`,
} as const;
