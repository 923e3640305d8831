/** The page of templates: the list at the left, the opened template beside it. */
import { Skeleton, VisuallyHidden } from '@mantine/core';
import IconArticle from '@tabler/icons-react/dist/esm/icons/IconArticle.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { commonWords } from '#shared/words/screen.ts';
import { templateWords } from '#shared/words/templates.ts';
import { groupsQuery } from '../features/groups/api.ts';
import { lazy } from '../lib/lazy.ts';
import { Empty } from '../ui/empty.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import type { TemplatesNav } from './desk-templates.tsx';
import classes from './templates.module.css';
import { useEscape } from './use-escape.ts';

const route = getRouteApi('/desk/templates');

const TemplateParts = lazy(() => import('./desk-templates.tsx').then((m) => ({ default: m.TemplateParts })));

function useTemplatesNav(): TemplatesNav {
  const { template, q = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const goTo = useNavigate();
  return {
    template,
    find: q,
    // Replaces the address, so that Back does not go through every typed letter.
    onFind: (q) => void navigate({ search: (before) => ({ ...before, q }), replace: true }),
    onOpen: (template) => void navigate({ search: (before) => ({ ...before, template }) }),
    onChosen: () => void goTo({ to: '/send-messages', search: { panel: 'send' } }),
    onBack: () => void navigate({ search: (before) => ({ ...before, template: undefined }) }),
    onLeave: () =>
      void navigate({
        search: (before) => ({ ...before, template: undefined }),
        replace: true,
        ignoreBlocker: true,
      }),
  };
}

export function TemplatesPage() {
  const nav = useTemplatesNav();
  const { data: groups } = useQuery(groupsQuery);
  usePageTitle(`${templateWords.title} · ${commonWords.product}`);
  const isOpened = nav.template !== undefined;
  useEscape(isOpened, nav.onBack);
  const waiting = (
    <div className={classes.waiting} role="status" aria-label={commonWords.loading}>
      <Skeleton height={160} radius="md" />
    </div>
  );
  return (
    <main
      className={classes.page}
      data-opened={isOpened || undefined}
      data-alone={nav.template === 'reminders' || undefined}
    >
      <VisuallyHidden component="h1">{templateWords.title}</VisuallyHidden>
      <Suspense fallback={waiting}>{groups ? <TemplateParts nav={nav} groups={groups} /> : waiting}</Suspense>
      {!isOpened && (
        <div className={classes.none}>
          <Empty
            icon={<IconArticle size={26} stroke={1.6} aria-hidden />}
            title={templateWords.chooseOne}
            text={templateWords.chooseOneText}
          />
        </div>
      )}
    </main>
  );
}
