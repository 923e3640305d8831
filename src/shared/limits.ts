/** Limits that the server and the page share. Each comment says where its limit comes from. */

/** The spec, section 9. */
export const memberSlice = 200;
export const memberSliceThreshold = 700;

/** product.md section 3: the largest page of a list. */
export const largestPage = 200;
/** Entries of a chat in one answer. */
export const mostOfChat = 500;
/** Bills of a family that are shown beside its chat. */
export const mostOfFamily = 20;
/** Characters of a number's label. */
export const longestLabel = 40;

/** WhatsApp's limits in UTF-16 units: of a text, and of a caption below a picture or video. */
export const longestMessage = 4096;
export const longestCaption = 1024;

/** Characters of a template: as much as fits in one line of a list. */
export const longestTitle = 120;
export const longestSendOn = 60;
/** Characters of a quick answer's title: the screen shows several titles side by side. */
export const longestSnippetTitle = 40;

/** Bills in one save, enough for a whole campus. A larger file is saved in parts. */
export const mostBillsPerSave = 50_000;

/** Rows of a file that are looked up in one request before they are saved. */
export const mostRowsPerImport = 110_000;
/** Rows of an Excel sheet, so a save cannot leave out more rows than this. */
export const mostRowsPerSheet = 1_048_576;
export const mostRowsPerCheck = 5000;
/** Issues in one answer. More issues usually have one common cause. */
export const mostIssues = 100;
/** Bytes of an import's body: 110,000 bills with 35 columns, with a reserve. The server reads it line by line. */
export const largestImport = 256 * 1024 * 1024;

/** WhatsApp's limits for media: an image 5 MB, a video 16 MB. */
export const largestImage = 5 * 1024 * 1024;
export const largestVideo = 16 * 1024 * 1024;
export const imageTypes = ['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif', 'svg'] as const;

/** Bytes of a request body: of a save (50,000 bills with 35 columns, with a reserve), and of any other call. */
export const largestSave = 64 * 1024 * 1024;
export const largestBody = 8 * 1024 * 1024;
/** Bytes of a request without a session, and of a call without a limit of its own. No sign-in or set-up needs more. */
export const smallestBody = 16 * 1024;

export const shortestPassword = 8;
export const longestPassword = 128;

/** The most days that a session lasts, even if it is used. An unused session ends after `idleDays`. */
export const sessionDays = 30;
export const idleDays = 7;

/** Hours for which a one-time link is valid. An invitation lasts longer, because its person does not wait for it. */
export const invitationHours = 7 * 24;
export const resetHours = 24;

/** One-time recovery codes for a lost phone with the authenticator app. */
export const recoveryCodes = 10;

/** API keys that one campus has at a time. */
export const mostKeys = 50;
export const longestKeyName = 80;
/** Calls of one API key per minute; the default is five a second. */
export const keyCallsPerMinute = 300;
export const mostKeyCallsPerMinute = 6000;
/** The longest validity of an API key in days. A key without a number of days is valid until it is revoked. */
export const longestKeyDays = 3650;

/** Campuses in one change of a person's rights. */
export const mostCampuses = 200;

/** The cookie with the id of the signed-in person. The page reads it; it gives no access. */
export const signedInCookie = 'qasid_signed_in';

/** Milliseconds for which a live event can be replayed to a client that connects later. */
export const longestAgo = 60_000;
/**
 * Results of Find for each kind: how many the server answers, and how many a list shows before a person asks for more.
 */
export const mostFound = 50;
export const foundAtFirst = 8;

/** Bytes of a bank file's body: all its rows, with a long text in each. */
export const largestBankFile = 32 * 1024 * 1024;

/** The most days of grace after the due date. */
export const mostGraceDays = 31;

/** Characters of the password that a biller sends, and the most digits of a consumer number. */
export const shortestPushPassword = 12;
export const longestConsumerNumber = 20;
