import { ActionIcon, Button, Combobox, useCombobox } from '@mantine/core';
import IconArticle from '@tabler/icons-react/dist/esm/icons/IconArticle.mjs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Template } from '#shared/calls/templates.ts';
import { withoutMarks } from '#shared/messages/whatsapp-marks.ts';
import { chatWords } from '#shared/words/chats.ts';
import { chatWindowWords, templateWords } from '#shared/words/templates.ts';
import { noRecords } from '#shared/words/toasts.ts';
import { isReady, useApprovals } from '../../lib/approvals.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { isOffered, templatesQuery } from '../../lib/templates.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './chat-composer.module.css';
import { holdsText } from './rules.ts';

type Props = {
  isDisabled: boolean;
  onChoose: (template: Template) => void;
  /** The customer service window is closed, so only approved templates are offered. */
  isOnlyWay?: boolean;
};

/** A list of templates. The chosen template fills the message field. */
export function TemplatePicker({ isDisabled, onChoose, isOnlyWay = false }: Props) {
  const query = useQuery(templatesQuery);
  const { approvalOf } = useApprovals();
  const [search, setSearch] = useState('');
  const box = useCombobox({
    onDropdownClose: () => {
      box.resetSelectedOption();
      setSearch('');
    },
    onDropdownOpen: () => box.focusSearchInput(),
  });
  const choose = (id: string): void => {
    const template = query.data?.find((stored) => String(stored.id) === id);
    box.closeDropdown();
    if (template) onChoose(template);
  };
  const options = (templates: readonly Template[]) => {
    const offered = templates.filter(
      (template) => isOffered(template) && (!isOnlyWay || isReady(approvalOf(template.id))),
    );
    const shown = offered.filter(({ title, message }) => holdsText([title, message], search));
    if (shown.length === 0) {
      return (
        <Combobox.Empty>
          {isOnlyWay && offered.length === 0 ? chatWindowWords.none : noRecords}
        </Combobox.Empty>
      );
    }
    return shown.map(({ id, title, message }) => (
      <Combobox.Option key={id} value={String(id)}>
        <NameText text={title} className={classes.title} />
        <NameText text={withoutMarks(message)} className={classes.excerpt} />
      </Combobox.Option>
    ));
  };
  const opener = {
    'aria-haspopup': 'listbox',
    'aria-expanded': box.dropdownOpened,
    disabled: isDisabled,
    onClick: () => box.toggleDropdown(),
  } as const;
  return (
    <Combobox store={box} width={300} position="top-start" onOptionSubmit={choose}>
      <Combobox.Target withAriaAttributes={false}>
        {isOnlyWay ? (
          <Button variant="default" size="xs" {...opener}>
            {chatWindowWords.choose}
          </Button>
        ) : (
          <ActionIcon aria-label={chatWords.template} title={chatWords.template} {...opener}>
            <IconArticle size={20} stroke={1.6} />
          </ActionIcon>
        )}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          aria-label={templateWords.search}
          placeholder={templateWords.search}
          value={search}
          onKeyDown={({ key }) => {
            if (key === 'Escape') box.focusTarget();
          }}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            box.updateSelectedOptionIndex();
          }}
        />
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }} aria-label={templateWords.title}>
          <Loaded query={query}>{options}</Loaded>
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
