/** Lists the saved bank files. A file can be undone only as a whole. */
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { BankFile } from '#shared/calls/bank-files.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { bankWords } from '#shared/words/bank.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useRights, useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useMoney } from '../../lib/use-money.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { toastDone } from '../../ui/toast.ts';
import { bankFilesQuery, undoFile } from './api.ts';
import classes from './bank-history.module.css';

function File({ file }: { file: BankFile }) {
  const { say } = useMoney();
  const { timeZone } = useSession();
  const rights = useRights();
  const { isBusy, run } = useAction();
  const { id, name, account, at, by, rows, posted, joined, postedSum, undoneAt } = file;
  const undo = async (): Promise<void> => {
    const isSure = await confirm({
      title: bankWords.undoTitle,
      about: name,
      text: bankWords.undoText(posted),
      confirm: bankWords.undoConfirm,
      cancel: bankWords.cancel,
    });
    if (isSure)
      await run(async () => {
        const { voided } = await undoFile(id);
        toastDone(bankWords.undoDone(voided));
      });
  };
  return (
    <li className={classes.file} data-undone={undoneAt !== null || undefined}>
      <div>
        <b>
          <bdi>{name}</bdi>
        </b>
        <p>
          {bankWords.historyLine(rows, posted, say(postedSum))}
          {joined > 0 && `, ${bankWords.joinedLine(joined)}`} · <bdi>{account}</bdi>
        </p>
        <small>
          {formatInstant(at, timeZone)} · <bdi>{by}</bdi>
        </small>
      </div>
      {undoneAt !== null ? (
        <span>{bankWords.undone}</span>
      ) : (
        rights.delete &&
        posted + joined > 0 && (
          <Button
            variant="default"
            size="xs"
            loading={isBusy}
            aria-label={bankWords.undoOf(name)}
            onClick={() => void undo()}
          >
            {bankWords.undo}
          </Button>
        )
      )}
    </li>
  );
}

export function BankHistory() {
  const query = useInfiniteQuery(bankFilesQuery);
  return (
    <section className={classes.history} aria-label={bankWords.history}>
      <h2>{bankWords.history}</h2>
      <Loaded query={query} isInset>
        {({ pages }) => {
          const files = pages.flatMap(({ items }) => items);
          if (files.length === 0) return <Empty title={bankWords.noHistory} text={bankWords.noHistoryText} />;
          return (
            <ul>
              {files.map((file) => (
                <File key={file.id} file={file} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      {query.hasNextPage && (
        <Button
          variant="subtle"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {bankWords.more}
        </Button>
      )}
    </section>
  );
}
