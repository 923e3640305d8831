import { sql } from 'kysely';

/**
 * The month that a bill says itself, in months since the year 0; one that says none, or half of it, has its billing's,
 * and stands here as that billing's id below zero. The index by registration begins with it: a month's bills lie
 * together, however many months there have been.
 */
export const billMonth = sql<number>`coalesce(year * 12 + month, -"groupID")`;
