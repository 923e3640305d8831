/** Bounds that both sides keep. Each says where it comes from. */

/** The spec, section 9. */
export const firstYear = 2023;
export const lastYear = 2050;
export const memberSlice = 200;
export const memberSliceThreshold = 700;

/** Rupees of a bill or a head; more is a slip of the keyboard. */
export const largestAmount = 1_000_000_000;
/** Characters of a bill's name, registration and the like. */
export const longestText = 200;

/** product.md section 3: the largest page of a list. */
export const largestPage = 200;
/** So many entries of a chat are answered at once. */
export const mostOfChat = 500;
/** So many bills of a family are shown beside its chat. */
export const mostOfFamily = 20;
/** Characters of what a number is for. */
export const longestLabel = 40;

/** WhatsApp's limits in characters, as a program counts them: of a text, and of a text below a picture or video. */
export const longestMessage = 4096;
export const longestCaption = 1024;

/** Of a template: what stands in one line of a list. */
export const longestTitle = 120;
export const longestSendOn = 60;
/** Of a quick answer: several stand side by side. */
export const longestSnippetTitle = 40;

/** One save holds a whole campus; a larger file is saved in parts. */
export const mostBillsPerSave = 50_000;

/** A file has at most so many rows, and so many are looked up at once before they are saved. */
export const mostRowsPerImport = 110_000;
/** Rows of an Excel sheet: no save leaves out more. */
export const mostRowsPerSheet = 1_048_576;
/** Letters. Excel's own limit is 31; other programs have none. */
export const longestSheetName = 300;
export const mostRowsPerCheck = 5000;
/** So many issues of a list are told; one with more has one cause. */
export const mostIssues = 100;
/** Bytes of an import's body: 110,000 bills of 35 columns and more. It is read line by line. */
export const largestImport = 256 * 1024 * 1024;

/** WhatsApp's limits of media: an image 5 MB, a video 16 MB. */
export const largestImage = 5 * 1024 * 1024;
export const largestVideo = 16 * 1024 * 1024;
export const imageTypes = ['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif', 'svg'] as const;

/** Bytes of a request body: of a save (50,000 bills of 35 columns and more), and of any other call. */
export const largestSave = 64 * 1024 * 1024;
export const largestBody = 8 * 1024 * 1024;
/** Bytes of what strangers may send, and of whatever names no limit of its own: no sign-in nor set-up is larger. */
export const smallestBody = 16 * 1024;

export const shortestPassword = 8;
export const longestPassword = 128;

/** Days that a session lasts at most, however much it is used; unused it ends after `idleDays`. */
export const sessionDays = 30;
export const idleDays = 7;

/** Hours for which a one-time link opens: an invitation has to be seen by somebody who does not wait for it. */
export const invitationHours = 7 * 24;
export const resetHours = 24;

/** One-time codes for when the phone with the authenticator app is lost. */
export const recoveryCodes = 10;

/** API keys that one campus has at a time. */
export const mostKeys = 50;
export const longestKeyName = 80;
/** Calls of one key in a minute: five a second unless said otherwise. */
export const keyCallsPerMinute = 300;
export const mostKeyCallsPerMinute = 6000;
/** For how many days a key may be made to open; without a number it opens until it is revoked. */
export const longestKeyDays = 3650;

/** Campuses that one change of a person's rights speaks of. */
export const mostCampuses = 200;

/** The cookie that tells a page who is signed in, by id; it opens nothing. */
export const signedInCookie = 'qasid_signed_in';

/** Milliseconds for which a live event can be told again to who comes later. */
export const longestAgo = 60_000;
/** Of each kind: how many Find answers, and how many of these a list shows before it is asked for the rest. */
export const mostFound = 50;
export const foundAtFirst = 8;

/** Rows of one bank file: a large school's month. Bytes of its body, a long text in each. */
export const mostBankRows = 20_000;
export const largestBankFile = 32 * 1024 * 1024;

/** Days after its due date on which a bill may be in time still. */
export const mostGraceDays = 31;

/** Letters of the password that a biller shows, and the digits of a consumer number that it takes at most. */
export const shortestPushPassword = 12;
export const longestConsumerNumber = 20;
