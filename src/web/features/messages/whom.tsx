import type { GroupSummary } from '#shared/calls/groups.ts';
import { sendWords } from '#shared/words/sending.ts';
import { audienceOf, type Draft } from './rules.ts';

const mostNamed = 3;

/** Lists the first names on one line. Each name has its own text direction. */
export function Names({ names }: { names: readonly string[] }) {
  return (
    <>
      {names.slice(0, mostNamed).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have the same name
        <span key={index}>
          {index > 0 && ', '}
          <bdi>{name}</bdi>
        </span>
      ))}
      {names.length > mostNamed && ` ${sendWords.andMore(names.length - mostNamed)}`}
    </>
  );
}

/** Names the recipients of a message, as the user chose them. */
export function RecipientSummary({ groups, draft }: { groups: GroupSummary[]; draft: Draft }) {
  const { groupIDs, contactIDs } = draft;
  const who = audienceOf(draft);
  const names = groups.filter(({ id }) => groupIDs.includes(id)).map(({ name }) => name);
  return (
    <>
      {contactIDs.length > 0 && `${sendWords.chosenBills(contactIDs.length)} ${sendWords.chosenOf} `}
      <Names names={names} />
      {(contactIDs.length === 0 || who !== 'all') && ` · ${sendWords.whoNames[who]}`}
    </>
  );
}
