import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { useQuery } from '@tanstack/react-query';
import { finalKindOf } from '#shared/messages/failure-kinds.ts';
import { outboxWords } from '#shared/words/outbox.ts';
import { useAction } from '../../lib/use-action.ts';
import { outboxActions } from './acts.ts';
import { failuresQuery, type OutboxQuery } from './api.ts';

type Props = { failed: number; wanted: OutboxQuery };

/** A button that retries the failed messages that may succeed now: all of them, or those with one reason. */
export function RetryFailed({ failed: all, wanted }: Props) {
  const { isBusy, run } = useAction();
  // The server gives the reasons for one send or for all sends, but not for a search.
  const isSearched = wanted.search !== '' || wanted.billing !== undefined;
  const { data, isFetching } = useQuery({ ...failuresQuery(wanted.run), enabled: !isSearched });
  const known = isSearched ? undefined : data;
  const reachable = (known ?? []).filter(({ reasonCode }) => finalKindOf(reasonCode) === undefined);
  // Families that were told by phone are not included in the counts by reason, and need no retry.
  const failed = known ? reachable.reduce((sum, { count }) => sum + count, 0) : all;
  const retryAll = (): void => void run(() => outboxActions.retryFailed(wanted));
  if (failed <= 0) return null;
  if (isSearched || reachable.length < 2) {
    return (
      // The button waits until the reasons are loaded. Before that, a press would retry all messages.
      <Button variant="default" loading={isBusy || isFetching} onClick={retryAll}>
        {outboxWords.retryFailed(failed)}
      </Button>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={isBusy}
          rightSection={<IconChevronDown size={16} stroke={1.6} aria-hidden />}
        >
          {outboxWords.retryFailed(failed)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={outboxWords.retryWhich}>
        <Menu.Item onClick={retryAll}>{outboxWords.retryAll(failed)}</Menu.Item>
        <Menu.Divider />
        {reachable.map(({ reason, reasonCode, count }) => (
          <Menu.Item
            key={reasonCode}
            onClick={() => void run(() => outboxActions.retryReason(reasonCode, wanted.run))}
          >
            {outboxWords.retryReason(reason, count)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
