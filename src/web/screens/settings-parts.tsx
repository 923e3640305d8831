import { Link } from '@tanstack/react-router';
import type { Rights } from '#shared/rights.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { type SettingsPart, settingsParts } from './search.ts';
import classes from './settings-parts.module.css';

/** Everybody has an account, and who may delete has the bin; the others are for administrators. */
export const mayOpen = (part: SettingsPart, rights: Rights): boolean =>
  part === 'account' || (part === 'bin' ? rights.delete : rights.admin);

const marks = (isOpen: boolean) => ({
  className: classes.part,
  'aria-current': isOpen ? ('page' as const) : undefined,
  'data-open': isOpen || undefined,
});

/** The pages of Settings, side by side. */
export function SettingsParts({
  open,
  rights,
}: {
  open: SettingsPart | 'backups' | 'computer';
  rights: Rights;
}) {
  const isAdmin = rights.admin;
  return (
    <nav className={classes.parts} aria-label={settingsWords.title}>
      {settingsParts
        .filter((part) => mayOpen(part, rights))
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
