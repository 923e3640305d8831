import { Box, Button, Group } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { binWords } from '#shared/words/bills.ts';
import { commonWords } from '#shared/words/screen.ts';
import { settingsWords } from '#shared/words/settings.ts';
import { useRights } from '../lib/session.ts';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import classes from './settings.module.css';
import { mayOpen, type TopicName, topicNamed } from './settings-topics.ts';
import { useIsPhone } from './use-is-phone.ts';

type Props = {
  topic: TopicName;
  /** Replaces the name in the list. */
  title?: string | undefined;
  /** Replaces the sentence of the topic. */
  text?: ReactNode;
  /** The main button. */
  action?: ReactNode;
  /** The page itself decides what a user without the right sees. */
  isOpenToAll?: boolean;
  isWide?: boolean;
  children: ReactNode;
};

/** A page of Settings: its head and its parts. */
export function SettingsPage(props: Props) {
  const { topic, title, text, action, isOpenToAll = false, isWide = false, children } = props;
  const rights = useRights();
  const found = topicNamed(topic);
  const head = title ?? found.title;
  usePageTitle(`${head} · ${commonWords.product}`);
  return (
    <div className={classes.topic} data-wide={isWide || undefined}>
      {useIsPhone() && (
        <Box mb={-12}>
          <Button
            variant="subtle"
            px={0}
            leftSection={<IconArrowLeft size={16} stroke={1.6} aria-hidden />}
            renderRoot={(props) => <Link to="/settings" {...props} />}
          >
            {settingsWords.title}
          </Button>
        </Box>
      )}
      <Group component="header" justify="space-between">
        <Box flex="1 1 220px">
          <h1>{head}</h1>
          <p>{text ?? found.text}</p>
        </Box>
        {action}
      </Group>
      {isOpenToAll || mayOpen(topic, rights) ? (
        children
      ) : (
        <Empty title={topic === 'bin' ? binWords.noRight : settingsWords.noRight} />
      )}
    </div>
  );
}
