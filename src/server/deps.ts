/** What the modules get from outside: everything that a test may want to replace, and nothing else. */
import type { FastifyBaseLogger } from 'fastify';
import type { BackupOutcome, BackupReason, BackupTrouble } from '#shared/backups.ts';
import type { PaperKind } from '#shared/media.ts';
import type { Bus, WorkerName } from './bus.ts';
import type { Config } from './config.ts';
import type { Store } from './platform/db/store.ts';
import type { Runtime } from './runtime.ts';
import type { Settings } from './settings-file.ts';
import type { NamedFile } from './whatsapp/model.ts';
import type { Providers } from './whatsapp/port.ts';

/** Whether this process still accepts new requests. */
export type Readiness = {
  /** Called for each readiness check; false while the process drains. */
  ask: () => boolean;
  /** Resolves when the load balancer has had time to notice that it should send no more requests. */
  drain: () => Promise<void>;
};

/** Encrypts secrets, so that somebody who reads the database or a backup cannot use them. */
export type Vault = {
  seal: (text: string) => string;
  /** Undefined when the text was sealed with another key or was changed. */
  open: (sealed: string) => string | undefined;
};

/**
 * Re-encodes a picture, so that nothing else of the uploaded file is left. Each runs in its own process, one at a time
 * for each campus.
 */
export type Redraw = (
  bytes: Buffer,
  campusID: number,
) => Promise<{ bytes: Buffer; extension: 'jpg' | 'png' }>;

/** The papers of one file: at most a hundred, each a page. All values are set as text and never read as markup. */
export type PaperOrder = {
  campusID: number;
  template: 'voucher' | 'receipt';
  /** Only for receipts. */
  size?: 'a5' | 'roll';
  as: 'pdf' | 'svg';
  title: string;
  /** A picture from our own storage, as PNG or JPEG. */
  logo?: Uint8Array | undefined;
  /** `code`: the content of its QR code and barcode; `link`: replaces the QR code on the parents' copy. */
  pages: readonly ({ code?: string | null; link?: string | null } & Record<string, unknown>)[];
};

/** Draws papers in a separate process. Throws `unavailable` when it may work later. */
export type PaperMaker = {
  draw: (order: PaperOrder) => Promise<Buffer>;
  /** Removes papers in this data folder that are no longer needed. */
  sweep: (dataDir: string, now: Date) => Promise<void>;
  stop: () => Promise<void>;
};

/** `number`: the recipient in E.164; undefined: any recipient. `paymentID`: for a receipt. */
export type DocumentWish = {
  kind: PaperKind;
  billIDs: readonly number[];
  number: string | undefined;
  paymentID: number | null;
};

/** Makes the papers that messages carry. Throws when one cannot be made at the moment. */
export type DocumentMaker = {
  /** One file with these bills of a campus; undefined when one of them no longer exists. */
  make: (campusID: number, wish: DocumentWish) => Promise<NamedFile | undefined>;
  /** A sample with invented data, to show what the paper looks like. */
  sample: (campusID: number, kind: PaperKind) => Promise<NamedFile>;
};

/** An order to the process that makes backups. */
export type BackupOrder = {
  dataDir: string;
  uploadsDir: string;
  databaseUrl: string | undefined;
  /** The time, as ISO text. */
  at: string;
  why: BackupReason;
  /** The school's time zone: old backups are thinned out by its days. */
  timeZone: string;
  /** Does nothing if a backup was made after this instant. */
  unlessSince?: string | undefined;
  /** The second folder to copy the backup to. */
  second?: SecondFolder | undefined;
};

/** Another folder to which each backup is copied. */
export type SecondFolder = NonNullable<Settings['backupFolder']>;

/** A usable folder; `free` is in bytes. */
export type FolderLook = { isSameDisk: boolean; free: number };
export type FolderAnswer = { look: FolderLook; trouble?: undefined } | { trouble: BackupTrouble };

/**
 * Makes backups in a separate process, so that no request waits for them. It never throws: errors are part of the
 * answer.
 */
export type BackupMaker = {
  make: (order: BackupOrder) => Promise<BackupOutcome>;
  /** Tests whether backups can be copied to a folder, and marks it as ours. */
  look: (folder: SecondFolder, dataDir: string) => Promise<FolderAnswer>;
  isAtWork: () => boolean;
  /** Stops a backup that is running. */
  stop: () => Promise<void>;
};

/** What is known about the folder of the data. */
export type SeenPlace = {
  platform: NodeJS.Platform;
  /** With all links and mapped drives resolved. */
  folder: string;
  /** Folders that a program synchronises, as the system names them. */
  synced: readonly string[];
  /** The content of /proc/self/mounts; empty on other systems. */
  mounts: string;
};

/** What is known about the computer. */
export type Machine = {
  platform: NodeJS.Platform;
  /** Free bytes on the disk of a folder; undefined when unknown. */
  freeBytes: (folder: string) => Promise<number | undefined>;
  place: (folder: string) => Promise<SeenPlace>;
  /** The IPv4 addresses by which other computers of its networks reach it. */
  addresses: () => string[];
  /** Tests whether the program could listen on this port. */
  tryPort: (port: number) => Promise<'free' | 'taken' | 'forbidden'>;
};

/** The time that other servers report. */
export type ClockWatch = {
  /** Takes the `Date` header of each answer from another server. */
  note: (date: string | null) => void;
  /** Milliseconds to add to the computer's clock; undefined while unknown. */
  skew: () => number | undefined;
};

export type Deps = {
  config: Config;
  runtime: Runtime;
  store: Store;
  bus: Bus;
  providers: Providers;
  vault: Vault;
  redraw: Redraw;
  backups: BackupMaker;
  papers: PaperMaker;
  documents: DocumentMaker;
  machine: Machine;
  clock: ClockWatch;
  /** Ends the program and has its supervisor start it again; undefined without a supervisor. */
  restart: (() => void) | undefined;
  /** The same as `runtime.now`. */
  now: () => Date;
  /** Log lines for the operator. log/ says what they never contain. */
  log: FastifyBaseLogger;
  /** Tells this worker in all processes that there is work. It is only a hint: workers also look by themselves. */
  wake: (worker: WorkerName) => void;
  readiness: Readiness;
};
