import { useQuery } from '@tanstack/react-query';
import type { GroupSummary } from '#shared/calls/groups.ts';
import { alteredCodes } from '#shared/messages/altered-codes.ts';
import { paperIn, paperMedia } from '#shared/messages/media.ts';
import { type Filled, fill } from '#shared/messages/placeholders.ts';
import { isReceipt } from '#shared/messages/reminder-rules.ts';
import { maskedLink } from '#shared/people/parent-link.ts';
import { sendWords, sheetWords } from '#shared/words/sending.ts';
import { mediaWords, templateWords } from '#shared/words/templates.ts';
import { paperOfBills } from '../../lib/papers.ts';
import { useSession } from '../../lib/session.ts';
import { useToday } from '../../lib/use-today.ts';
import { Bubble } from '../../ui/bubble.tsx';
import { NameText } from '../../ui/name-text.tsx';
import { sampleBillsQuery } from './api.ts';
import { fillableOf, nameOfPaper, sampleFor, samplePayment, type TemplateForm } from './rules.ts';
import classes from './templates.module.css';

type Props = Pick<TemplateForm, 'message' | 'media' | 'sendOn'> & { groups: readonly GroupSummary[] };

/** Chooses a bill of the newest billing that has bills. Its values fill the text. */
function useSample({ message, sendOn, groups }: Omit<Props, 'media'>) {
  const session = useSession();
  const { campuses, cId } = session;
  const today = useToday();
  const { data } = useQuery(sampleBillsQuery(groups));
  const group = groups.find(({ bills }) => bills > 0);
  if (!group || !data) return { group, bill: undefined, altered: alteredCodes(message, []) };
  const campus = campuses.find(({ id }) => id === cId)?.name ?? '';
  const { month, year } = group;
  const about = { campus, month, year, today, rules: session, link: maskedLink(session.domain) };
  const bills = data.map((bill) => ({
    ...fillableOf(bill, about),
    ...(isReceipt({ sendOn }) ? samplePayment(bill, today) : {}),
    id: bill.id,
  }));
  return { group, bill: sampleFor(message, bills), altered: alteredCodes(message, bills) };
}

/** Shows the template as a message on a parent's phone. */
export function TemplatePreview({ message, media, sendOn, groups }: Props) {
  const { group, bill, altered } = useSample({ message, sendOn, groups });
  const { text, missing }: Filled = bill ? fill(message, bill) : { text: message, missing: [] };
  const paper = paperIn(media);
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
            media={paper && bill ? paperMedia(paper.kind, nameOfPaper(paper.kind, bill)) : media}
            onPaper={paper?.kind === 'voucher' && bill ? paperOfBills([bill.id]) : undefined}
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
      {altered.map(({ name, value, looks }) => (
        <p key={name} className={classes.note} data-warning>
          {sheetWords.altered(sendWords.placeholders[name], value, looks)}
        </p>
      ))}
    </section>
  );
}
