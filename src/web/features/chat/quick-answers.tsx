import { ActionIcon } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { snippetWords } from '#shared/words/chats.ts';
import { useRights } from '../../lib/session.ts';
import { isOffered, templatesQuery } from '../../lib/templates.ts';
import { NameText } from '../../ui/name-text.tsx';
import { snippetsQuery } from './api.ts';
import classes from './quick-answers.module.css';
import type { ChatDraft } from './rules.ts';
import { SnippetsModal } from './snippets-modal.tsx';

type Answer = Pick<ChatDraft, 'templateID' | 'message' | 'media'>;
type Props = { onChoose: (answer: Answer) => void };

/** At most this many templates are shown beside the snippets. The template button beside the field lists them all. */
const mostTemplates = 6;

/** Buttons that insert a quick answer: the snippets and templates of the campus. */
export function QuickAnswers({ onChoose }: Props) {
  const rights = useRights();
  const { data: snippets = [] } = useQuery(snippetsQuery);
  const { data: templates = [] } = useQuery(templatesQuery);
  const [isChanging, setChanging] = useState(false);
  const mayChange = rights.add || rights.edit || rights.delete;
  const answers = [
    ...snippets.map(({ id, title, message }) => ({
      key: `s${id}`,
      title,
      answer: { templateID: null, message, media: '' },
    })),
    ...templates
      .filter(isOffered)
      .slice(0, mostTemplates)
      .map(({ id, title, message, media }) => ({
        key: `t${id}`,
        title,
        answer: { templateID: id, message, media },
      })),
  ];
  return (
    <div className={classes.answers}>
      <ul className={classes.row} aria-label={snippetWords.label}>
        {answers.map(({ key, title, answer }) => (
          <li key={key}>
            <button type="button" className={classes.answer} onClick={() => onChoose(answer)}>
              <NameText text={title} />
            </button>
          </li>
        ))}
      </ul>
      {mayChange && (
        <ActionIcon
          size={28}
          aria-label={snippetWords.edit}
          title={snippetWords.edit}
          onClick={() => setChanging(true)}
        >
          <IconPencil size={16} stroke={1.6} />
        </ActionIcon>
      )}
      {isChanging && <SnippetsModal snippets={snippets} onClose={() => setChanging(false)} />}
    </div>
  );
}
