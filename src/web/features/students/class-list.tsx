import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClassSummary } from '#shared/calls/students.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { studentWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { useRights } from '../../lib/session.ts';
import { Empty } from '../../ui/empty.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { Trouble } from '../../ui/trouble.tsx';
import { classesQuery } from './api.ts';
import classes from './class-list.module.css';

function ClassCard({ one }: { one: ClassSummary }) {
  return (
    <li className={classes.card}>
      <h2>
        <NameText text={one.name} />
        <span>{studentWords.count(one.students)}</span>
      </h2>
      <ul className={classes.sections}>
        {one.sections.map((section) => (
          <li key={section.id}>
            <NameText text={section.name || studentWords.noSection} />
            <b>{section.students.toLocaleString('en-US')}</b>
          </li>
        ))}
      </ul>
    </li>
  );
}

type Props = {
  /** What can be done, beside the title. */
  actions: ReactNode;
  /** The way to begin, where there are no students. */
  prompt: ReactNode;
};

/** The classes of the campus, each with its sections and how many students they have. */
export function ClassList({ actions, prompt }: Props) {
  const rights = useRights();
  const { data, error, isFetching, refetch } = useQuery(classesQuery);
  const students = data?.reduce((sum, one) => sum + one.students, 0) ?? 0;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.title}>
          <h1>{studentWords.title}</h1>
          <p>{data && students > 0 ? studentWords.summary(data.length, students) : studentWords.text}</p>
        </div>
        <div className={classes.actions}>{actions}</div>
      </header>
      {data && data.length > 0 && (
        <ul className={classes.list}>
          {data.map((one) => (
            <ClassCard key={one.id} one={one} />
          ))}
        </ul>
      )}
      {data?.length === 0 && (
        <Empty title={studentWords.none} text={rights.add ? studentWords.noneText : studentWords.noneToSee}>
          {prompt}
        </Empty>
      )}
      {!data && error && (
        <Trouble
          message={sentenceOf(error)}
          tryAgain={commonWords.tryAgain}
          onTryAgain={() => void refetch()}
          isTrying={isFetching}
        />
      )}
      {!data && !error && (
        <div role="status" aria-label={commonWords.loading}>
          <Skeleton height={120} radius="lg" />
        </div>
      )}
    </div>
  );
}
