import { useQuery } from '@tanstack/react-query';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { type Filled, fill } from '#shared/placeholders.ts';
import { sendWords } from '#shared/words/sending.ts';
import { mediaWords, templateWords } from '#shared/words/templates.ts';
import { useSession } from '../../lib/session.ts';
import { Bubble } from '../../ui/bubble.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { sampleBillsQuery } from './api.ts';
import { fillableOf, sampleFor } from './rules.ts';
import classes from './templates.module.css';

type Props = { message: string; media: string; groups: readonly GroupSummary[] };

/** A bill of the newest billing that has any, to fill the text with. */
function useSample(message: string, groups: readonly GroupSummary[]) {
  const { campuses, cId } = useSession();
  const { data } = useQuery(sampleBillsQuery(groups));
  const group = groups.find(({ bills }) => bills > 0);
  if (!group || !data) return { group, bill: undefined };
  const campus = campuses.find(({ id }) => id === cId)?.name ?? '';
  const bills = data.map((bill) => fillableOf(bill, { campus, month: group.month, year: group.year }));
  return { group, bill: sampleFor(message, bills) };
}

/** The template as it arrives on a parent's phone. */
export function TemplatePreview({ message, media, groups }: Props) {
  const { group, bill } = useSample(message, groups);
  const { text, missing }: Filled = bill ? fill(message, bill) : { text: message, missing: [] };
  const isEmpty = message.trim() === '' && media === '';
  return (
    <section aria-label={templateWords.preview} className={classes.preview}>
      <h3>
        {templateWords.preview}
        {bill && group && (
          <span className={classes.who}>
            <NameText text={bill.name || bill.regNum || ''} />
            <span aria-hidden>·</span>
            <NameText text={group.name} />
          </span>
        )}
      </h3>
      <div className={classes.phone} data-testid="template-preview">
        {isEmpty ? (
          <p className={classes.hint}>{templateWords.previewEmpty}</p>
        ) : (
          <Bubble
            words={mediaWords}
            side="out"
            text={text.trim()}
            media={media}
            mediaLabel={sendWords.media}
          />
        )}
      </div>
      {!group && <p className={classes.note}>{templateWords.noBill}</p>}
      {missing.length > 0 && (
        <p className={classes.note} data-warning>
          {templateWords.missing(missing.map((name) => sendWords.placeholders[name]))}
        </p>
      )}
    </section>
  );
}
