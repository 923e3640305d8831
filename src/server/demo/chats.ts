/** The chats of the demonstration school: parents' messages, the school's answers, and one opt-out. */
import { optOutWords } from '#shared/words/chats.ts';
import { scopeOfRow } from '../auth/scope.ts';
import { insertInbound, setAnswered, setReplied, setSeen } from '../chat/chat-queries.ts';
import { findSchoolName, insertOptOut } from '../outbox/opt-outs/opt-outs-queries.ts';
import { later, wakingBefore } from './moments.ts';
import { type DemoEvent, type Stage, storePast, toOne } from './sends.ts';
import { answeredTalks, openTalks, type Talk } from './talk.ts';

/** Marks all messages of a number, up to the highest possible id. */
const upTo = Number.MAX_SAFE_INTEGER;

const answer = { audience: 'all', family: false } as const;

async function write({ scope, senderID }: Stage, number: string, message: { text: string; at: Date }) {
  const { campusID } = scope;
  const at = message.at.toISOString();
  const providerID = `demo.wrote.${number}.${at}`;
  const nothing = { media: '', audio: '' };
  await insertInbound(scope.db, {
    campusID,
    senderID,
    providerID,
    number,
    text: message.text,
    ...nothing,
    at,
  });
}

/** Minutes between two messages of one parent. */
const between = 2;

const writing = (stage: Stage, number: string, { says, at }: { says: readonly string[]; at: Date }) =>
  says.map((text, index): DemoEvent => {
    const wroteAt = later(at, index * between);
    return { at: wroteAt, happen: () => write(stage, number, { text, at: wroteAt }) };
  });

/** A person reads the messages of this number, and replies or marks them as answered. */
async function reply(stage: Stage, number: string, { text, at }: { text: string | undefined; at: Date }) {
  const { scope } = stage;
  await setSeen(scope, number, upTo);
  if (text === undefined) {
    await setAnswered(scope, number, { upTo, isAnswered: true });
    return;
  }
  await storePast(stage, { ...answer, text, kind: 'reply', plan: toOne(number, text), at });
  await setReplied(scope, number);
}

function answeredTalk(stage: Stage, number: string, { talk, at }: { talk: Talk; at: Date }): DemoEvent[] {
  const answeredAt = later(at, 35);
  return [
    ...writing(stage, number, { says: talk.says, at }),
    { at: answeredAt, happen: () => reply(stage, number, { text: talk.answer, at: answeredAt }) },
  ];
}

/** A parent writes STOP. The opt-out is stored and confirmed, and the message is marked as seen. */
function stop(stage: Stage, number: string, at: Date): DemoEvent[] {
  const { scope } = stage;
  const byItself = { ...stage, scope: scopeOfRow(scope.db, scope.campus, '') };
  const note = 'STOP';
  const confirm = async (): Promise<void> => {
    await write(stage, number, { text: note, at });
    await insertOptOut(byItself.scope, { number, note, at: at.toISOString() });
    const text = optOutWords.confirmation(await findSchoolName(scope), scope.campus.name);
    await storePast(byItself, {
      ...answer,
      text,
      kind: 'notice',
      plan: toOne(number, text),
      at: later(at, 0.1),
    });
  };
  const seenAt = later(at, 50);
  return [
    { at, happen: confirm },
    { at: seenAt, happen: () => reply(stage, number, { text: undefined, at: seenAt }) },
  ];
}

/** Minutes from a notice to the first parent's message, and between the messages of two parents. */
const firstAfter = 25;
const nextAfter = 38;
/** Minutes since the latest parent wrote, and between two parents. Minutes of the night are not counted. */
const latestAgo = 6;
const beforeAgo = 41;

/**
 * Numbers in E.164. `talkers`: parents who write, each once. `owing`: numbers whose newest bill is unpaid; only their
 * messages still wait for an answer. `stopping`: the parent who opted out a month ago.
 */
type Writers = { talkers: readonly string[]; owing: ReadonlySet<string>; stopping: string };

/** `noticesAt`: the times of the monthly notices, the newest first. */
export function listChatsOfDemo(
  stage: Stage,
  { noticesAt, talkers, owing, stopping }: Writers & { noticesAt: readonly Date[] },
): DemoEvent[] {
  const { scope, now } = stage;
  const waiting = talkers.filter((number) => owing.has(number)).slice(0, openTalks.length);
  const others = talkers.filter((number) => !waiting.includes(number));
  const answered = noticesAt.flatMap((noticeAt, age) =>
    (answeredTalks[age] ?? []).flatMap((talk, index) =>
      answeredTalk(stage, others.shift() ?? '', {
        talk,
        at: later(noticeAt, firstAfter + index * nextAfter),
      }),
    ),
  );
  const open = openTalks.flatMap(({ says, isSeen }, index) => {
    const number = waiting[index] ?? '';
    const at = wakingBefore(scope.campus.timeZone, now, latestAgo + index * beforeAgo);
    const written = writing(stage, number, { says, at });
    if (!isSeen) return written;
    const seen = async (): Promise<void> => void (await setSeen(scope, number, upTo));
    return [...written, { at: later(at, 5), happen: seen }];
  });
  const [, before] = noticesAt;
  return [...answered, ...open, ...(before ? stop(stage, stopping, later(before, 95)) : [])];
}
