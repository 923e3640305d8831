/** The tables of chats. No other module writes them. Instants are ISO text. */
import type { Generated } from 'kysely';

/**
 * `change`: an edit or a deletion that arrived before its message. When the message arrives, this row becomes it.
 */
export type InboundKind = 'message' | 'call' | 'change';

declare module '../platform/db/tables.ts' {
  interface Tables {
    /** What a parent sent. Also what the school sent in the phone's own app, and the calls of both sides. */
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
      /** 1 if the school sent it in the phone's own app, or called. */
      isOurs: Generated<number>;
      kind: Generated<InboundKind>;
      /** Whether the message was edited or deleted for everyone, and when. */
      change: 'edited' | 'revoked' | null;
      changedAt: Text;
      /** 1 after somebody of the campus has opened the conversation. Always 1 for what the school sent, and for calls. */
      seen: Generated<number>;
      /** The billing of the last message to this number before this one. The parent probably answers that message. */
      groupID: Whole;
      /**
       * Set while the media must still be downloaded: the provider's id, the type, the time of the next attempt, and
       * the number of attempts.
       */
      mediaID: Generated<Text>;
      mediaType: Generated<Text>;
      fetchAt: Generated<Text>;
      fetches: Generated<number>;
    };
    /** One row for each number that has written. */
    conversation: {
      campusID: number;
      number: string;
      /** The latest message or call of the number, and its time. */
      latestID: number;
      latestAt: string;
      /** The latest message of the number that was answered or marked as answered; 0 if there is none. */
      answeredID: Generated<number>;
      /** The latest picture or PDF that may show a payment, until a person has checked it. */
      confirmID: Generated<Whole>;
    };
    /** A short text for answers. It may contain placeholders. */
    snippet: {
      id: Generated<number>;
      campusID: number;
      title: string;
      message: string;
      createdAt: string;
    };
  }
}
