import { z } from 'zod';
import { isDay, isMoneyDay } from '../time/dates.ts';
import { moneyRefusals } from '../words/counter.ts';

/** A day on which money moved. */
export const moneyDay = z
  .string()
  .refine(isDay, 'Use a day such as 2026-11-05.')
  .refine((text) => !isDay(text) || isMoneyDay(text), moneyRefusals.earlyDay);
