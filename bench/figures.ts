/** What is measured, in the order of the table. */
import type { Figure } from './figure.ts';
import { drainOutbox } from './figures/drain-outbox.ts';
import { idleMemory } from './figures/idle-memory.ts';
import { loadData } from './figures/load-data.ts';
import { queueMessages } from './figures/queue-messages.ts';
import { saveGroup } from './figures/save-group.ts';

export const figures: readonly Figure[] = [loadData, saveGroup, queueMessages, drainOutbox, idleMemory];
