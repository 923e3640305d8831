/** What families owe, as their vouchers say. It is read from the store, because no call of the desk is needed. */
import { inTimeFrom, noGrace, type Payable, payableOn } from '#shared/money/payable.ts';
import type { World } from './world.ts';

/** Amounts are paisa. */
export type Owed = Payable & { id: number; invNo: string | null; regNum: string | null; name: string };

const owed = `select b.id, b."invNo", b."regNum", b.name, b.total, b."amountAfterDueDate", b."dueDate", b.paid, b.status, b."settledOn",
    coalesce((select sum(case when "ofLateFine" = 1 then 0 when kind = 'fine' then amount else -amount end)
      from adjustment where "billID" = b.id and "voidedAt" is null), 0) as adjusted,
    coalesce((select sum(amount * "ofLateFine") from adjustment where "billID" = b.id and "voidedAt" is null), 0)
      as "lateWaived"
  from bill b`;

/** In rupees; the campus has no days of grace. */
export const dueOn = (day: string, bill: Owed): number => payableOn(inTimeFrom(day, noGrace), bill) / 100;

export const findOwed = ({ rules }: World, billID: number): Owed | undefined =>
  rules.read<Owed>(`${owed} where b.id = ?`, billID)[0];

export const listOwed = ({ rules }: World, groupID: number): Owed[] =>
  rules.read<Owed>(`${owed} where b."groupID" = ? order by b.id`, groupID);

/** The bills of a billing that ask for money; `isOpen`: only those that are not paid. */
export const listBillIDs = ({ rules }: World, groupID: number, isOpen: boolean): number[] =>
  rules
    .read<{ id: number }>(
      `select id from bill where "groupID" = ? and total > 0 ${isOpen ? `and status in ('unpaid', 'partial')` : ''} order by id`,
      groupID,
    )
    .map(({ id }) => id);

/** The day in the campus so many days ago. Its clock is five hours ahead of UTC. */
export const dayAgo = ({ epoch, timeline }: World, days: number): string =>
  new Date(epoch + timeline.now() + 5 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
