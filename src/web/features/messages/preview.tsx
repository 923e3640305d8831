import { ActionIcon, CloseButton } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { type ReactNode, useState } from 'react';
import type { Sample } from '#shared/calls/messages.ts';
import { sendWords } from '#shared/words/sending.ts';
import { mediaWords } from '#shared/words/templates.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { Bubble } from '../../ui/bubble.tsx';
import { NameText } from '../../ui/name-text.tsx';
import type { Plan } from './api.ts';
import { kindOf, type Letter } from './rules.ts';
import classes from './send-panel.module.css';
import { TestButton } from './test-button.tsx';

type RecipientProps = { sample: Sample; place: string };

function Recipient({ sample, place }: RecipientProps) {
  const kind = kindOf(sample);
  const number = useSayNumber()(sample.number);
  return (
    <>
      <NameText text={sample.name || sendWords.nameless} className={classes.to} />
      <small>
        {number} · {place}
      </small>
      {kind && (
        <small className={classes.kind} data-kind={sample.kind}>
          {kind}
        </small>
      )}
    </>
  );
}

type StepProps = { label: string; isDisabled: boolean; onClick: () => void; children: ReactNode };

const Step = ({ label, isDisabled, onClick, children }: StepProps) => (
  <ActionIcon size={32} aria-label={label} disabled={isDisabled} onClick={onClick}>
    {children}
  </ActionIcon>
);

type Props = {
  letter: Letter;
  plan: Plan | undefined;
  mayWrite: boolean;
  onRemoveMedia: () => void;
};

/** The message as it arrives at one recipient after the other, and at one's own phone. */
export function Preview({ letter, plan, mayWrite, onRemoveMedia }: Props) {
  const { message, media } = letter;
  const [chosen, setChosen] = useState(0);
  const samples = plan?.samples ?? [];
  const at = Math.min(chosen, Math.max(0, samples.length - 1));
  const sample = samples[at];
  const text = message.trim() === '' ? '' : (sample?.text ?? message);
  return (
    <section aria-label={sendWords.preview} className={classes.preview}>
      <div className={classes.nav}>
        <Step label={sendWords.previous} isDisabled={at === 0} onClick={() => setChosen(at - 1)}>
          <IconChevronLeft size={18} stroke={1.6} />
        </Step>
        <div className={classes.recipient} aria-live="polite">
          {sample ? (
            <Recipient sample={sample} place={sendWords.sample(at + 1, samples.length)} />
          ) : (
            sendWords.preview
          )}
        </div>
        <Step label={sendWords.next} isDisabled={at >= samples.length - 1} onClick={() => setChosen(at + 1)}>
          <IconChevronRight size={18} stroke={1.6} />
        </Step>
      </div>
      <div
        className={classes.phone}
        data-testid="preview"
        data-left-out={sample?.kind === 'missing' || undefined}
      >
        {text || media ? (
          <Bubble words={mediaWords} side="out" text={text} media={media} mediaLabel={sendWords.media} />
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
      {mayWrite && <TestButton message={text} media={media} />}
    </section>
  );
}
