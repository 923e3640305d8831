import { ActionIcon } from '@mantine/core';
import IconBrandWhatsapp from '@tabler/icons-react/dist/esm/icons/IconBrandWhatsapp.mjs';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import type { Family } from '#shared/calls/families.ts';
import { billWords } from '#shared/words/bills.ts';
import { familyWords } from '#shared/words/families.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './family.module.css';

type HeadProps = {
  name: string;
  family: Pick<Family, 'numbers' | 'messages'> | undefined;
  /** Whether the list of numbers is open. Undefined if the user has no right to edit numbers. */
  isOpen: boolean | undefined;
  onNumbers: () => void;
};

/** A message in one of these states proves that the number is on WhatsApp. */
const arrivedStates = ['delivered', 'read'];

/** Shows the name of the family and its numbers, each with its label. */
export function FamilyHead({ name, family, isOpen, onNumbers }: HeadProps) {
  const sayNumber = useSayNumber();
  const numbers = family?.numbers ?? [];
  const first = numbers[0]?.number;
  const isOnWhatsApp = family?.messages.some(
    ({ number, status }) => number === first && arrivedStates.includes(status),
  );
  const parts = numbers.map(({ number, label, isOptedOut }, at) => {
    const text = [label.toLocaleLowerCase(), sayNumber(number)].filter(Boolean).join(' ');
    return (
      <span key={number}>
        {at > 0 && '· '}
        {text}
        {isOptedOut && <em> {familyWords.optedOut}</em>}
        {at === 0 && isOnWhatsApp && ' '}
      </span>
    );
  });
  if (parts.length > 0 && isOnWhatsApp)
    parts.splice(1, 0, <IconBrandWhatsapp key="whatsapp" size={14} stroke={1.8} aria-hidden />);
  const line = parts.length > 0 ? parts : family ? familyWords.noNumber : '';
  return (
    <div className={classes.head}>
      <h2 className={classes.name}>
        <NameText text={name} title={name} />
      </h2>
      {isOpen === undefined ? (
        <p className={classes.numbers} style={{ margin: 0 }}>
          {line}
        </p>
      ) : (
        <button
          type="button"
          className={classes.numbers}
          aria-expanded={isOpen}
          title={familyWords.showNumbers}
          onClick={onNumbers}
        >
          {line}
        </button>
      )}
    </div>
  );
}

const icon = { size: 20, stroke: 1.6 } as const;

/** The buttons that act on the whole family: call and edit. */
export function FamilyActions({
  number,
  onEdit,
}: {
  number: string | undefined;
  onEdit?: (() => void) | undefined;
}) {
  const sayNumber = useSayNumber();
  return (
    <>
      {number?.startsWith('+') && (
        <ActionIcon
          renderRoot={(props) => <a href={`tel:${number}`} {...props} />}
          aria-label={familyWords.call(sayNumber(number))}
          title={familyWords.call(sayNumber(number))}
        >
          <IconPhone {...icon} />
        </ActionIcon>
      )}
      {onEdit && (
        <ActionIcon aria-label={billWords.editPanel} title={billWords.editPanel} onClick={onEdit}>
          <IconPencil {...icon} />
        </ActionIcon>
      )}
    </>
  );
}
