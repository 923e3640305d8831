/** Lets a user copy, open or revoke the link to a family's page. Each number of the family has its own link. */
import { ActionIcon, Button, Group, NativeSelect, Popover } from '@mantine/core';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import { useState } from 'react';
import { sentenceOf } from '#shared/words/failures.ts';
import { familyWords } from '#shared/words/families.ts';
import { commonWords } from '#shared/words/screen.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { confirm } from '../../ui/confirm.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { toastDone } from '../../ui/toast.ts';
import { makeLink, revokeLink } from './api.ts';
import classes from './family.module.css';

const revokeQuestion = { title: familyWords.revokeTitle, text: familyWords.revokeText } as const;

/** `load` loads the link of a number. If the number has no link yet, the server creates one. */
function useLink() {
  const [link, setLink] = useState<{ number: string; url: string }>();
  const [trouble, setTrouble] = useState<string>();
  const load = (number: string): void => {
    setLink(undefined);
    setTrouble(undefined);
    makeLink(number).then(
      (url) => setLink({ number, url }),
      (error: unknown) => setTrouble(sentenceOf(error)),
    );
  };
  return { link, trouble, load };
}

export function FamilyLink({ numbers }: { numbers: readonly string[] }) {
  const sayNumber = useSayNumber();
  const [isOpen, setOpen] = useState(false);
  const [number = numbers[0] ?? '', setNumber] = useState<string>();
  const { link, trouble, load } = useLink();
  const choose = (next: string): void => {
    setNumber(next);
    load(next);
  };
  const revoke = async (): Promise<void> => {
    setOpen(false);
    const isConfirmed = await confirm({
      ...revokeQuestion,
      about: sayNumber(number),
      confirm: familyWords.revoke,
      cancel: commonWords.cancel,
    });
    if (!isConfirmed) return;
    try {
      await revokeLink(number);
      toastDone(familyWords.revoked);
    } catch (error) {
      toastFailure(error);
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
            data={numbers.map((value) => ({ value, label: sayNumber(value) }))}
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
