/**
 * Push: a biller, such as 1LINK or Kuickpay, asks for bills and reports payments. These calls are its set-up, and a
 * demo.
 */
import { z } from 'zod';
import { defineCall, id, ofCampus } from '../call.ts';
import { shortestPushPassword } from '../limits.ts';
import { pushWords } from '../words/settings.ts';
import { rupees } from './payments.ts';

/** Characters that every program encodes alike in an HTTP header. */
const plainSigns = /^[\x21-\x7e]+$/;

const pushSetup = z.object({
  /** The account for the money; null before the set-up. */
  accountID: id.nullable(),
  userName: z.string(),
  hasPassword: z.boolean(),
  isOn: z.boolean(),
  /** The path below which the biller sends its requests; null before the set-up. */
  path: z.string().nullable(),
  /** The public HTTPS address of Qasid; null if there is none. */
  base: z.string().nullable(),
});
export type PushSetup = z.infer<typeof pushSetup>;

export const getPush = defineCall({
  method: 'GET',
  path: '/Push',
  access: 'admin',
  campus: 'query',
  summary:
    'Returns how a biller asks for the bills of the campus and reports payments. The password is never returned.',
  query: ofCampus,
  answer: pushSetup,
});

export const savePush = defineCall({
  method: 'PUT',
  path: '/Push',
  access: 'admin',
  campus: 'query',
  summary:
    'Sets up push: the money account for its payments, the name and password of the biller, and whether its requests are answered. An omitted password stays unchanged.',
  query: ofCampus,
  body: z.object({
    accountID: id,
    userName: z.string().min(1).max(20).regex(plainSigns, pushWords.refusals.plainSigns),
    password: z
      .string()
      .min(shortestPushPassword, pushWords.refusals.short)
      .max(40)
      .regex(plainSigns, pushWords.refusals.plainSigns)
      .optional(),
    isOn: z.boolean(),
  }),
  answer: pushSetup,
});

export const renewPush = defineCall({
  method: 'POST',
  path: '/Push/Address',
  access: 'admin',
  campus: 'query',
  summary: 'Gives push a new address. The old one stops working at once.',
  query: ofCampus,
  answer: pushSetup,
});

/** The answer to the demo biller: its HTTP status, and its fields unchanged. */
const response = z.object({ status: z.number(), fields: z.record(z.string(), z.string()) });
export type PushResponse = z.infer<typeof response>;

const consumerNumber = z.string().trim().min(1).max(40);

export const askAsBiller = defineCall({
  method: 'POST',
  path: '/Demo/Biller/Ask',
  access: 'view',
  campus: 'query',
  summary: 'Asks for the bill of a consumer number through the demo biller, as a bank’s app does.',
  query: ofCampus,
  body: z.object({ consumerNumber }),
  answer: response,
});

export const payAsBiller = defineCall({
  method: 'POST',
  path: '/Demo/Biller/Pay',
  access: 'edit',
  campus: 'query',
  summary:
    'Reports a payment through the demo biller, as a bank’s app does. The same authorisation with the same time is a repeat.',
  query: ofCampus,
  body: z.object({
    consumerNumber,
    amount: rupees,
    authID: z.string().regex(/^[0-9]{6}$/),
    date: z.string().regex(/^[0-9]{8}$/),
    time: z.string().regex(/^[0-9]{6}$/),
  }),
  answer: response,
});
