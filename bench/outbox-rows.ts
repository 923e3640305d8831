/** Fills an outbox of any size directly in the database. Each kind of row is one statement that both engines accept. */
import type { Bare } from './place.ts';

const at = `'2026-11-05T08:00:00.000Z'`;

const series = (rows: number): string =>
  `with recursive series(i) as (select 1 union all select i + 1 from series where i < ${rows})`;

/** A mobile number for each `i`, with an ending that the demo phone understands. */
const numberOf = (i: string): string => `'+923' || (100000050 + 100 * (${i}))`;
const nameSql = (i: string): string => `'Ayesha Khan ' || (${i})`;
const textOf = (i: string): string =>
  `'Dear ' || ${nameSql(i)} || ', your fee of Rs. 12,500 is due on 10 Nov 2026. Main School'`;

/** Ids far from the bills of any other campus. */
const billOf = (campusID: number): string => `(${campusID} * 1000000 + i)`;

const senderOf = (campusID: number): string => `'s${campusID}'`;

/** Adds a school with one campus and its demo phone. The program itself makes the first school. */
export async function insertSchool(bare: Bare, id: number): Promise<void> {
  await bare.all(
    `insert into school (id, slug, name, "createdAt") values (${id}, 'school-${id}', 'School', ${at})`,
  );
  await bare.all(
    `insert into campus (id, "schoolID", name, "createdAt") values (${id}, ${id}, 'Campus', ${at})`,
  );
  await bare.all(`insert into sender (id, "campusID", provider, pace, "createdAt")
    values (${senderOf(id)}, ${id}, 'demo', 'instant', ${at})`);
}

/** A billing has the id of its campus. */
export type Billing = { campusID: number; bills: number };

export async function insertBilling(bare: Bare, { campusID: id, bills }: Billing): Promise<void> {
  await bare.all(`insert into "group" (id, "campusID", name, month, year, description, "createdAt", "createdBy")
    values (${id}, ${id}, 'November 2026', 11, 2026, '', ${at}, 'bench')`);
  await bare.all(`${series(bills)}
    insert into bill (id, "campusID", "groupID", name, number, numbers, "regNum", total, status, "createdAt")
    select ${billOf(id)}, ${id}, ${id}, ${nameSql('i')}, ${numberOf('i')}, ${numberOf('i')}, 'R-' || i, 1250000, 'unpaid', ${at}
    from series`);
}

/** A held send for the first bills of the campus, one message each. */
export type Held = { runID: number; campusID: number; messages: number };

export async function insertHeldRun(bare: Bare, { runID, campusID: id, messages }: Held): Promise<void> {
  await bare.all(`insert into broadcast
    (id, "campusID", "senderID", "createdBy", text, media, total, queued, audience, state, "nextAt", "servedAt", "createdAt")
    values (${runID}, ${id}, ${senderOf(id)}, 'bench', '', '', ${messages}, ${messages}, 'all', 'paused', ${at}, ${at}, ${at})`);
  await bare.all(`${series(messages)}
    insert into message ("campusID", "broadcastID", "senderID", "groupIDs", "billIDs", number, name, text, media, status,
      "dueAt", "createdAt", "updatedAt")
    select ${id}, ${runID}, ${senderOf(id)}, ' ${id} ', ' ' || ${billOf(id)} || ' ', ${numberOf('i')}, ${nameSql('i')},
      ${textOf('i')}, '', 'queued', ${at}, ${at}, ${at} from series`);
}

const perOldRun = 1000;
/** The number of parents of the campus; each of them receives many messages. */
const parents = 20_000;

/**
 * Adds the old messages of campus 1: of ten messages eight were read, one failed and one was cancelled. The sent ones
 * have attempts.
 */
export async function insertOld(bare: Bare, messages: number): Promise<void> {
  const runID = `(1000 + (i - 1) / ${perOldRun})`;
  const status = `case i % 10 when 0 then 'failed' when 1 then 'cancelled' else 'read' end`;
  const providerID = `case when i % 10 > 1 then 'old.' || i end`;
  const old = `'2026-09-05T08:00:00.000Z'`;
  await bare.all(`${series(Math.ceil(messages / perOldRun))}
    insert into broadcast
    (id, "campusID", "senderID", "createdBy", text, media, total, queued, audience, state, "servedAt", "createdAt")
    select 999 + i, 1, 's1', 'bench', '', '', ${perOldRun}, ${perOldRun}, 'all', 'done', ${old}, ${old} from series`);
  await bare.all(`${series(messages)}
    insert into message ("campusID", "broadcastID", "senderID", "groupIDs", "billIDs", number, name, text, media, status,
      attempts, "providerID", "acceptedAt", "createdAt", "updatedAt")
    select 1, ${runID}, 's1', ' 1 ', ' ' || (900000000 + i) || ' ', ${numberOf(`i % ${parents}`)}, ${nameSql('i')},
      ${textOf('i')}, '', ${status}, case when i % 10 = 1 then 0 else 1 end, ${providerID},
      case when i % 10 > 1 then ${old} end, ${old}, ${old} from series`);
  await bare.all(`insert into attempt
    ("messageID", attempt, "campusID", "senderID", "startedAt", "endedAt", outcome, "providerID")
    select id, 1, 1, 's1', ${old}, ${old}, case status when 'read' then 'accepted' else 'rejected' end, "providerID"
    from message where attempts = 1`);
}

/**
 * Adds earlier months of campus 1: a billing each with the same registrations, half of the bills with a month of their
 * own, and a send to all of them that was read, delivered or failed.
 */
export async function insertMonths(bare: Bare, months: number, bills: number): Promise<void> {
  for (let month = 1; month <= months; month += 1) {
    // Months start with December 2026, because a figure itself saves November.
    const [year, ofYear] = [2026 + Math.floor((month + 10) / 12), ((month + 10) % 12) + 1];
    // Failures can be mended for thirty days, so only those of the latest month are recent.
    const sentAt = month === months ? at : `'2026-01-05T08:00:00.000Z'`;
    // The database assigns the ids and continues from them; an empty one starts with 1.
    await bare.all(`insert into "group" ("campusID", name, month, year, description, "createdAt", "createdBy")
      values (1, 'Month ${month}', ${ofYear}, ${year}, 'Monthly fee', ${at}, 'bench')`);
    await bare.all(`${series(bills)}
      insert into bill ("campusID", "groupID", name, number, numbers, "regNum", "invNo", total, "dueDate", month, year, status, "createdAt")
      select 1, ${month}, ${nameSql('i')}, ${numberOf('i')}, ${numberOf('i')}, 'R-' || i, 'INV-${month}-' || i, 1250000,
        '${year}-01-10', case when i % 2 = 0 then ${ofYear} end, case when i % 2 = 0 then ${year} end,
        case when i % 9 = 0 then 'unpaid' else 'paid' end, ${at}
      from series`);
    await bare.all(`insert into broadcast
      ("campusID", "senderID", "createdBy", text, media, total, queued, audience, state, "servedAt", "createdAt")
      select 1, id, 'bench', '', '', ${bills}, ${bills}, 'all', 'done', ${sentAt}, ${sentAt} from sender`);
    await bare.all(`${series(bills)}
      insert into message ("campusID", "broadcastID", "senderID", "groupID", "groupIDs", "billIDs", number, name, text, media, status,
        attempts, "createdAt", "updatedAt")
      select 1, ${month}, sender.id, ${month}, ' ${month} ', '', ${numberOf('i')}, ${nameSql('i')}, ${textOf('i')}, '',
        case i % 10 when 0 then 'failed' when 1 then 'delivered' else 'read' end, 1, ${sentAt}, ${sentAt} from series, sender`);
  }
  await bare.tidy();
}
