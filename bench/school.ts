/** A school of any size in a running program, created through the API. */
import type { NewBill } from '#shared/calls/bills.ts';
import { amountKeys, headKeys } from '#shared/money/bill-heads.ts';
import { type ApiRequest, adminPassword, ask, type Program } from './program.ts';

/**
 * A mobile number for each index, written as in sheets. It ends in 01 to 97, because the demo phone does not read
 * messages to the other endings.
 */
export function numberOf(index: number): string {
  const block = String(10_000 + Math.floor(index / 97));
  return `0300-${block}${String((index % 97) + 1).padStart(2, '0')}`;
}

/** Fills all columns of the spec's sheet but the picture, which must have been uploaded. */
export function wideBill(index: number): NewBill {
  const heads = headKeys.map((key, at) => [key, `Fee head ${at + 1}`]);
  const amounts = amountKeys.map((key, at) => [key, 500 + ((index + at) % 90) * 25.5]);
  return {
    regNum: `R-${index}`,
    invNo: `INV-2026-${index}`,
    name: `Ayesha Khan ${index}`,
    number: numberOf(index),
    total: 12_500 + (index % 700),
    amountAfterDueDate: 13_500.5,
    issueDate: '2026-11-01',
    dueDate: '2026-11-10',
    expiryDate: '2026-11-25',
    status: index % 3 === 0 ? 'paid' : 'unpaid',
    month: 11,
    year: 2026,
    email: `parent${index}@example.org`,
    branch: 'Girls Campus',
    ...Object.fromEntries(heads),
    ...Object.fromEntries(amounts),
  };
}

/** The fewest fields a bill has in practice, for figures about messages. */
export function plainBill(index: number): NewBill {
  const { regNum, name, number, total, dueDate, issueDate } = wideBill(index);
  return { regNum, name, number, total, dueDate, issueDate, status: 'unpaid' };
}

export const saveBody = (id: number, bills: readonly NewBill[]): string =>
  JSON.stringify({
    group: { id, name: 'November 2026', month: 11, year: 2026, description: 'Monthly fee', campusID: 1 },
    contacts: bills,
  });

/** A program with a signed-in administrator of school `main`, campus 1. */
export type School = {
  program: Program;
  /** A call below /api with school, campus and token filled in. */
  apiRequest: (path: string, body?: string | undefined, method?: ApiRequest['method']) => ApiRequest;
  save: (id: number, bills: readonly NewBill[]) => Promise<number>;
};

const mostPerSave = 10_000;

/** The place must have been set up with `adminPassword`. */
export async function enterSchool(program: Program): Promise<School> {
  const login = { userName: 'admin', password: adminPassword };
  const { token } = await ask(program, {
    method: 'POST',
    path: '/api/Account/Login',
    body: JSON.stringify(login),
  });
  const apiRequest: School['apiRequest'] = (path, body, method = body === undefined ? 'GET' : 'POST') => ({
    method,
    path: `/api${path}${path.includes('?') ? '&' : '?'}db=main&cID=1`,
    ...(body === undefined ? {} : { body }),
    token,
  });
  /** Saves in parts, as a page does, and returns the group's id. */
  async function save(id: number, bills: readonly NewBill[]): Promise<number> {
    let groupID = id;
    for (let from = 0; from < bills.length; from += mostPerSave) {
      const body = saveBody(groupID, bills.slice(from, from + mostPerSave));
      groupID = (await ask(program, apiRequest('/Groups/Save', body))).id;
    }
    return groupID;
  }
  return { program, apiRequest, save };
}
