/** All calls. The server mounts this list, the API reference is made from it, and tests iterate over it. */
import type { z } from 'zod';
import type { Call } from '../call.ts';
import * as account from './account.ts';
import * as approvals from './approvals.ts';
import * as attempts from './attempts.ts';
import * as backups from './backups.ts';
import * as bankFiles from './bank-files.ts';
import * as bills from './bills.ts';
import * as bin from './bin.ts';
import * as byHand from './by-hand.ts';
import * as campuses from './campuses.ts';
import * as chat from './chat.ts';
import * as closing from './closing.ts';
import * as connection from './connection.ts';
import * as demo from './demo.ts';
import * as dueRules from './due-rules.ts';
import * as exceptions from './exceptions.ts';
import * as families from './families.ts';
import * as feeHeads from './fee-heads.ts';
import * as files from './files.ts';
import * as found from './find.ts';
import * as groups from './groups.ts';
import * as imports from './imports.ts';
import * as installation from './installation.ts';
import * as keys from './keys.ts';
import * as live from './live.ts';
import * as messages from './messages.ts';
import * as moneyAccounts from './money-accounts.ts';
import * as moneyRules from './money-rules.ts';
import * as outbox from './outbox.ts';
import * as payments from './payments.ts';
import * as people from './people.ts';
import * as promises from './promises.ts';
import * as push from './push.ts';
import * as receipts from './receipts.ts';
import * as reminders from './reminders.ts';
import * as reports from './reports.ts';
import * as mending from './send-failures.ts';
import * as senders from './senders.ts';
import * as snippets from './snippets.ts';
import * as students from './students.ts';
import * as templates from './templates.ts';
import * as todays from './today.ts';
import * as trail from './trail.ts';
import * as vouchers from './vouchers.ts';

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
  getBillingFigures: bills.getBillingFigures,
  sumBills: bills.sumBills,
  getBill: bills.getBill,
  exportBills: bills.exportBills,
  updateBill: bills.updateBill,
  markBills: bills.markBills,
  removeBill: bills.removeBill,
  receivePayment: payments.receivePayment,
  allocatePayment: payments.allocatePayment,
  allocateCredit: payments.allocateCredit,
  voidPayment: payments.voidPayment,
  returnPayment: payments.returnPayment,
  listPayments: payments.listPayments,
  findOpenBills: payments.findOpenBills,
  showReceipt: payments.showReceipt,
  printReceipt: vouchers.printReceipt,
  getVoucherSettings: vouchers.getVoucherSettings,
  saveVoucherSettings: vouchers.saveVoucherSettings,
  sampleVoucher: vouchers.sampleVoucher,
  previewVoucher: vouchers.previewVoucher,
  showVoucher: vouchers.showVoucher,
  showVouchersOf: vouchers.showVouchersOf,
  showDocumentOf: vouchers.showDocumentOf,
  printVouchers: vouchers.printVouchers,
  showVoucherJob: vouchers.showVoucherJob,
  cancelVoucherJob: vouchers.cancelVoucherJob,
  fetchVouchers: vouchers.fetchVouchers,
  renewVoucher: vouchers.renewVoucher,
  showDayBook: payments.showDayBook,
  countCash: payments.countCash,
  listExceptions: exceptions.listExceptions,
  seeExceptions: exceptions.seeExceptions,
  showReport: reports.showReport,
  listReport: reports.listReport,
  exportReport: reports.exportReport,
  exportReportList: reports.exportReportList,
  adjustBill: payments.adjustBill,
  listAdjustments: payments.listAdjustments,
  voidAdjustment: payments.voidAdjustment,
  closeBooks: closing.closeBooks,
  showMoneyRules: moneyRules.showMoneyRules,
  changeMoneyRules: moneyRules.changeMoneyRules,
  changeDueRules: dueRules.changeDueRules,
  listFeeHeads: feeHeads.listFeeHeads,
  sayFeeHead: feeHeads.sayFeeHead,
  listMoneyAccounts: moneyAccounts.listMoneyAccounts,
  addMoneyAccount: moneyAccounts.addMoneyAccount,
  updateMoneyAccount: moneyAccounts.updateMoneyAccount,
  getPush: push.getPush,
  savePush: push.savePush,
  renewPush: push.renewPush,
  askAsBiller: push.askAsBiller,
  payAsBiller: push.payAsBiller,
  checkBankFile: bankFiles.checkBankFile,
  saveBankFile: bankFiles.saveBankFile,
  listBankFiles: bankFiles.listBankFiles,
  undoBankFile: bankFiles.undoBankFile,
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
  changeClass: students.changeClass,
  mergeClass: students.mergeClass,
  promoteClass: students.promoteClass,
  splitClass: students.splitClass,
  listStudents: students.listStudents,
  getStudent: students.getStudent,
  addStudent: students.addStudent,
  updateStudent: students.updateStudent,
  endStudent: students.endStudent,
  bringBackStudent: students.bringBackStudent,
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
  listPlanned: messages.listPlanned,
  loadChat: chat.loadChat,
  loadChatPage: chat.loadChatPage,
  getWindow: chat.getWindow,
  listFamilyBills: chat.listFamilyBills,
  showFamily: families.showFamily,
  correctNumber: families.correctNumber,
  undoCorrection: families.undoCorrection,
  labelNumber: families.labelNumber,
  notePromise: promises.notePromise,
  withdrawPromise: promises.withdrawPromise,
  listPromises: promises.listPromises,
  makeLink: families.makeLink,
  revokeLink: families.revokeLink,
  find: found.find,
  today: todays.today,
  listNumberless: todays.listNumberless,
  listConversations: chat.listConversations,
  markSeen: chat.markSeen,
  markAnswered: chat.markAnswered,
  dismissToConfirm: chat.dismissToConfirm,
  listReminders: reminders.listReminders,
  changeReminderHour: reminders.changeReminderHour,
  switchReminder: reminders.switchReminder,
  switchAnswers: reminders.switchAnswers,
  holdReminders: reminders.holdReminders,
  showNextReminders: reminders.showNextReminders,
  skipReminders: reminders.skipReminders,
  showReceiptMessages: receipts.showReceiptMessages,
  sendReceipt: receipts.sendReceipt,
  listSnippets: snippets.listSnippets,
  addSnippet: snippets.addSnippet,
  updateSnippet: snippets.updateSnippet,
  removeSnippet: snippets.removeSnippet,
  listOptOuts: chat.listOptOuts,
  addOptOut: chat.addOptOut,
  removeOptOut: chat.removeOptOut,
  countOutbox: outbox.countOutbox,
  countWaiting: outbox.countWaiting,
  listOutbox: outbox.listOutbox,
  exportOutbox: outbox.exportOutbox,
  getMessage: outbox.getMessage,
  listBroadcasts: outbox.listBroadcasts,
  getSend: mending.getSend,
  countFailures: mending.countFailures,
  listSendFailures: mending.listSendFailures,
  tellByPhone: mending.tellByPhone,
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

/** `GET /Groups/:id`: the browser names a call with it, without loading its schemas. */
export type CallKey = `${AnyCall['method']} ${AnyCall['path']}` & KeyOf<AnyCall>;
type KeyOf<C> = C extends Call ? `${C['method']} ${C['path']}` : never;
type CallOf<K extends CallKey> = Extract<AnyCall, { method: MethodOf<K>; path: PathOf<K> }>;
type MethodOf<K> = K extends `${infer M} ${string}` ? M : never;
type PathOf<K> = K extends `${string} ${infer P}` ? P : never;

type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;
/** The input of a call. `send` adds `db` and `cID` from the session. */
export type InputOf<K extends CallKey> = (CallOf<K> extends { params: infer P }
  ? { params: Sent<P> }
  : unknown) &
  (CallOf<K> extends { query: infer Q } ? { query?: Partial<Sent<Q>> } : unknown) &
  (CallOf<K> extends { body: infer B } ? { body: Sent<B> } : unknown);
export type AnswerOf<K extends CallKey> = CallOf<K>['answer'] extends z.ZodType
  ? z.output<CallOf<K>['answer']>
  : undefined;
