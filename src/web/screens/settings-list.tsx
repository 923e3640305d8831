import { Box, NavLink, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { Link, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { commonWords } from '#shared/words/screen.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { useRights } from '../lib/session.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { useArrowKeys } from '../ui/use-arrow-keys.ts';
import classes from './settings.module.css';
import {
  type FoundTopic,
  findTopics,
  groupsFor,
  linkTo,
  type Topic,
  type TopicName,
} from './settings-topics.ts';
import { useTopicStates } from './use-topic-states.ts';

type LinkProps = {
  topic: Topic;
  label?: string | undefined;
  /** Its place in the list, for the arrow keys. */
  row: number;
  isOpen: boolean;
  state: string | undefined;
  /** Whether the list fills the page of a phone. */
  isPage: boolean;
  onOpen: () => void;
};

function TopicLink({ topic, label, row, isOpen, state, isPage, onOpen }: LinkProps) {
  const { name, title, Icon } = topic;
  return (
    <li data-row={row}>
      <NavLink
        renderRoot={(props) => <Link {...linkTo(name)} {...props} />}
        aria-current={isOpen ? 'page' : undefined}
        active={isOpen}
        label={title}
        description={label}
        leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
        rightSection={
          <>
            <Text size="xs" c="dimmed">
              {state}
            </Text>
            {isPage && <IconChevronRight size={16} stroke={1.6} aria-hidden />}
          </>
        }
        variant="light"
        bdrs="md"
        fw={500}
        px={isPage ? 0 : 'xs'}
        py={isPage ? 'sm' : 6}
        onClick={onOpen}
      />
    </li>
  );
}

/** In the search box, the arrow down moves to the topics, Enter opens the first one and Escape leaves the box. */
function useListKeys(
  count: number,
  { show, openFirst, clear }: Record<'show' | 'openFirst', (typed: string) => void> & { clear: () => void },
) {
  const { onKeyDown, ...rest } = useArrowKeys({ count });
  const inBox = (event: KeyboardEvent<HTMLElement>, box: HTMLInputElement): void => {
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      // The list may not show yet what was typed a moment ago.
      flushSync(() => show(box.value));
      event.currentTarget.querySelector<HTMLElement>('[data-row] a')?.focus();
    } else if (event.key === 'Enter') openFirst(box.value);
    else if (event.key === 'Escape') {
      clear();
      box.blur();
    }
  };
  return {
    ...rest,
    onKeyDown: (event: KeyboardEvent<HTMLElement>): void => {
      const { target, key, currentTarget } = event;
      const isFirst = target instanceof HTMLElement && target.closest('[data-row="0"]') !== null;
      if (target instanceof HTMLInputElement) inBox(event, target);
      else if (key === 'ArrowUp' && isFirst) currentTarget.querySelector('input')?.focus();
      else onKeyDown(event);
    },
  };
}

function useTopicSearch() {
  const [search, setSearch] = useState('');
  const navigate = useNavigate();
  const groups = groupsFor(useRights());
  const topics = groups.flatMap((group) => group.topics);
  const find = (typed: string): FoundTopic[] => (typed.trim() === '' ? [] : findTopics(topics, typed));
  const found = find(search);
  const clear = (): void => setSearch('');
  const openFirst = (typed: string): void => {
    const [first] = find(typed);
    if (!first) return;
    clear();
    void navigate(linkTo(first.topic.name));
  };
  const keys = useListKeys(search === '' ? topics.length : found.length, {
    ...{ show: setSearch, openFirst, clear },
  });
  return { search, setSearch, clear, groups, topics, found, keys };
}

function Found({ search, count }: { search: string; count: number }) {
  if (count === 0) return <Text mt="xs">{commonWords.noMatch(search)}</Text>;
  return <VisuallyHidden>{settingsWords.found(count)}</VisuallyHidden>;
}

type Props = { open: TopicName | undefined; isPage?: boolean };

/** The topics of Settings that the user may open, with a search. On a phone the list is a page of its own. */
export function SettingsList({ open, isPage = false }: Props) {
  const { search, setSearch, clear, groups, topics, found, keys } = useTopicSearch();
  const states = useTopicStates();
  const list = useRef<HTMLDivElement>(null);
  const inset = isPage ? 0 : 'xs';
  // A low window cannot show all topics.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const link = (topic: Topic, row: number, label?: string): ReactNode => (
    <TopicLink
      key={topic.name}
      {...{ topic, label, row, isPage }}
      isOpen={topic.name === open}
      state={states[topic.name]}
      onOpen={clear}
    />
  );
  return (
    <Stack
      component="nav"
      ref={list}
      className={classes.list}
      data-page={isPage || undefined}
      gap="sm"
      aria-label={settingsWords.title}
      {...keys}
    >
      <Title order={isPage ? 1 : 2} size="lg" px={inset}>
        {settingsWords.title}
      </Title>
      <Box px={inset}>
        <SearchBox
          label={settingsWords.find}
          clearLabel={commonWords.clearSearch}
          value={search}
          onSearch={setSearch}
          delay={0}
          hasKey
        />
        <div role="status">{search !== '' && <Found search={search} count={found.length} />}</div>
      </Box>
      {search === '' &&
        groups.map((group) => (
          <div key={group.title}>
            <Text component="h3" size="xs" c="dimmed" fw={600} m={0} px={inset} py={4}>
              {group.title}
            </Text>
            <ul aria-label={group.title}>
              {group.topics.map((topic) => link(topic, topics.indexOf(topic)))}
            </ul>
          </div>
        ))}
      {found.length > 0 && (
        <ul aria-label={settingsWords.title}>
          {found.map(({ topic, label }, row) => link(topic, row, label))}
        </ul>
      )}
    </Stack>
  );
}
