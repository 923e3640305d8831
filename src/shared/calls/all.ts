/** Every call there is. The server mounts this list, the reference is printed from it, the tests walk it. */
import type { z } from 'zod';
import type { Call } from '../call.ts';
import * as account from './account.ts';
import * as approvals from './approvals.ts';
import * as attempts from './attempts.ts';
import * as backups from './backups.ts';
import * as bills from './bills.ts';
import * as bin from './bin.ts';
import * as byHand from './by-hand.ts';
import * as campuses from './campuses.ts';
import * as chat from './chat.ts';
import * as connection from './connection.ts';
import * as demo from './demo.ts';
import * as files from './files.ts';
import * as found from './find.ts';
import * as groups from './groups.ts';
import * as imports from './imports.ts';
import * as installation from './installation.ts';
import * as keys from './keys.ts';
import * as live from './live.ts';
import * as messages from './messages.ts';
import * as outbox from './outbox.ts';
import * as people from './people.ts';
import * as senders from './senders.ts';
import * as students from './students.ts';
import * as templates from './templates.ts';
import * as trail from './trail.ts';

export const calls = {
  login: account.login,
  getSession: account.getSession,
  logout: account.logout,
  getSetup: account.getSetup,
  checkSetup: account.checkSetup,
  setUp: account.setUp,
  changePassword: account.changePassword,
  listSessions: account.listSessions,
  endSession: account.endSession,
  endOtherSessions: account.endOtherSessions,
  getGuesses: account.getGuesses,
  seeGuesses: account.seeGuesses,
  showLink: account.showLink,
  openLink: account.openLink,
  getTwoFactor: account.getTwoFactor,
  beginTwoFactor: account.beginTwoFactor,
  confirmTwoFactor: account.confirmTwoFactor,
  renewRecoveryCodes: account.renewRecoveryCodes,
  endTwoFactor: account.endTwoFactor,
  listPeople: people.listPeople,
  invitePerson: people.invitePerson,
  updatePerson: people.updatePerson,
  resetPerson: people.resetPerson,
  disablePerson: people.disablePerson,
  enablePerson: people.enablePerson,
  listKeys: keys.listKeys,
  makeKey: keys.makeKey,
  revokeKey: keys.revokeKey,
  getSchool: campuses.getSchool,
  updateSchool: campuses.updateSchool,
  addCampus: campuses.addCampus,
  listCampusFigures: campuses.listCampusFigures,
  updateCampus: campuses.updateCampus,
  loadData: groups.loadData,
  listGroups: groups.listGroups,
  saveGroup: groups.saveGroup,
  updateGroup: groups.updateGroup,
  removeGroup: groups.removeGroup,
  listBills: bills.listBills,
  listBillIDs: bills.listBillIDs,
  getBill: bills.getBill,
  exportBills: bills.exportBills,
  updateBill: bills.updateBill,
  markBills: bills.markBills,
  removeBill: bills.removeBill,
  importBills: imports.importBills,
  checkBills: imports.checkBills,
  importStudents: imports.importStudents,
  checkStudents: imports.checkStudents,
  listImports: imports.listImports,
  undoImport: imports.undoImport,
  listBin: bin.listBin,
  restoreBinned: bin.restoreBinned,
  listHeadings: imports.listHeadings,
  listClasses: students.listClasses,
  listTemplates: templates.listTemplates,
  addTemplate: templates.addTemplate,
  updateTemplate: templates.updateTemplate,
  removeTemplate: templates.removeTemplate,
  listApprovals: approvals.listApprovals,
  submitTemplate: approvals.submitTemplate,
  syncTemplates: approvals.syncTemplates,
  sendToGroups: messages.sendToGroups,
  sendToMember: messages.sendToMember,
  sendToClasses: messages.sendToClasses,
  planSend: messages.planSend,
  loadChat: chat.loadChat,
  loadChatPage: chat.loadChatPage,
  getWindow: chat.getWindow,
  listFamilyBills: chat.listFamilyBills,
  find: found.find,
  listConversations: chat.listConversations,
  markSeen: chat.markSeen,
  listOptOuts: chat.listOptOuts,
  addOptOut: chat.addOptOut,
  removeOptOut: chat.removeOptOut,
  countOutbox: outbox.countOutbox,
  countWaiting: outbox.countWaiting,
  listOutbox: outbox.listOutbox,
  exportOutbox: outbox.exportOutbox,
  getMessage: outbox.getMessage,
  listBroadcasts: outbox.listBroadcasts,
  listMessagesOfBill: outbox.listMessagesOfBill,
  pauseOutbox: outbox.pauseOutbox,
  resumeOutbox: outbox.resumeOutbox,
  retryOutbox: outbox.retryOutbox,
  cancelOutbox: outbox.cancelOutbox,
  clearOutbox: outbox.clearOutbox,
  listCancelled: outbox.listCancelled,
  restoreOutbox: outbox.restoreOutbox,
  listHeldRuns: outbox.listHeldRuns,
  decideCopy: outbox.decideCopy,
  leaveOutbox: attempts.leaveOutbox,
  listFailures: attempts.listFailures,
  listAttempts: attempts.listAttempts,
  nextByHand: byHand.nextByHand,
  openByHand: byHand.openByHand,
  closeByHand: byHand.closeByHand,
  getSender: senders.getSender,
  setSenderPace: senders.setSenderPace,
  getConnection: connection.getConnection,
  setConnection: connection.setConnection,
  testConnection: connection.testConnection,
  getLinkedSession: connection.getSession,
  startLinkedSession: connection.startSession,
  endLinkedSession: connection.endSession,
  getBackups: backups.getBackups,
  getBackupAge: backups.getBackupAge,
  makeBackup: backups.makeBackup,
  setBackupFolder: backups.setBackupFolder,
  listTrail: trail.listTrail,
  exportTrail: trail.exportTrail,
  listHistory: trail.listHistory,

  getInstallation: installation.getInstallation,
  changeInstallation: installation.changeInstallation,
  restartInstallation: installation.restartInstallation,
  listWarnings: installation.listWarnings,
  uploadFile: files.uploadFile,
  live: live.live,
  getDemo: demo.getDemo,
  setPace: demo.setPace,
  listPhones: demo.listPhones,
  showPhone: demo.showPhone,
  replyFromPhone: demo.replyFromPhone,
} as const satisfies Record<string, Call>;

type AnyCall = (typeof calls)[keyof typeof calls];

/** `GET /Groups/:id`: how the browser names a call without loading its schemas. */
export type CallKey = `${AnyCall['method']} ${AnyCall['path']}` & KeyOf<AnyCall>;
type KeyOf<C> = C extends Call ? `${C['method']} ${C['path']}` : never;
export type CallOf<K extends CallKey> = Extract<AnyCall, { method: MethodOf<K>; path: PathOf<K> }>;
type MethodOf<K> = K extends `${infer M} ${string}` ? M : never;
type PathOf<K> = K extends `${string} ${infer P}` ? P : never;

type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
/** What a caller gives. `db` and `cID` are left to `send`, which knows the session. */
export type InputOf<K extends CallKey> = (CallOf<K> extends { params: infer P }
  ? { params: Sent<P> }
  : unknown) &
  (CallOf<K> extends { query: infer Q } ? { query?: Partial<Sent<Q>> } : unknown) &
  (CallOf<K> extends { body: infer B } ? { body: Sent<B> } : unknown);
export type AnswerOf<K extends CallKey> = CallOf<K>['answer'] extends z.ZodType
  ? z.output<CallOf<K>['answer']>
  : undefined;
