/** The list of reports at the left. On a phone it is a field above the report. */
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ReportName, reportNames } from '#shared/money/reports.ts';
import { reportNameWords, reportWords } from '#shared/words/reports.ts';
import classes from './report-names.module.css';

type Props = {
  /** Undefined on the page for the owner. */
  chosen?: ReportName | undefined;
  /** The link to the page for the owner, if the user may open it. */
  owner?: ReactNode;
  onChoose: (name: ReportName) => void;
  linkTo: (name: ReportName, title: string) => ReactNode;
};

const choices = reportNames.map((value) => ({ value, label: reportNameWords[value] }));

export function ReportNames({ chosen, owner, onChoose, linkTo }: Props) {
  return (
    <>
      {owner && (
        <div className={classes.owner} data-on={chosen === undefined || undefined}>
          {owner}
        </div>
      )}
      <nav className={classes.list} aria-label={reportWords.list}>
        {reportNames.map((name) => (
          <div key={name} data-on={name === chosen || undefined}>
            {linkTo(name, reportNameWords[name])}
          </div>
        ))}
      </nav>
      <Select
        className={classes.field}
        aria-label={reportWords.list}
        data={choices}
        value={chosen ?? null}
        placeholder={reportWords.title}
        allowDeselect={false}
        onChange={(value) => value && onChoose(value as ReportName)}
      />
    </>
  );
}
