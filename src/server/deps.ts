/** The dependencies of the modules: everything that a test may want to replace, and nothing else. */
import type { FastifyBaseLogger } from 'fastify';
import type { BackupError, BackupOutcome, BackupReason } from '#shared/backups.ts';
import type { PaperKind } from '#shared/messages/media.ts';
import type { Bus, WorkerName } from './bus.ts';
import type { Config } from './config.ts';
import type { Store } from './platform/db/store.ts';
import type { Runtime } from './runtime.ts';
import type { Settings } from './settings-file.ts';
import type { NamedFile } from './whatsapp/model.ts';
import type { Providers } from './whatsapp/port.ts';

/** Tells load balancers whether this process still accepts new requests. */
export type Readiness = {
  /** Called for each readiness check. It returns false while the process drains. */
  ask: () => boolean;
  /** Resolves when the load balancer has had enough time to notice that it must send no more requests. */
  drain: () => Promise<void>;
};

/** Encrypts secrets, so that somebody who reads the database or a backup cannot use them. */
export type Vault = {
  seal: (text: string) => string;
  /** Returns undefined when the text was sealed with another key or was changed. */
  open: (sealed: string) => string | undefined;
};

/**
 * Encodes a picture again, so that no other data of the uploaded file remains. Each runs in its own process, and for
 * each campus one at a time.
 */
export type Redraw = (
  bytes: Buffer,
  campusID: number,
) => Promise<{ bytes: Buffer; extension: 'jpg' | 'png' }>;

/**
 * The vouchers or receipts of one file: at most a hundred, each on its own page. All values are set as text and never
 * read as markup.
 */
export type PaperOrder = {
  campusID: number;
  template: 'voucher' | 'receipt';
  /** Only for receipts. */
  size?: 'a5' | 'roll';
  as: 'pdf' | 'svg';
  title: string;
  /** A picture from our own storage, as PNG or JPEG. */
  logo?: Uint8Array | undefined;
  /** `code` is the content of the QR code and the barcode. `link` replaces the QR code on the parents' copy. */
  pages: readonly ({ code?: string | null; link?: string | null } & Record<string, unknown>)[];
};

/** Draws vouchers and receipts in a separate process. Throws `unavailable` when a later attempt may work. */
export type PaperMaker = {
  draw: (order: PaperOrder) => Promise<Buffer>;
  /** Removes drawn files in this data folder that are no longer needed. */
  sweep: (dataDir: string, now: Date) => Promise<void>;
  stop: () => Promise<void>;
};

/** `number` is the recipient in E.164; undefined means any recipient. `paymentID` is set for a receipt. */
export type DocumentRequest = {
  kind: PaperKind;
  billIDs: readonly number[];
  number: string | undefined;
  paymentID: number | null;
};

/** Makes the documents of messages. Throws when a document cannot be made now. */
export type DocumentMaker = {
  /** Returns one file with these bills of a campus. Undefined when one of the bills no longer exists. */
  make: (campusID: number, request: DocumentRequest) => Promise<NamedFile | undefined>;
  /** Returns a sample with invented data, to show what the document looks like. */
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
  /** The school's time zone. The days of this time zone decide which old backups are deleted. */
  timeZone: string;
  /** If a backup was made after this instant, no backup is made. */
  unlessSince?: string | undefined;
  /** The second folder, to which the backup is copied. */
  second?: SecondFolder | undefined;
};

/** Another folder to which each backup is copied. */
export type SecondFolder = NonNullable<Settings['backupFolder']>;

/** A usable folder; `free` is in bytes. */
export type FolderLook = { isSameDisk: boolean; free: number };
export type FolderAnswer = { look: FolderLook; error?: undefined } | { error: BackupError };

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

/** Facts about the folder of the data. */
export type SeenPlace = {
  platform: NodeJS.Platform;
  /** The folder, with all links and mapped drives resolved. */
  folder: string;
  /** Folders that a synchronisation program copies, as the system names them. */
  synced: readonly string[];
  /** The content of /proc/self/mounts; empty on other systems. */
  mounts: string;
};

/** Facts about the computer, and checks of it. */
export type Machine = {
  platform: NodeJS.Platform;
  /** Returns the free bytes on the disk of a folder; undefined when they are unknown. */
  freeBytes: (folder: string) => Promise<number | undefined>;
  place: (folder: string) => Promise<SeenPlace>;
  /** Returns the IPv4 addresses at which other computers of its networks reach this computer. */
  addresses: () => string[];
  /** Tests whether the program could listen on this port. */
  tryPort: (port: number) => Promise<'free' | 'taken' | 'forbidden'>;
};

/** The time that other servers report. */
export type ClockWatch = {
  /** Receives the `Date` header of each answer from another server. */
  note: (date: string | null) => void;
  /** Returns the milliseconds to add to the computer's clock; undefined while they are unknown. */
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
  /** Ends the program, and its supervisor starts it again. Undefined without a supervisor. */
  restart: (() => void) | undefined;
  /** The same as `runtime.now`. */
  now: () => Date;
  /** The log for the operator. log/ says which data log lines never contain. */
  log: FastifyBaseLogger;
  /** Wakes this worker in all processes, because there is work. Workers also check for work without this hint. */
  wake: (worker: WorkerName) => void;
  readiness: Readiness;
};
