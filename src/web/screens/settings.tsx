import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { commonWords } from '#shared/words/screen.ts';
import { accountWords, leaveSettings, settingsWords } from '#shared/words/settings.ts';
import { OwnSessions } from '../features/account/own-sessions.tsx';
import { PasswordForm } from '../features/account/password-form.tsx';
import { TwoFactor } from '../features/account/two-factor.tsx';
import { PeoplePart } from '../features/people/people-part.tsx';
import { SchoolPart } from '../features/school/school-part.tsx';
import { useSession } from '../lib/session.ts';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { type SettingsPart, settingsParts } from './search.ts';
import classes from './settings.module.css';
import { useKeptWork } from './use-kept-work.ts';

const route = getRouteApi('/desk/settings');

/** Everybody has an account; the others are for administrators. */
const isFor = (part: SettingsPart, isAdmin: boolean): boolean => part === 'account' || isAdmin;

function Parts({ open, isAdmin }: { open: SettingsPart; isAdmin: boolean }) {
  return (
    <nav className={classes.parts} aria-label={settingsWords.title}>
      {settingsParts
        .filter((part) => isFor(part, isAdmin))
        .map((part) => (
          <Link
            key={part}
            to="/settings"
            search={{ part }}
            className={classes.part}
            aria-current={part === open ? 'page' : undefined}
            data-open={part === open || undefined}
          >
            {settingsWords.parts[part]}
          </Link>
        ))}
    </nav>
  );
}

/** One's own account; for administrators the people, the school and its campuses. */
export function Settings() {
  const { part = 'account', person } = route.useSearch();
  const navigate = route.useNavigate();
  const { name, userName, rights, cId } = useSession();
  const [isTouched, setTouched] = useState(false);
  useKeptWork(isTouched, leaveSettings);
  usePageTitle(`${settingsWords.title} · ${commonWords.product}`);
  const openPerson = (next: string | undefined): void =>
    void navigate({ search: { part: 'people', person: next } });
  return (
    <main className={classes.page}>
      <header>
        <h1>{settingsWords.title}</h1>
        <p>{accountWords.signedInAs(name, userName)}</p>
      </header>
      <Parts open={part} isAdmin={rights.admin} />
      {!isFor(part, rights.admin) && <Empty title={settingsWords.noRight} />}
      {part === 'account' && (
        <>
          <PasswordForm />
          <TwoFactor />
          <OwnSessions />
        </>
      )}
      {part === 'people' && rights.admin && (
        <PeoplePart key={cId} person={person} onOpen={openPerson} onTouched={setTouched} />
      )}
      {part === 'school' && rights.admin && <SchoolPart key={cId} onTouched={setTouched} />}
    </main>
  );
}
