import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { linkWords } from '#shared/words/people.ts';
import { commonWords } from '#shared/words/screen.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import classes from './entrance.module.css';

type Props = { title: string; text: string; children?: ReactNode };

/** The layout of the pages before sign-in, such as the set-up page. */
export function Entrance({ title, text, children }: Props) {
  usePageTitle(`${title} · ${commonWords.product}`);
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <div className={classes.brand}>
          <span className={classes.logo} aria-hidden>
            Q
          </span>
          <span className={classes.name}>
            {commonWords.product}
            <span lang="ur" dir="rtl" className={classes.urdu}>
              قاصد
            </span>
          </span>
        </div>
        <h1 className={classes.title}>{title}</h1>
        <p className={classes.text}>{text}</p>
        {children}
      </div>
    </main>
  );
}

/** Shown while a link is checked. */
export const EntranceWait = () => (
  <Entrance title={linkWords.loading} text="">
    <Loader mt="lg" aria-label={linkWords.loading} />
  </Entrance>
);
