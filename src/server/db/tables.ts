/** The tables as Kysely sees them; the migrations are the truth, and the schema dump shows it as SQL. */
import type { Generated } from 'kysely';
import type { AmountKey, HeadKey } from '#shared/calls/bills.ts';
import type { ImportKind } from '#shared/calls/imports.ts';
import type { MessageState, ReceiptState } from '#shared/message-states.ts';
import type {
  ApprovalTable,
  AttemptTable,
  BroadcastTable,
  HookTable,
  MessageTable,
  SenderTable,
} from './outbox-tables.ts';

type Text = string | null;
type Whole = number | null;

export type BillTable = {
  id: Generated<number>;
  campusID: number;
  groupID: number;
  name: string;
  number: string;
  /** E.164, by space. */
  numbers: string;
  avatar: Text;
  regNum: Text;
  invNo: Text;
  /** Paisa. */
  total: Whole;
  amountAfterDueDate: Whole;
  issueDate: Text;
  dueDate: Text;
  expiryDate: Text;
  status: string;
  month: Whole;
  year: Whole;
  email: Text;
  branch: Text;
  createdAt: string;
  /** The import that added it. */
  importID: Whole;
} & Record<HeadKey, Text> &
  Record<AmountKey, Whole>;

export type Tables = {
  user: { id: string; name: string; email: string; username: Text; createdAt: string; updatedAt: string };
  session: {
    id: string;
    /** SHA-256 of the token, in hex. */
    token: string;
    userId: string;
    expiresAt: string;
    createdAt: string;
    updatedAt: string;
  };
  /** `key` a SHA-256 in hex of who tries; its tries count until then. */
  sign_in_try: { key: string; tries: number; until: string };
  setting: { name: string; value: string };
  school: { id: Generated<number>; slug: string; name: string; createdAt: string };
  campus: {
    id: Generated<number>;
    schoolID: number;
    name: string;
    country: Generated<string>;
    timeZone: Generated<string>;
    createdAt: string;
  };
  membership: {
    userID: string;
    campusID: number;
    view: number;
    add: number;
    edit: number;
    delete: number;
    outbox: number;
    admin: number;
  };
  sender: SenderTable;
  group: {
    id: Generated<number>;
    campusID: number;
    name: string;
    month: number;
    year: number;
    description: string;
    avatar: Text;
    createdAt: string;
    createdBy: string;
  };
  bill: BillTable;
  /** Kept by the database: how many bills of a billing are in a state and due on a day ('': on none), and their paisa. */
  bill_count: {
    campusID: number;
    groupID: number;
    status: string;
    dueDate: string;
    bills: number;
    total: number;
  };
  template: {
    id: Generated<number>;
    campusID: number;
    title: string;
    message: string;
    media: Generated<string>;
    sendOn: Text;
    createdAt: string;
  };
  class: { id: Generated<number>; campusID: number; name: string };
  section: { id: Generated<number>; campusID: number; classID: number; name: string };
  student: {
    id: Generated<number>;
    campusID: number;
    sectionID: number;
    regNum: string;
    name: string;
    fatherName: Text;
    number: string;
    numbers: string;
    importID: Whole;
  };
  /** An upload, by its name in the folder; `campusID` null: nobody knows whose. With `reservedUntil` it is being written. */
  file: {
    name: string;
    campusID: Whole;
    bytes: number;
    createdAt: string;
    reservedUntil: Text;
  };
  /** The name of the latest bill or student that was written with this number (E.164). */
  number_name: { campusID: number; number: string; name: string };
  import: {
    id: Generated<number>;
    campusID: number;
    kind: ImportKind;
    /** Of bills; it stays when the billing is removed. */
    groupID: Whole;
    groupName: string;
    /** 1 where the import made the billing. */
    isNewGroup: number;
    saveID: Text;
    /** SHA-256 of what was saved with the id; empty where nothing is known of it. */
    content: string;
    fileName: string;
    sha256: string;
    /** Of the workbook; empty of a text file, and of an import from before sheets were kept. */
    sheet: string;
    /** 1 where a person said that its numbers go on those of other billings, 0 that they do not. */
    oneSeries: Whole;
    added: number;
    updated: number;
    skipped: number;
    refused: number;
    /** JSON of the answer's `held`, for when the save is repeated. */
    held: string;
    createdAt: string;
    createdBy: string;
    undoneAt: Text;
    undoneBy: Text;
  };
  /** What an import changed of a bill or student that was there: JSON of the changed columns, before and after. */
  import_change: { importID: number; campusID: number; itemID: number; before: string; after: string };
  /** A column mapped by hand: the heading as `plainHeading` makes it; `field` empty: not used. */
  heading: { campusID: number; kind: ImportKind; heading: string; field: string };
  /** The billings whose bills a run speaks of. */
  broadcast_group: { campusID: number; broadcastID: number; groupID: number };
  broadcast: BroadcastTable;
  message: MessageTable;
  /** Kept by the database: how many messages of a run are in a state; the run 0 is all of the campus's together. */
  message_count: { campusID: number; status: MessageState; broadcastID: number; count: number };
  attempt: AttemptTable;
  receipt: {
    id: Generated<number>;
    senderID: string;
    providerID: string;
    status: ReceiptState;
    reason: Text;
    /** Of a failure: the provider's word for it, and what is to be done about it. */
    code: Generated<Text>;
    policy: Generated<Text>;
    /** Whom it speaks of, as E.164, where the provider says so. */
    recipient: Generated<Text>;
    at: string;
    receivedAt: string;
    /** 0 while no message of this provider's id is known: the receipt came first. */
    matched: number;
  };
  inbound: {
    id: Generated<number>;
    campusID: number;
    senderID: string;
    providerID: string;
    number: string;
    text: string;
    media: string;
    audio: string;
    at: string;
    /** 1 once somebody of the campus has had the conversation open. */
    seen: Generated<number>;
    /** The billing of the latest message to this number, which this one answers. */
    groupID: Whole;
    /** While its media is still to be fetched: the provider's name for it, its kind, when next, and how often it was tried. */
    mediaID: Generated<Text>;
    mediaType: Generated<Text>;
    fetchAt: Generated<Text>;
    fetches: Generated<number>;
  };
  approval: ApprovalTable;
  hook: HookTable;
  /** What a provider was told and may use again until then. */
  memory: { senderID: string; name: string; value: string; expiresAt: string };
  /** Who was written to first, and when last, by the numbers of one portfolio. */
  reached: { portfolio: string; number: string; at: string };
  /** The numbers that are sent nothing, by whom and why. */
  /** With `endedAt` it is one no more; the number may ask for it again. */
  opt_out: {
    campusID: number;
    number: string;
    at: string;
    by: string;
    note: string;
    endedAt: Generated<Text>;
    endedBy: Generated<Text>;
    endNote: Generated<Text>;
  };
};
