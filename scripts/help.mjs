// What each command takes, which `--help` prints and then does nothing. Plain JavaScript: it is said on whatever Node is
// there, and before anything is installed.
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** By the name of the command's script. @type {Readonly<Record<string, string>>} */
export const help = {
  start: `npm start [-- --data=FOLDER] [--new] [--dev]
  Installs what is missing, builds, and runs Qasid.
  --data=FOLDER   its data are there; unless said ./data, or DATA_DIR
  --new           begins an empty one where the data of a former one are left but its database is lost
  --dev           runs the sources and reloads what changes`,
  backup: `npm run backup
  Makes a backup now, as Qasid does each night, and prints where it is. It takes no options.`,
  restore: `npm run restore [-- BACKUP] [--list] [--from=FOLDER] [--dry-run] [--yes]
  Puts a backup back; without BACKUP it shows those that are there and asks.
  --list          shows them and ends
  --from=FOLDER   those of this folder, or of a school that was exported there
  --dry-run       says what it would do, and does nothing
  --yes           asks nothing`,
  move: `npm run move -- postgres://USER:PASSWORD@HOST/DATABASE [--uploads=FOLDER] [--without-nul]
  Moves everything from the SQLite file to PostgreSQL; the address may stand in DATABASE_URL.
  --uploads=FOLDER   brings the files of pictures and videos there too
  --without-nul      leaves out NUL characters, which PostgreSQL does not take`,
  school: `npm run school -- list
npm run school -- add NAME --title "Name of the school" --admin USER [--campus "Name of its first campus"]
npm run school -- limits NAME [--messages-a-day N] [--files MEGABYTES] [--calls-a-minute N]
npm run school -- suspend NAME, resume NAME, export NAME, remove NAME
  The schools of one installation. NAME is the short one: the db of its calls.`,
  user: `npm run user -- reset NAME
  Prints a one-time link with which this person chooses a new password. The link also turns two-factor off.`,
  'verify-trail': `npm run verify-trail [-- --head=COUNT:HASH] [--school=NAME]
  Says whether the trail is whole.
  --head=COUNT:HASH   an entry that must be in it, as it was printed
  --school=NAME       of this school`,
  'verify-money': `npm run verify-money
  Adds all money up anew and says what does not agree. It takes no options.`,
  'start-at-boot': `npm run service -- install | status | start | stop | remove
  Lets this computer start Qasid by itself, and puts a link to it on the desktop.`,
  update: `npm run update -- FILE | FOLDER | --back [--yes]
  Brings Qasid to the version in this file or folder, after a backup.
  --back   goes back to the version before, with the data as they were then
  --yes    asks nothing`,
};

/** @param {string} url `import.meta.url` of the script. */
export function answerHelp(url) {
  const words = process.argv.slice(2);
  if (!words.includes('--help') && !words.includes('-h')) return;
  const text = help[basename(fileURLToPath(url), '.mjs')];
  if (text === undefined) return;
  console.log(text);
  process.exit(0);
}
