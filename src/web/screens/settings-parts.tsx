import { Link } from '@tanstack/react-router';
import type { Rights } from '#shared/people/rights.ts';
import { commonWords } from '#shared/words/screen.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { type SettingsPart, settingsParts } from './search.ts';
import classes from './settings-parts.module.css';

const needed: Readonly<Partial<Record<SettingsPart, keyof Rights>>> = { money: 'edit', bin: 'delete' };

/**
 * Every user may open their own account. The money settings need the edit right, and the bin needs the delete right.
 * All other parts are for administrators.
 */
export const mayOpen = (part: SettingsPart, rights: Rights): boolean =>
  part === 'account' || rights[needed[part] ?? 'admin'];

const marks = (isOpen: boolean) => ({
  className: classes.part,
  'aria-current': isOpen ? ('page' as const) : undefined,
  'data-open': isOpen || undefined,
});

/** The links to the pages of Settings. */
export function SettingsParts({
  open,
  rights,
}: {
  open: SettingsPart | 'backups' | 'computer' | 'number';
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
        <Link to="/whatsapp-number" {...marks(open === 'number')}>
          {commonWords.whatsAppNumber}
        </Link>
      )}
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
