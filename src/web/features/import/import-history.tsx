/** Lists the past imports with their user and file. Each import can be undone. */

import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Imported } from '#shared/calls/imports.ts';
import { Failure } from '#shared/failures.ts';
import type { ImportKind } from '#shared/sheets/sheet-rows.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { historyWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { deleteConfirmation, toasts } from '#shared/words/toasts.ts';
import { useSession } from '../../lib/session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { importsQuery, reloadImports, undoImport } from './api.ts';
import classes from './import-history.module.css';
import { ImportItem, type UndoRefusal } from './import-item.tsx';

type Props = {
  kind: ImportKind;
  /** Undefined for the imports of all billings. */
  group?: { id: number; name: string } | undefined;
  /** A link to a billing. */
  linkToGroup?: (id: number, name: string) => ReactNode;
  /** Called before an import is undone, because the undo may also remove the billing of the import. */
  onUndo?: (item: Imported) => void;
  onClose: () => void;
};

function useUndo(onUndo: Props['onUndo']) {
  const [refusal, setRefusal] = useState<UndoRefusal | null>(null);
  const [busy, setBusy] = useState<number | null>(null);
  const undo = async (item: Imported): Promise<void> => {
    const { id } = item;
    const { title, text } = deleteConfirmation;
    const about = item.takesBilling ? historyWords.takesBilling(item.groupName) : '';
    const words = { confirm: historyWords.confirm, cancel: commonWords.cancel };
    if (!(await confirm({ title, text, about, ...words }))) return;
    setRefusal(null);
    setBusy(id);
    onUndo?.(item);
    try {
      const { removed, restored, tookBilling } = await undoImport(id);
      const gone = tookBilling ? [historyWords.tookBilling(item.groupName)] : [];
      toastDone([historyWords.done(removed, restored), ...gone].join(' '));
    } catch (error) {
      if (error instanceof Failure && error.code === 'conflict') {
        setRefusal({ importID: id, sentence: error.message, issues: error.issues ?? [] });
        // Somebody else may have undone the import, so the list is reloaded.
        await reloadImports();
      } else toastError(toasts.errorTitle, sentenceOf(error));
    }
    setBusy(null);
  };
  return { refusal, busy, undo };
}

function textOf({ kind, group }: Props): string {
  if (kind === 'students') return historyWords.ofStudents;
  return group ? historyWords.ofGroup(group.name) : historyWords.ofAll;
}

export function ImportHistory(props: Props) {
  const { kind, group, linkToGroup, onClose } = props;
  const { timeZone } = useSession();
  const { refusal, busy, undo } = useUndo(props.onUndo);
  const query = useInfiniteQuery(importsQuery({ kind, groupID: group?.id }));
  const { data, error, isFetching, isFetchingNextPage, refetch, hasNextPage, fetchNextPage } = query;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Panel title={historyWords.title} closeLabel={commonWords.close} onClose={onClose}>
      <p className={classes.text}>{textOf(props)}</p>
      {!data && !error && <Skeleton height={120} radius="md" />}
      {!data && error && (
        <ErrorAlert
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={() => void refetch()}
          isTrying={isFetching}
        />
      )}
      {data && items.length === 0 && <Empty title={historyWords.none} text={historyWords.noneText} />}
      <ul className={classes.items}>
        {items.map((item) => (
          <ImportItem
            key={item.id}
            item={item}
            timeZone={timeZone}
            place={
              !group && item.groupID !== null && linkToGroup
                ? linkToGroup(item.groupID, item.groupName)
                : null
            }
            refusal={refusal?.importID === item.id ? refusal : null}
            isBusy={busy === item.id}
            onUndo={() => void undo(item)}
          />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" onClick={() => void fetchNextPage()} loading={isFetchingNextPage}>
          {historyWords.more}
        </Button>
      )}
    </Panel>
  );
}
