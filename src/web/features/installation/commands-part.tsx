import type { InstallationAnswer } from '#shared/calls/installation.ts';
import { installationWords } from '#shared/words/installation.ts';
import { Part } from '../../ui/part.tsx';
import classes from './installation.module.css';

const commands = [
  ['npm run service -- install', installationWords.service],
  ['npm run update -- FOLDER_OR_ARCHIVE', installationWords.update],
  ['npm run update -- --back', installationWords.back],
] as const;

/** Lists commands that a page cannot run. A person must type them on the computer on which Qasid runs. */
export function CommandsPart({ installation: { version, dataDir } }: { installation: InstallationAnswer }) {
  return (
    <Part
      label={installationWords.commands}
      title={installationWords.commands}
      hint={installationWords.commandsText}
    >
      <ul className={classes.list}>
        {commands.map(([command, text]) => (
          <li key={command}>
            <code>{command}</code>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <p className={classes.soft}>
        {installationWords.version(version)}. {installationWords.dataIn(dataDir)}{' '}
        <a href="/third-party-notices.txt" target="_blank" rel="noreferrer">
          {installationWords.notices}
        </a>
      </p>
    </Part>
  );
}
