/** Texts of the screen about templates, and about the picture or video of a message, in English. */

const number = (value: number): string => value.toLocaleString('en-US');

export const templateWords = {
  title: 'Templates',
  search: 'Search templates',
  columns: { media: 'Media', message: 'Message', actions: 'Change' },
  noMedia: 'No media',
  sendsOn: (occasion: string) => `Send on ${occasion}`,
  new: 'New',
  noneText: 'Write a text once and send it every month: it is filled with each bill’s own values.',
  noneToSee: 'Nobody has written a template for this campus yet.',
  chooseOne: 'Choose a template to read or change it',
  chooseOneText: 'Press a template’s name to use its text in a new message.',
  newPanel: 'New Template',
  editPanel: 'Edit Template',
  backToList: 'Back to templates',
  backToMessage: 'Back to the message',
  edit: (title: string) => `Edit ${title}`,
  remove: 'Delete template',
  removeNamed: (title: string) => `Delete ${title}`,
  name: 'Title',
  nameHint: 'For example Fee reminder',
  titleRequired: 'Title is required.',
  sendOn: 'Send on',
  sendOnHint: 'For example due-3',
  sendOnText:
    'Leave it empty to choose this template in Send Messages. With due-3, due, due+7, expiry-1, bill or paid it can go by itself: switch it on under Reminders. Paid is the receipt of a payment. Another occasion, such as Admission, is a name for people.',
  preview: 'Preview',
  previewEmpty: 'Your template will be shown here as it arrives on the phone.',
  noBill: 'Once there is a billing, a real bill’s values stand here.',
  missing: (names: readonly string[]) =>
    `This bill has no ${names.join(', ')}. Bills without it are left out when sending.`,
  gone: 'This template is not here any more',
  goneText: 'It may have been deleted, or it belongs to another campus.',
  goneMeanwhile:
    'This template was deleted meanwhile. Copy your text, and save it as a new template if it is still needed.',
  added: 'Template added successfully.',
  updated: 'Template updated successfully.',
  deleted: 'Template deleted successfully.',
} as const;

/** Asked before changes of a template are discarded. */
export const leaveTemplate = {
  title: 'Are you sure?',
  text: 'This template is not saved. What you changed in it will be lost.',
  confirm: 'Yes, leave it!',
} as const;

export const messageWords = {
  count: (length: number, most: number) => `${number(length)} of ${number(most)} characters`,
  bold: 'Bold',
  italic: 'Italic',
  eachChild: 'a line per child',
  captionTooLong: (most: number) =>
    `WhatsApp takes at most ${number(most)} below a picture, video or voucher.`,
} as const;

export const mediaWords = {
  label: 'Media',
  hint: 'A picture, or a video in mp4.',
  upload: 'Upload media',
  replace: 'Replace',
  remove: 'Delete media',
  loading: 'Uploading…',
  picture: 'Picture',
  video: 'Video',
  attach: 'Attach a picture or video',
  add: 'Picture or video',
  foreign: 'A file on another website',
  document: (kind: string) => `Document, ${kind}`,
  download: 'Download',
  open: 'Open',
  voucher: 'Fee voucher, PDF',
  receipt: 'Receipt, PDF',
  attachPaper: { voucher: 'Attach each family’s voucher', receipt: 'Attach the receipt' },
  attachPaperHint: {
    voucher: 'A PDF of the bills that the message is about, made as it goes.',
    receipt: 'A PDF of the payment that the message tells of, made as it goes.',
  },
} as const;
