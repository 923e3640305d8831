/** The link to the page of a family, for one of its numbers: copy, open or revoke it. */
import { ActionIcon, Button, Group, NativeSelect, Popover } from '@mantine/core';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import { useState } from 'react';
import { sentenceOf, toasts } from '#shared/words/failures.ts';
import { familyWords } from '#shared/words/families.ts';
import { commonWords } from '#shared/words/screen.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { confirm } from '../../ui/confirm.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { toastDone, toastError } from '../../ui/toast.ts';
import { makeLink, revokeLink } from './api.ts';
import classes from './family.module.css';

const askRevoke = { title: familyWords.revokeTitle, text: familyWords.revokeText } as const;

/** The link of a number, loaded on request; `ask` creates it if necessary. */
function useLink() {
  const [link, setLink] = useState<{ number: string; url: string }>();
  const [trouble, setTrouble] = useState<string>();
  const ask = (number: string): void => {
    setLink(undefined);
    setTrouble(undefined);
    makeLink(number).then(
      (url) => setLink({ number, url }),
      (error: unknown) => setTrouble(sentenceOf(error)),
    );
  };
  return { link, trouble, ask };
}

export function FamilyLink({ numbers }: { numbers: readonly string[] }) {
  const sayNumber = useSayNumber();
  const [isOpen, setOpen] = useState(false);
  const [number = numbers[0] ?? '', setNumber] = useState<string>();
  const { link, trouble, ask } = useLink();
  const choose = (next: string): void => {
    setNumber(next);
    ask(next);
  };
  const revoke = async (): Promise<void> => {
    setOpen(false);
    const isMeant = await confirm({
      ...askRevoke,
      about: sayNumber(number),
      confirm: familyWords.revoke,
      cancel: commonWords.cancel,
    });
    if (!isMeant) return;
    try {
      await revokeLink(number);
      toastDone(familyWords.revoked);
    } catch (error) {
      toastError(toasts.errorTitle, sentenceOf(error));
    }
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} width={300} position="bottom-start" shadow="sm" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={40}
          aria-label={familyWords.link}
          title={familyWords.link}
          aria-expanded={isOpen}
          onClick={() => {
            if (!isOpen) choose(number);
            setOpen(!isOpen);
          }}
        >
          <IconLink size={18} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.link}>
        {numbers.length > 1 && (
          <NativeSelect
            label={familyWords.linkNumber}
            data={numbers.map((one) => ({ value: one, label: sayNumber(one) }))}
            value={number}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        )}
        {trouble !== undefined && <p role="alert">{trouble}</p>}
        {trouble === undefined && (
          <CopyField
            label={familyWords.linkOf(sayNumber(number))}
            value={link?.url ?? ''}
            copy={familyWords.copyLink}
            copied={familyWords.copied}
          />
        )}
        {link && (
          <>
            <p>{familyWords.linkHint}</p>
            <Group gap="xs" justify="flex-end">
              <Button variant="subtle" color="red" size="xs" onClick={() => void revoke()}>
                {familyWords.revoke}
              </Button>
              <Button
                variant="default"
                size="xs"
                renderRoot={(props) => (
                  <a href={link.url} target="_blank" rel="noopener noreferrer" {...props} />
                )}
              >
                {familyWords.openLink}
              </Button>
            </Group>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
