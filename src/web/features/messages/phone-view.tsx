import { ActionIcon, CloseButton } from '@mantine/core';
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import type { ReactNode } from 'react';
import { paperIn, paperMedia } from '#shared/messages/media.ts';
import { formatDay } from '#shared/time/dates.ts';
import { sendWords } from '#shared/words/sending.ts';
import { mediaWords } from '#shared/words/templates.ts';
import { paperOfBills } from '../../lib/papers.ts';
import { useSession } from '../../lib/session.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { Bubble } from '../../ui/bubble.tsx';
import { Face } from '../../ui/face.tsx';
import { NameText } from '../../ui/name-text.tsx';
import type { Person, Plan } from './api.ts';
import classes from './phone-view.module.css';
import { type MessageContent, payerOf, sayMissing } from './rules.ts';
import { nowIn, readLater } from './when.ts';

type StepProps = { label: string; isDisabled: boolean; onClick: () => void; children: ReactNode };

const Step = ({ label, isDisabled, onClick, children }: StepProps) => (
  <ActionIcon aria-label={label} disabled={isDisabled} onClick={onClick}>
    {children}
  </ActionIcon>
);

function Recipient({ person, of }: { person: Person; of: number }) {
  const sayNumber = useSayNumber();
  const missing = sayMissing(person);
  const why = missing || person.reason;
  return (
    <>
      <span className={classes.to}>
        <NameText text={payerOf(person) || sendWords.nameless} className={classes.name} />
        <span>
          {person.number && `${sayNumber(person.number)} · `}
          {person.reason === null && sendWords.sample(person.at + 1, of)}
        </span>
      </span>
      {why && <small className={classes.why}>{why}</small>}
    </>
  );
}

/** The day and time of arrival that the phone shows. */
function useArrival({ later }: MessageContent): { day: string; time: string } {
  const { timeZone } = useSession();
  const now = nowIn(timeZone, new Date());
  const { day = now.day, time = now.time } = later ? readLater(later) : {};
  return { day: formatDay(day), time };
}

/** If the message carries the family's own voucher, returns its name and a function that opens it. */
function mediaOf(media: string, person: Person | undefined) {
  const paper = paperIn(media);
  if (!paper || !person?.document) return { media };
  const billIDs = person.children.flatMap(({ billID }) => billID ?? []);
  return { media: paperMedia(paper.kind, person.document), onPaper: paperOfBills(billIDs, person.number) };
}

/** The recipient that the phone shows, from the list of the recipients or of the people who are left out. */
export type ShownPerson = { person: Person | undefined; list: 'gets' | 'leftOut'; of: number };

type Props = {
  content: MessageContent;
  shownPerson: ShownPerson;
  looks: Plan['looks'] | undefined;
  mayWrite: boolean;
  onLook: (at: number) => void;
  onRemoveMedia: () => void;
};

const kinds = ['shortest', 'longest', 'mostChildren', 'urduName'] as const;

function SampleButtons({ looks, shownPerson, onLook }: Pick<Props, 'looks' | 'shownPerson' | 'onLook'>) {
  const at = shownPerson.list === 'gets' ? shownPerson.person?.at : undefined;
  return (
    <fieldset className={classes.looks} aria-label={sendWords.look}>
      {kinds.map((kind) => {
        // If the longest message is also the shortest one, this button has nothing else to show.
        const isSame = kind === 'longest' && looks?.longest === looks?.shortest;
        const place = isSame ? null : (looks?.[kind] ?? null);
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={place !== null && place === at}
            disabled={place === null}
            onClick={() => place !== null && onLook(place)}
          >
            {sendWords.looks[kind]}
          </button>
        );
      })}
    </fieldset>
  );
}

/** Shows the phone of one family, either a recipient or a family that is left out. */
export function PhoneView({ content, shownPerson, looks, mayWrite, onLook, onRemoveMedia }: Props) {
  const { campuses, cId } = useSession();
  const campus = campuses.find(({ id }) => id === cId)?.name ?? '';
  const { person, list, of } = shownPerson;
  const { day, time } = useArrival(content);
  const { message, media } = content;
  const text = message.trim() === '' ? '' : (person?.text ?? message);
  const at = list === 'gets' ? person?.at : undefined;
  return (
    <section aria-label={sendWords.preview} className={classes.preview}>
      <div className={classes.nav}>
        <Step
          label={sendWords.previous}
          isDisabled={at === undefined || at === 0}
          onClick={() => onLook((at ?? 0) - 1)}
        >
          <IconChevronLeft size={18} stroke={1.6} />
        </Step>
        <div className={classes.recipient} aria-live="polite">
          {person ? <Recipient person={person} of={of} /> : sendWords.preview}
        </div>
        <Step
          label={sendWords.next}
          isDisabled={list === 'gets' ? at === undefined || at >= of - 1 : of === 0}
          onClick={() => onLook(at === undefined ? 0 : at + 1)}
        >
          <IconChevronRight size={18} stroke={1.6} />
        </Step>
      </div>
      <div className={classes.phone} data-left-out={(text !== '' && person?.reason != null) || undefined}>
        <header>
          <Face name={campus} size={32} />
          <div>
            <NameText text={campus} className={classes.campus} />
            <small>{sendWords.asTheParentSees}</small>
          </div>
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a long text */}
        <div className={classes.chat} tabIndex={0}>
          <p className={classes.day}>{day}</p>
          <div className={classes.arrived} data-testid="preview">
            {text || media ? (
              <Bubble
                words={mediaWords}
                side="out"
                text={text}
                {...mediaOf(media, person)}
                mediaLabel={sendWords.media}
                footer={
                  <>
                    {time} <IconCheck size={14} stroke={1.8} aria-hidden />
                  </>
                }
              />
            ) : (
              <p className={classes.hint}>{sendWords.previewEmpty}</p>
            )}
            {media && mayWrite && (
              <CloseButton
                className={classes.removeMedia}
                aria-label={sendWords.removeMedia}
                onClick={onRemoveMedia}
              />
            )}
          </div>
        </div>
      </div>
      <SampleButtons looks={looks} shownPerson={shownPerson} onLook={onLook} />
    </section>
  );
}
