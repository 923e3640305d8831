/** What is measured, in the order of the table. */
import type { Figure } from './figure.ts';
import { idleMemory } from './figures/idle-memory.ts';
import { loadData } from './figures/load-data.ts';
import { saveGroup } from './figures/save-group.ts';

export const figures: readonly Figure[] = [loadData, saveGroup, idleMemory];
