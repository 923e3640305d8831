import { Link } from '@tanstack/react-router';
import { settingsWords } from '#shared/words/settings.ts';
import { type SettingsPart, settingsParts } from './search.ts';
import classes from './settings-parts.module.css';

/** Everybody has an account; the others are for administrators. */
export const isForEverybody = (part: SettingsPart): boolean => part === 'account';

const marks = (isOpen: boolean) => ({
  className: classes.part,
  'aria-current': isOpen ? ('page' as const) : undefined,
  'data-open': isOpen || undefined,
});

/** The pages of Settings, side by side. */
export function SettingsParts({
  open,
  isAdmin,
}: {
  open: SettingsPart | 'backups' | 'computer';
  isAdmin: boolean;
}) {
  return (
    <nav className={classes.parts} aria-label={settingsWords.title}>
      {settingsParts
        .filter((part) => isAdmin || isForEverybody(part))
        .map((part) => (
          <Link key={part} to="/settings" search={{ part }} {...marks(part === open)}>
            {settingsWords.parts[part]}
          </Link>
        ))}
      {isAdmin && (
        <Link to="/settings/backups" {...marks(open === 'backups')}>
          {settingsWords.backups}
        </Link>
      )}
      {isAdmin && (
        <Link to="/settings/computer" {...marks(open === 'computer')}>
          {settingsWords.computer}
        </Link>
      )}
    </nav>
  );
}
