import { Button, TextInput } from '@mantine/core';
import IconBrandWhatsapp from '@tabler/icons-react/dist/esm/icons/IconBrandWhatsapp.mjs';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OneTimeLink } from '#shared/calls/people.ts';
import { formatInstant } from '#shared/dates.ts';
import { type CountryCode, readNumbers } from '#shared/phone.ts';
import { linkWords } from '#shared/words/people.ts';
import { installationQuery } from '../../lib/installation.ts';
import { useSession } from '../../lib/session.ts';
import { CopyField } from '../../ui/copy-field.tsx';
import { Part } from '../../ui/part.tsx';
import classes from './people.module.css';
import { isLoopback, networkLink } from './rules.ts';

/** WhatsApp's own link to a chat with a text in it. Source: faq.whatsapp.com, "How to use click to chat". */
const chatLink = (number: string, text: string): string =>
  `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`;

/** The link as another person can open it, if known; `note` says where it opens. */
function useLinkToGive(url: string): { url: string; isGiveable: boolean; note?: string } {
  const isHere = isLoopback(url);
  const { data } = useQuery({ ...installationQuery, enabled: isHere });
  if (!isHere) return { url, isGiveable: true };
  const there = data && networkLink(url, data);
  if (there !== undefined) return { url: there, isGiveable: true, note: linkWords.onNetwork };
  return { url, isGiveable: false, note: linkWords.onlyHere };
}

type Props = { name: string; link: OneTimeLink; onDone: () => void };

/**
 * A new link, to copy or to send in the administrator's own WhatsApp. It must not go through the outbox, which others
 * can read.
 */
export function LinkCard({ name, link, onDone }: Props) {
  const { timeZone, country, campuses, cId } = useSession();
  const [typed, setTyped] = useState('');
  const { url, isGiveable, note } = useLinkToGive(link.url);
  const card = useRef<HTMLDivElement>(null);
  // The button that created the link may be far below.
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
        <div className={classes.chat}>
          <TextInput
            label={linkWords.number}
            description={linkWords.numberHint}
            type="tel"
            autoComplete="off"
            maxLength={40}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {number && isGiveable ? (
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
        </div>
      </Part>
    </div>
  );
}
