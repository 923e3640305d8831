import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { placeholdersIn, unknownPlaceholders } from '#shared/messages/placeholders.ts';
import { chatWords } from '#shared/words/chats.ts';
import { sentenceOf } from '#shared/words/failures.ts';
import { sendWords } from '#shared/words/sending.ts';
import { useTemplateID } from '../../lib/templates.ts';
import { MarkedText } from '../../ui/bubble.tsx';
import { filledQuery } from './api.ts';
import classes from './chat-composer.module.css';
import { bodyOf, type ChatDraft, nameOfValue } from './rules.ts';

type Props = { number: string; billIDs: readonly number[]; draft: ChatDraft };

const delay = 350;

/** Loads the text with its values filled in. The request is debounced, so it is sent shortly after the last key. */
function useFilled({ number, billIDs, draft }: Props) {
  const templateID = useTemplateID(draft);
  const content = JSON.stringify({ ...bodyOf(draft, billIDs, templateID), contacts: number });
  const [settled] = useDebouncedValue(content, delay);
  const body = useMemo(() => JSON.parse(settled) as ReturnType<typeof bodyOf>, [settled]);
  return useQuery(filledQuery(body, body.contactIDs.length > 0));
}

/**
 * Shows the text as it will arrive, or the reason why it cannot be sent. Shows nothing if the text has no placeholders.
 */
export function Filled(props: Props) {
  const { billIDs, draft } = props;
  const { data, error } = useFilled(props);
  const unknown = unknownPlaceholders(draft.message);
  if (unknown.length > 0) return <p className={classes.warning}>{sendWords.unknown(unknown)}</p>;
  if (placeholdersIn(draft.message).length === 0) return null;
  if (billIDs.length === 0) return <p className={classes.warning}>{chatWords.noBill}</p>;
  if (error) return <p className={classes.warning}>{sentenceOf(error)}</p>;
  if (!data) return null;
  const sample = data.samples[0];
  const missing = sample?.missing ?? [];
  if (data.queued === 0) {
    const reason = missing.length > 0 ? chatWords.missing(missing.map(nameOfValue)) : data.skipped[0]?.reason;
    return <p className={classes.warning}>{reason}</p>;
  }
  return (
    <section
      className={classes.filled}
      aria-label={chatWords.arrivesAs}
      data-testid="filled"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a long text
      tabIndex={0}
    >
      <small>{chatWords.arrivesAs}</small>
      {sample && <MarkedText text={sample.text} />}
    </section>
  );
}
