/**
 * The bank screen: a person drops a statement, checks each row beside the bill it pays, and posts the ticked rows with
 * one Save.
 */
import { Button, NativeSelect, Progress } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { MoneyAccount } from '#shared/calls/money-accounts.ts';
import { bankColumnWords, bankWords } from '#shared/words/bank.ts';
import { commonWords } from '#shared/words/screen.ts';
import { BankFoot } from '../features/bank/bank-foot.tsx';
import { BankHistory } from '../features/bank/bank-history.tsx';
import { BankLines } from '../features/bank/bank-lines.tsx';
import { BankMoves, type BankWork } from '../features/bank/bank-moves.ts';
import { ColumnsForm } from '../features/bank/columns-form.tsx';
import { FileDrop } from '../features/bank/file-drop.tsx';
import { summaryOf, sumOf, tabsOf } from '../features/bank/rules.ts';
import { MatchTabs } from '../features/bank/verdict-tabs.tsx';
import { Loaded } from '../lib/loaded.tsx';
import { moneyAccountsQuery } from '../lib/money-accounts.ts';
import { useRights } from '../lib/session.ts';
import { useMoney } from '../lib/use-money.ts';
import { Empty } from '../ui/empty.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { toastDone } from '../ui/toast.ts';
import { isCovered } from '../ui/use-keys.ts';
import classes from './bank.module.css';
import { useLeaveGuard } from './use-leave-guard.ts';

/** The current file (undefined until the person chooses one) and the actions on it. */
function useBankFile() {
  const [work, setWork] = useState<BankWork>();
  const [moves] = useState(() => new BankMoves(setWork));
  useEffect(() => moves.clear, [moves]);
  return { work, moves };
}
type BankFileWork = ReturnType<typeof useBankFile>;

/** The first step: choose the account and the statement. Below is the list of the files saved before. */
function Start({ accounts, file }: { accounts: readonly MoneyAccount[]; file: BankFileWork }) {
  const [chosenID, setChosenID] = useState(accounts.length === 1 ? accounts[0]?.id : undefined);
  const [declined, setDeclined] = useState<string>();
  const chosen = accounts.find(({ id }) => id === chosenID);
  return (
    <div className={classes.start}>
      <NativeSelect
        label={bankWords.account}
        className={classes.account}
        data={[
          ...(accounts.length > 1 ? [{ value: '', label: bankWords.byFile }] : []),
          ...accounts.map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
        value={chosen ? String(chosen.id) : ''}
        onChange={({ currentTarget }) => setChosenID(Number(currentTarget.value) || undefined)}
      />
      <FileDrop
        onFile={(next) => {
          setDeclined(undefined);
          void file.moves.open(accounts, { chosen, file: next });
        }}
        onDeclined={setDeclined}
      />
      {declined !== undefined && <p role="alert">{declined}</p>}
      <BankHistory />
    </div>
  );
}

function NoAccount() {
  const rights = useRights();
  return (
    <Empty
      title={bankWords.noAccount}
      text={rights.admin ? bankWords.noAccountText : bankWords.askForAccount}
    >
      {rights.admin && (
        <Button renderRoot={(props) => <Link to="/settings" search={{ part: 'money' }} {...props} />}>
          {bankWords.toAccounts}
        </Button>
      )}
    </Empty>
  );
}

/** The result of the last save, above the remaining rows. */
function Saved({ work }: { work: NonNullable<BankFileWork['work']> }) {
  const { say } = useMoney();
  const { saved } = work;
  if (!saved) return null;
  const { posted, sum, joined, changed } = saved;
  return (
    <div className={classes.saved} role="status" data-warns={changed.length > 0 || undefined}>
      {posted > 0 && <b>{bankWords.saved(posted, say(sum))}</b>} {joined > 0 && bankWords.savedJoined(joined)}{' '}
      {changed.length > 0 && bankWords.changed(changed.length)}
    </div>
  );
}

function Waiting({ work }: { work: NonNullable<BankFileWork['work']> }) {
  const label = work.doing === 'reading' ? bankWords.reading(work.name) : bankWords.checking;
  return (
    <div className={classes.waiting}>
      <p role="status">{label}</p>
      <Progress value={100} animated aria-label={label} />
    </div>
  );
}

/** The rows of the file in tabs. Before that, the form in which a person assigns the columns. */
function Working({ file, onSave }: { file: BankFileWork; onSave: () => void }) {
  const { work } = file;
  if (!work) return null;
  const { read, lines, choices, doing, error } = work;
  if (doing === 'reading' || (doing === 'checking' && !lines)) return <Waiting work={work} />;
  // If only the request failed, it can be repeated. If the file is unreadable, the person must choose another file.
  const isAgain = read !== undefined && !work.isAsking;
  const tabs = tabsOf(lines ?? []);
  const tab = tabs.find(({ match }) => match === work.tab) ?? tabs[0];
  return (
    <>
      {error !== undefined && (
        <ErrorAlert
          message={error}
          tryAgain={isAgain ? commonWords.tryAgain : bankWords.another}
          onTryAgain={() => (isAgain ? void file.moves.checkRows() : file.moves.clear())}
        />
      )}
      {read && work.isAsking && (
        <ColumnsForm
          read={read}
          onAsk={(ask) => void file.moves.ask(ask)}
          onGo={() => void file.moves.checkRows()}
        />
      )}
      {read && lines && tab && !work.isAsking && (
        <>
          {work.namedAccount !== undefined && (
            <p role="status" className={classes.left}>
              {bankWords.otherAccount(work.namedAccount)}
            </p>
          )}
          <Saved work={work} />
          <MatchTabs tabs={tabs} shown={tab.match} onShow={file.moves.showTab} />
          <BankLines
            key={tab.match}
            tab={tab}
            choices={choices}
            onChoose={file.moves.choose}
            onTakeBack={file.moves.takeBack}
          />
          {read.left > 0 && <p className={classes.left}>{bankWords.left(read.left)}</p>}
          <BankFoot
            summary={summaryOf(lines, choices)}
            isBusy={doing === 'saving' || doing === 'checking'}
            onSave={onSave}
          />
        </>
      )}
    </>
  );
}

function Head({ file }: { file: BankFileWork }) {
  const { say } = useMoney();
  const { work } = file;
  return (
    <header className={classes.top}>
      <h1>{bankWords.title}</h1>
      {work && (
        <p className={classes.file}>
          <IconFileSpreadsheet size={16} stroke={1.6} aria-hidden />
          <b>
            <bdi>{work.name}</bdi>
          </b>
          {work.read && (
            <span>
              {bankWords.rows(work.read.rows.length)}, {say(sumOf(work.read.rows))} ·{' '}
              <bdi>{bankWords.ofAccount(work.account.title)}</bdi>
            </span>
          )}
        </p>
      )}
      {work?.lines && !work.isAsking && (
        <Button variant="subtle" onClick={file.moves.showColumns}>
          {bankWords.columns}
        </Button>
      )}
      {work && (
        <Button
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.6} aria-hidden />}
          onClick={file.moves.clear}
        >
          {bankWords.another}
        </Button>
      )}
    </header>
  );
}

function Desk() {
  const { say } = useMoney();
  const accounts = useQuery(moneyAccountsQuery);
  const file = useBankFile();
  const { work } = file;
  useLeaveGuard(work?.lines !== undefined && work.choices.size > 0, bankWords.leave);
  const save = async (): Promise<void> => {
    const saved = await file.moves.save();
    if (saved && saved.posted > 0) toastDone(bankWords.saved(saved.posted, say(saved.sum)));
    else if (saved && saved.joined > 0) toastDone(bankWords.savedJoined(saved.joined));
  };
  // While a dialog is open, Ctrl+Enter belongs to the dialog.
  useHotkeys([['mod+Enter', () => !isCovered() && void save()]], []);
  return (
    <main className={classes.bank} aria-label={work?.isAsking ? bankColumnWords.title : undefined}>
      <Head file={file} />
      {work ? (
        <Working file={file} onSave={() => void save()} />
      ) : (
        <Loaded query={accounts}>
          {(all) => {
            const usable = all.filter(({ kind, endedAt }) => kind !== 'cash' && endedAt === null);
            return usable.length === 0 ? <NoAccount /> : <Start accounts={usable} file={file} />;
          }}
        </Loaded>
      )}
    </main>
  );
}

export function Bank() {
  const rights = useRights();
  usePageTitle(`${bankWords.title} · ${commonWords.product}`);
  if (rights.edit) return <Desk />;
  return (
    <main>
      <Empty level={1} title={bankWords.noRight} />
    </main>
  );
}
