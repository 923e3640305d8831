import { Button, Group, TextInput } from '@mantine/core';
import IconBrandWhatsapp from '@tabler/icons-react/dist/esm/icons/IconBrandWhatsapp.mjs';
import { useEffect, useRef, useState } from 'react';
import type { OneTimeLink } from '#shared/calls/people.ts';
import { type CountryCode, readNumbers } from '#shared/people/phone.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { linkWords } from '#shared/words/people.ts';
import { useSession } from '../../lib/session.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Part } from '../../ui/part.tsx';
import classes from './people.module.css';
import { useShareableLink } from './use-shareable-link.ts';

/** A link of WhatsApp that opens a chat with a text. Source: faq.whatsapp.com, "How to use click to chat". */
const chatLink = (number: string, text: string): string =>
  `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`;

type Props = { name: string; link: OneTimeLink; onDone: () => void };

/**
 * Shows a new one-time link. The administrator copies it or sends it in her own WhatsApp. It must not be sent through
 * the outbox, because other users can read the outbox.
 */
export function LinkCard({ name, link, onDone }: Props) {
  const { timeZone, country, campuses, cId } = useSession();
  const [typed, setTyped] = useState('');
  const { url, canBeSent, note } = useShareableLink(link.url);
  const card = useRef<HTMLDivElement>(null);
  // The button that created the link may be far below, so the focus moves to this card.
  useEffect(() => card.current?.focus(), []);
  const [number] = readNumbers(typed, country as CountryCode).numbers;
  const school = campuses.find(({ id }) => id === cId)?.name ?? '';
  return (
    <div ref={card} tabIndex={-1} className={classes.card} data-testid="one-time-link">
      <Part
        label={linkWords.label}
        title={linkWords.title(name)}
        hint={<span role="status">{linkWords.text(formatInstant(link.expiresAt, timeZone))}</span>}
        foot={<Button onClick={onDone}>{linkWords.done}</Button>}
      >
        <CopyField label={linkWords.label} value={url} copy={linkWords.copy} copied={linkWords.copied} />
        {note && <p role="status">{note}</p>}
        <Group align="end">
          <TextInput
            flex="1 1 240px"
            label={linkWords.number}
            description={linkWords.numberHint}
            type="tel"
            autoComplete="off"
            maxLength={40}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {number && canBeSent ? (
            <Button
              variant="default"
              component="a"
              href={chatLink(number, linkWords.message(school, url))}
              target="_blank"
              rel="noopener noreferrer"
              leftSection={<IconBrandWhatsapp size={16} stroke={1.6} aria-hidden />}
            >
              {linkWords.chat}
            </Button>
          ) : (
            <Button
              variant="default"
              disabled
              leftSection={<IconBrandWhatsapp size={16} stroke={1.6} aria-hidden />}
            >
              {linkWords.chat}
            </Button>
          )}
        </Group>
      </Part>
    </div>
  );
}
