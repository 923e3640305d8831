/** What the rooms are given from outside: everything a test may want to replace, and nothing else. */
import type { FastifyBaseLogger } from 'fastify';
import type { BackupOutcome, BackupReason, BackupTrouble } from '#shared/backups.ts';
import type { PaperKind } from '#shared/media.ts';
import type { Bus, WorkerName } from './bus.ts';
import type { Config } from './config.ts';
import type { Store } from './db/store.ts';
import type { Runtime } from './runtime.ts';
import type { Settings } from './settings-file.ts';
import type { NamedFile } from './whatsapp/model.ts';
import type { Providers } from './whatsapp/port.ts';

/** Whether new requests may still be sent here. */
export type Readiness = {
  /** Told each time somebody asks; false while it drains. */
  ask: () => boolean;
  /** Ends when whoever shares out requests has had the time to learn that none are to come here any more. */
  drain: () => Promise<void>;
};

/** Seals secrets, so that whoever reads the database or a backup of it does not have them. */
export type Vault = {
  seal: (text: string) => string;
  /** Undefined where it was sealed with another key, or changed. */
  open: (sealed: string) => string | undefined;
};

/**
 * Draws a picture anew, so that nothing but the picture is left of what came: each in a process of its own, one at a
 * time of a campus.
 */
export type Redraw = (
  bytes: Buffer,
  campusID: number,
) => Promise<{ bytes: Buffer; extension: 'jpg' | 'png' }>;

/** Papers of one file: at most a hundred, each a page. Whatever they say is set as text, never read as markup. */
export type PaperOrder = {
  campusID: number;
  template: 'voucher' | 'receipt';
  /** Of a receipt. */
  size?: 'a5' | 'roll';
  as: 'pdf' | 'svg';
  title: string;
  /** A picture of ours, as png or jpeg. */
  logo?: Uint8Array | undefined;
  /** `code`: what its QR and its bars say; `link`: what the QR of the parents' copy says instead. */
  pages: readonly ({ code?: string | null; link?: string | null } & Record<string, unknown>)[];
};

/** Sets papers, beside the program. Fails with `unavailable` where it may work another time. */
export type PaperMaker = {
  draw: (order: PaperOrder) => Promise<Buffer>;
  /** Removes papers of these data that nobody needs any more. */
  sweep: (dataDir: string, now: Date) => Promise<void>;
  stop: () => Promise<void>;
};

/** `number`: to which it goes, E.164; undefined: to whom it may be. `paymentID`: of a receipt. */
export type DocumentWish = {
  kind: PaperKind;
  billIDs: readonly number[];
  number: string | undefined;
  paymentID: number | null;
};

/** Makes the papers that messages carry. Fails where one cannot be made at the moment. */
export type DocumentMaker = {
  /** Of these bills of a campus in one file; undefined where one of them is gone. */
  make: (campusID: number, wish: DocumentWish) => Promise<NamedFile | undefined>;
  /** Of nobody, to show what a paper is. */
  sample: (campusID: number, kind: PaperKind) => Promise<NamedFile>;
};

/** What is asked of the process that makes backups. */
export type BackupOrder = {
  dataDir: string;
  uploadsDir: string;
  databaseUrl: string | undefined;
  /** The moment, as ISO text. */
  at: string;
  why: BackupReason;
  /** Of the school: by its days old backups are thinned out. */
  timeZone: string;
  /** Nothing is done where one was made since this instant. */
  unlessSince?: string | undefined;
  /** Where it is brought to once more. */
  second?: SecondFolder | undefined;
};

/** Another folder that each backup is brought to. */
export type SecondFolder = NonNullable<Settings['backupFolder']>;

/** What is seen of a folder that can be used; `free`: bytes. */
export type FolderLook = { isSameDisk: boolean; free: number };
export type FolderAnswer = { look: FolderLook; trouble?: undefined } | { trouble: BackupTrouble };

/** Makes backups beside the program, in which nobody waits for them. Nothing of it fails: what went wrong is answered. */
export type BackupMaker = {
  make: (order: BackupOrder) => Promise<BackupOutcome>;
  /** Tries whether backups can be brought to a folder, and marks it as ours. */
  look: (folder: SecondFolder, dataDir: string) => Promise<FolderAnswer>;
  isAtWork: () => boolean;
  /** Ends one that is being made. */
  stop: () => Promise<void>;
};

/** What is seen of where the data lie. */
export type SeenPlace = {
  platform: NodeJS.Platform;
  /** With every link and mapped drive followed. */
  folder: string;
  /** Folders that a program copies elsewhere, as the system names them. */
  synced: readonly string[];
  /** As /proc/self/mounts has them; empty elsewhere. */
  mounts: string;
};

/** What is seen of the computer that the program runs on. */
export type Machine = {
  platform: NodeJS.Platform;
  /** Bytes that may still be written on the disk of a folder; undefined where that cannot be told. */
  freeBytes: (folder: string) => Promise<number | undefined>;
  place: (folder: string) => Promise<SeenPlace>;
  /** Those of IPv4 by which other computers of its networks reach it. */
  addresses: () => string[];
  /** Whether it could be listened on. */
  tryPort: (port: number) => Promise<'free' | 'taken' | 'forbidden'>;
};

/** What others say the time is. */
export type ClockWatch = {
  /** Told the header `Date` of each answer of a server of others. */
  note: (date: string | null) => void;
  /** Milliseconds that must be added to the computer's clock; undefined while nobody has said what time it is. */
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
  /** Ends the program and has it started again; undefined where nobody does that. */
  restart: (() => void) | undefined;
  /** That of `runtime`. */
  now: () => Date;
  /** Lines for whoever runs the program; see log/ for what is never in them. */
  log: FastifyBaseLogger;
  /** Tells this worker, in every process on the store, that there is work; a hint, it also looks by itself. */
  wake: (worker: WorkerName) => void;
  readiness: Readiness;
};
