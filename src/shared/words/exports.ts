/** Texts in exported workbooks, their file names, and the texts shown while they are made. */
export const exportWords = {
  payableOn: 'Payable today',
  bills: 'bills',
  report: 'messages',
  outbox: 'Outbox',
  exportBills: 'Export bills',
  messageReport: 'Message report',
  exportOutbox: 'Export',
  noMessage: 'No message',
  reportColumns: ['Registration', 'Name', 'Number', 'State', 'Reason', 'Time', 'Send', 'Message'],
  outboxColumns: ['Time', 'Name', 'Number', 'State', 'Reason', 'Tries', 'Message'],
  broadcast: (id: number) => `Send ${id}`,
  fetching: (fileName: string) => `Preparing ${fileName}…`,
  writing: (fileName: string, rows: number) =>
    `Preparing ${fileName}… ${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`,
  stopped:
    'The export stopped unexpectedly: it may need more memory than this computer has. Choose a filter or search first, so that there is less to export.',
} as const;
