// The help of each command, which `--help` prints without doing anything. Plain JavaScript, because it must run on
// any Node and before anything is installed.
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** By the name of the command's script. @type {Readonly<Record<string, string>>} */
export const help = {
  start: `npm start [-- --data=FOLDER] [--new] [--dev]
  Installs what is missing, builds, and runs Qasid.
  --data=FOLDER   the folder of the data; by default ./data, or DATA_DIR
  --new           starts empty in a folder that holds data of an earlier Qasid without its database
  --dev           runs the sources and reloads changed files`,
  backup: `npm run backup
  Makes a backup now, as Qasid does every night, and prints where it is. There are no options.`,
  restore: `npm run restore [-- BACKUP] [--list] [--from=FOLDER] [--dry-run] [--yes]
  Restores a backup. Without BACKUP it lists the backups and asks which one.
  --list          lists the backups and exits
  --from=FOLDER   uses the backups in this folder, or an exported school in this folder
  --dry-run       says what it would do and changes nothing
  --yes           does not ask for confirmation`,
  move: `npm run move -- postgres://USER:PASSWORD@HOST/DATABASE [--uploads=FOLDER] [--without-nul]
  Moves everything from the SQLite file to PostgreSQL; the address may also be in DATABASE_URL.
  --uploads=FOLDER   also copies the files of pictures and videos to this folder
  --without-nul      removes NUL characters, which PostgreSQL cannot store`,
  school: `npm run school -- list
npm run school -- add NAME --title "Name of the school" --admin USER [--campus "Name of its first campus"]
npm run school -- limits NAME [--messages-a-day N] [--files MEGABYTES] [--calls-a-minute N]
npm run school -- suspend NAME, resume NAME, export NAME, remove NAME
  Manages the schools of one installation. NAME is the short name, which API calls use as db.`,
  user: `npm run user -- reset NAME
  Prints a one-time link with which this person chooses a new password. The link also turns two-factor off.`,
  'verify-trail': `npm run verify-trail [-- --head=COUNT:HASH] [--school=NAME]
  Checks that the trail is complete and unchanged.
  --head=COUNT:HASH   an entry that must be in the trail, as this command printed it earlier
  --school=NAME       the school of this entry`,
  'verify-money': `npm run verify-money
  Adds up all money again and lists the differences. There are no options.`,
  'start-at-boot': `npm run service -- install | status | start | stop | remove
  Lets this computer start Qasid at boot, and puts a link to Qasid on the desktop.`,
  update: `npm run update -- FILE | FOLDER | --back [--yes]
  Makes a backup and then updates Qasid to the version in this file or folder.
  --back   goes back to the previous version; if that cannot read the data, restores the backup from before the update
  --yes    does not ask for confirmation`,
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
