import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { binWords } from '#shared/words/bills.ts';
import { commonWords } from '#shared/words/screen.ts';
import { accountWords, leaveSettings, pushWords, settingsWords } from '#shared/words/settings.ts';
import { OwnSessions } from '../features/account/own-sessions.tsx';
import { PasswordForm } from '../features/account/password-form.tsx';
import { TwoFactor } from '../features/account/two-factor.tsx';
import { BinPart } from '../features/bin/bin-part.tsx';
import { ClosingPart } from '../features/closing/closing-part.tsx';
import { demoQuery } from '../features/demo/api.ts';
import { DueRulesPart } from '../features/due-rules/due-rules-part.tsx';
import { FeeHeadsPart } from '../features/fee-heads/fee-heads-part.tsx';
import { KeysPart } from '../features/keys/keys-part.tsx';
import { AccountsPart } from '../features/money-accounts/accounts-part.tsx';
import { PeoplePart } from '../features/people/people-part.tsx';
import { PushPart } from '../features/push/push-part.tsx';
import { SchoolPart } from '../features/school/school-part.tsx';
import { VoucherSettingsPart } from '../features/vouchers/voucher-settings-part.tsx';
import { useSession } from '../lib/session.ts';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import classes from './settings.module.css';
import { mayOpen, SettingsParts } from './settings-parts.tsx';
import { Trail } from './trail.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';

const route = getRouteApi('/desk/settings');

/** The settings of billers. In demo mode they include a link to the demo biller. */
function Push({ onTouched }: { onTouched: (isTouched: boolean) => void }) {
  const { data: demo } = useQuery(demoQuery);
  const link = demo?.isDemo === true && <Link to="/demo-biller">{pushWords.demo}</Link>;
  return <PushPart link={link} onTouched={onTouched} />;
}

/**
 * The settings. Every user sees the own account; administrators also see people, API keys, the school and its campuses.
 */
export function Settings() {
  const { part = 'account', person } = route.useSearch();
  const navigate = route.useNavigate();
  const { name, userName, rights, cId } = useSession();
  const [isTouched, setTouched] = useState(false);
  const [isPushTouched, setPushTouched] = useState(false);
  useLeaveGuard(isTouched || isPushTouched, leaveSettings);
  usePageTitle(`${settingsWords.title} · ${commonWords.product}`);
  const openPerson = (next: string | undefined): void =>
    void navigate({ search: { part: 'people', person: next } });
  return (
    <main className={classes.page} data-wide={part === 'vouchers' || undefined}>
      <header>
        <h1>{settingsWords.title}</h1>
        <p>{accountWords.signedInAs(name, userName)}</p>
      </header>
      <SettingsParts open={part} rights={rights} />
      {!mayOpen(part, rights) && <Empty title={part === 'bin' ? binWords.noRight : settingsWords.noRight} />}
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
      {part === 'keys' && rights.admin && <KeysPart key={cId} onTouched={setTouched} />}
      {part === 'money' && rights.admin && <AccountsPart key={`accounts ${cId}`} onTouched={setTouched} />}
      {part === 'money' && rights.admin && <Push key={`push ${cId}`} onTouched={setPushTouched} />}
      {part === 'money' && rights.admin && <ClosingPart key={`closing ${cId}`} />}
      {part === 'money' && rights.admin && <DueRulesPart key={`due ${cId}`} />}
      {part === 'money' && rights.edit && <FeeHeadsPart key={`heads ${cId}`} />}
      {part === 'vouchers' && rights.admin && <VoucherSettingsPart key={cId} onTouched={setTouched} />}
      {part === 'bin' && rights.delete && <BinPart key={cId} />}
      {part === 'trail' && rights.admin && <Trail key={cId} />}
      {part === 'school' && rights.admin && <SchoolPart key={cId} onTouched={setTouched} />}
    </main>
  );
}
