/** The tables of chats, which nobody else writes. Instants are ISO text. */
import type { Generated } from 'kysely';

declare module '../db/tables.ts' {
  interface Tables {
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
    /** One for each number that has written. */
    conversation: {
      campusID: number;
      number: string;
      /** The latest that it wrote, and when. */
      latestID: number;
      latestAt: string;
      /** The latest of it that was answered, or marked so; 0 for none. */
      answeredID: Generated<number>;
      /** The latest picture or pdf that may show a payment, until a person has looked at it. */
      confirmID: Generated<Whole>;
    };
    /** A short text to answer with; it may hold placeholders. */
    snippet: {
      id: Generated<number>;
      campusID: number;
      title: string;
      message: string;
      createdAt: string;
    };
  }
}
