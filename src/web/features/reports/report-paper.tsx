/** A report, or the list behind one of its figures, for printing. */
import type { ReactNode } from 'react';
import type { Report } from '#shared/calls/reports.ts';
import { sayDays } from '#shared/money/report-texts.ts';
import { reportNameWords, reportWords } from '#shared/words/reports.ts';
import { useSession } from '../../lib/session.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './report-paper.module.css';

type Props = { report: Report; of?: string | undefined; class?: string | undefined; children: ReactNode };

export function ReportPaper({ report, of, class: ofClass, children }: Props) {
  const { logo } = useSession();
  const { campuses, name, totals } = report;
  const place = campuses.length === 1 ? (campuses[0]?.name ?? '') : reportWords.allCampuses;
  return (
    <div className={classes.paper}>
      <header>
        {logo && <img src={logo} alt="" />}
        <div>
          <h1>{[reportNameWords[name], of].filter(Boolean).join(': ')}</h1>
          <p>
            <NameText text={[place, ofClass].filter(Boolean).join(', ')} />
          </p>
        </div>
        <p>
          {sayDays(report)}
          {totals.length === 1 && `, ${totals[0]?.currency ?? ''}`}
        </p>
      </header>
      {children}
    </div>
  );
}
