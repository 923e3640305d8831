import type { InputOf } from '#shared/calls/all.ts';
import { sendWrite } from '../../lib/send-write.ts';

export const addMoneyAccount = (body: InputOf<'POST /MoneyAccounts'>['body']) =>
  sendWrite('POST /MoneyAccounts', { body });

export const updateMoneyAccount = (id: number, body: InputOf<'PUT /MoneyAccounts/:id'>['body']) =>
  sendWrite('PUT /MoneyAccounts/:id', { params: { id }, body });
