import { Button, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { apiKeyWords, peopleWords } from '#shared/words/people.ts';
import { accountWords, leaveSettings, pushWords } from '#shared/words/settings.ts';
import { trailWords } from '#shared/words/trail.ts';
import { leavePace } from '#shared/words/whatsapp-number.ts';
import { OwnSessions } from '../features/account/own-sessions.tsx';
import { PasswordForm } from '../features/account/password-form.tsx';
import { TwoFactor } from '../features/account/two-factor.tsx';
import { BinPart } from '../features/bin/bin-part.tsx';
import { ClosingPart } from '../features/closing/closing-part.tsx';
import { MoneyRulesPart } from '../features/closing/money-rules-part.tsx';
import { demoQuery } from '../features/demo/api.ts';
import { DueRulesPart } from '../features/due-rules/due-rules-part.tsx';
import { ExportButton } from '../features/exports/export-button.tsx';
import { FeeHeadsPart } from '../features/fee-heads/fee-heads-part.tsx';
import { KeysPart } from '../features/keys/keys-part.tsx';
import { AccountsPart } from '../features/money-accounts/accounts-part.tsx';
import { newPersonID, PeoplePart } from '../features/people/people-part.tsx';
import { PushPart } from '../features/push/push-part.tsx';
import { SchoolPart } from '../features/school/school-part.tsx';
import { PaceForm } from '../features/senders/pace-form.tsx';
import { TrailPart } from '../features/trail/trail-part.tsx';
import { VoucherSettingsPart } from '../features/vouchers/voucher-settings-part.tsx';
import { Loaded } from '../lib/loaded.tsx';
import { senderQuery } from '../lib/sender.ts';
import { useSession } from '../lib/session.ts';
import type { SettingsPart } from './search.ts';
import { SettingsPage } from './settings-page.tsx';
import { partAt } from './settings-topics.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useTrailFilters } from './use-trail-filters.ts';

const route = getRouteApi('/desk/settings-pages/settings');

type TopicProps = { onTouched: (isTouched: boolean) => void };

function Account() {
  const { name, userName } = useSession();
  return (
    <SettingsPage topic="account" text={accountWords.signedInAs(name, userName)}>
      <PasswordForm />
    </SettingsPage>
  );
}

function SigningIn() {
  return (
    <SettingsPage topic="signing-in">
      <TwoFactor />
      <OwnSessions />
    </SettingsPage>
  );
}

/** The main button of a page that adds something. */
const Add = ({ label, onAdd }: { label: string; onAdd: () => void }) => (
  <Button leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />} onClick={onAdd}>
    {label}
  </Button>
);

function People({ onTouched }: TopicProps) {
  const { person } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (next: string | undefined): void =>
    void navigate({ search: { part: 'people', person: next } });
  const invite = person === undefined && <Add label={peopleWords.invite} onAdd={() => open(newPersonID)} />;
  return (
    <SettingsPage topic="people" action={invite}>
      <PeoplePart person={person} onOpen={open} onTouched={onTouched} />
    </SettingsPage>
  );
}

function Keys({ onTouched }: TopicProps) {
  const [isMaking, setMaking] = useState(false);
  return (
    <SettingsPage
      topic="keys"
      text={
        <>
          {apiKeyWords.hint}{' '}
          <a href="/api/docs" target="_blank" rel="noopener noreferrer">
            {apiKeyWords.reference}
          </a>
        </>
      }
      action={!isMaking && <Add label={apiKeyWords.make} onAdd={() => setMaking(true)} />}
    >
      <KeysPart isMaking={isMaking} onEnd={() => setMaking(false)} onTouched={onTouched} />
    </SettingsPage>
  );
}

function Money({ onTouched }: TopicProps) {
  return (
    <SettingsPage topic="money" isWide>
      <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
        <AccountsPart onTouched={onTouched} />
        <Stack>
          <ClosingPart />
          <MoneyRulesPart />
        </Stack>
      </SimpleGrid>
    </SettingsPage>
  );
}

/** In demo mode there is a link to the demo biller. */
function Billers({ onTouched }: TopicProps) {
  const { data: demo } = useQuery(demoQuery);
  const link = demo?.isDemo === true && <Link to="/demo-biller">{pushWords.demo}</Link>;
  return (
    <SettingsPage topic="billers">
      <PushPart link={link} onTouched={onTouched} />
    </SettingsPage>
  );
}

function Pace({ onTouched }: TopicProps) {
  const query = useQuery(senderQuery);
  return (
    <SettingsPage topic="pace">
      <Loaded query={query} waiting={<Skeleton height={320} radius="lg" />}>
        {(sender) => <PaceForm sender={sender} onTouched={onTouched} />}
      </Loaded>
    </SettingsPage>
  );
}

/** The filters of the trail are in the address. */
function Trail() {
  const { filters, change } = useTrailFilters();
  const exporting = (
    <ExportButton title={trailWords.title} wanted={{ ...filters, kind: 'trail', about: filters.kind }} />
  );
  return (
    <SettingsPage topic="trail" action={exporting}>
      <TrailPart wanted={filters} onWant={change} />
    </SettingsPage>
  );
}

const pages: Readonly<Record<SettingsPart, (props: TopicProps) => ReactNode>> = {
  account: Account,
  'signing-in': SigningIn,
  school: ({ onTouched }) => (
    <SettingsPage topic="school">
      <SchoolPart onTouched={onTouched} />
    </SettingsPage>
  ),
  people: People,
  money: Money,
  'due-dates': () => (
    <SettingsPage topic="due-dates">
      <DueRulesPart />
    </SettingsPage>
  ),
  'fee-heads': () => (
    <SettingsPage topic="fee-heads">
      <FeeHeadsPart />
    </SettingsPage>
  ),
  billers: Billers,
  vouchers: ({ onTouched }) => (
    <SettingsPage topic="vouchers" isWide>
      <VoucherSettingsPart onTouched={onTouched} />
    </SettingsPage>
  ),
  pace: Pace,
  trail: Trail,
  bin: () => (
    <SettingsPage topic="bin">
      <BinPart />
    </SettingsPage>
  ),
  keys: Keys,
};

/** The settings. Each topic is a page, which everybody sees who has the right. */
export function Settings() {
  const { part } = route.useSearch();
  const { rights, cId } = useSession();
  const [isTouched, setTouched] = useState(false);
  const topic = partAt(part, rights);
  useLeaveGuard(isTouched, topic === 'pace' ? leavePace : leaveSettings);
  const Page = pages[topic];
  return <Page key={`${topic} ${cId}`} onTouched={setTouched} />;
}
