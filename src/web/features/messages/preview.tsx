import { ActionIcon, CloseButton } from '@mantine/core';
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { useState } from 'react';
import { sendWords } from '#shared/words/sending.ts';
import { Bubble } from '../../ui/bubble.tsx';
import { NameText } from '../../ui/name-text.tsx';
import type { Plan } from './api.ts';
import type { Draft } from './rules.ts';
import classes from './send-panel.module.css';

type Props = { draft: Draft; plan: Plan | undefined; onRemoveMedia?: (() => void) | undefined };

/** The message as it arrives at one recipient after the other. */
export function Preview({ draft, plan, onRemoveMedia }: Props) {
  const [chosen, setChosen] = useState(0);
  const samples = plan?.samples ?? [];
  const at = Math.min(chosen, Math.max(0, samples.length - 1));
  const sample = samples[at];
  const text = draft.message.trim() === '' ? '' : (sample?.text ?? draft.message);
  return (
    <section aria-label={sendWords.preview} className={classes.preview}>
      <div className={classes.nav}>
        <ActionIcon
          size={32}
          aria-label={sendWords.previous}
          disabled={at === 0}
          onClick={() => setChosen(at - 1)}
        >
          <IconChevronLeft size={18} stroke={1.6} />
        </ActionIcon>
        <div className={classes.recipient} aria-live="polite">
          {sample ? (
            <>
              <NameText text={sample.name || sample.number} className={classes.to} />
              <small>
                {sample.number} · {sendWords.sample(at + 1, samples.length)}
              </small>
            </>
          ) : (
            sendWords.preview
          )}
        </div>
        <ActionIcon
          size={32}
          aria-label={sendWords.next}
          disabled={at >= samples.length - 1}
          onClick={() => setChosen(at + 1)}
        >
          <IconChevronRight size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      <div className={classes.phone} data-testid="preview">
        {text || draft.media ? (
          <Bubble side="out" text={text} media={draft.media} mediaLabel={sendWords.media} />
        ) : (
          <p className={classes.hint}>{sendWords.previewEmpty}</p>
        )}
        {draft.media && onRemoveMedia && (
          <CloseButton
            className={classes.removeMedia}
            aria-label={sendWords.removeMedia}
            onClick={onRemoveMedia}
          />
        )}
      </div>
    </section>
  );
}
