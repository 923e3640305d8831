/** The tables of payments and adjustments. Instants are ISO text, amounts are paisa. */
import type { Generated } from 'kysely';
import type { FeeHeadClass } from '#shared/money/fee-head-class.ts';
import type { LedgerAdjustment, PaymentMethod, PaymentSource } from '#shared/money/ledger.ts';

declare module '../platform/db/tables.ts' {
  interface Tables {
    /**
     * Money that was received. A row never changes, except that it can become void. `receivedOn` is the day. The
     * amount is 0 for a bill without an amount.
     */
    payment: {
      id: Generated<number>;
      campusID: number;
      /** Numbered within the campus, without gaps. */
      receiptNo: number;
      amount: number;
      method: PaymentMethod;
      accountID: Whole;
      receivedOn: string;
      regNum: Text;
      /** The bill for which the money was paid, even if it settles other bills of the family. */
      billID: Generated<Whole>;
      payer: Text;
      reference: Text;
      source: PaymentSource;
      /** Identifies the origin of the payment, so that the payment is stored only once. */
      sourceKey: Text;
      clientID: Text;
      createdAt: string;
      /** The id of a user; '' for the program. */
      createdBy: string;
      /** The day on which the payment counts, if `receivedOn` was already closed when it was stored. */
      bookedOn: Generated<Text>;
      voidedAt: Text;
      voidedBy: Text;
      voidReason: Text;
      /**
       * The day on which the void counts, if the day of the payment was closed. Until then the payment counts. Null: a
       * void payment never counted.
       */
      voidedOn: Generated<Text>;
    };
    /**
     * The part of a payment that settles a bill. Name and registration number are copied, because the bill may be
     * deleted later.
     */
    allocation: {
      id: Generated<number>;
      campusID: number;
      paymentID: number;
      billID: number;
      groupID: number;
      name: string;
      regNum: Text;
      amount: number;
      createdAt: string;
      /** The day on which the allocation counts, if the day of the payment was closed when it was made. */
      bookedOn: Generated<Text>;
      endedAt: Text;
      /** The day on which the end counts, if the day of the payment was closed: see `voidedOn` of a payment. */
      endedOn: Generated<Text>;
    };
    /** A fine, a waiver or a write-off of a bill, or the amount that was carried to a newer bill. */
    adjustment: {
      id: Generated<number>;
      campusID: number;
      billID: number;
      kind: LedgerAdjustment;
      amount: number;
      reason: string;
      day: string;
      clientID: Text;
      createdAt: string;
      createdBy: string;
      voidedAt: Text;
      voidedBy: Text;
      /** The reason that a person gave. Null if another action voided the adjustment. */
      voidReason: Generated<Text>;
      /** The day on which the void counts, if the day of the adjustment was closed. */
      voidedOn: Generated<Text>;
      /** For `carried`: the bill to which the amount was carried. */
      toBillID: Generated<Whole>;
      /** 1 for a waiver of the late fine. Any other waiver reduces the fee from the first day of the bill. */
      ofLateFine: Generated<number>;
    };
    /**
     * A change by which a stored bill charges less, with the amount on the day with the largest difference. Name and
     * registration number are copied, because the bill may be deleted later.
     */
    lowered_bill: {
      id: Generated<number>;
      campusID: number;
      billID: number;
      groupID: number;
      name: string;
      regNum: Text;
      amount: number;
      reason: string;
      day: string;
      createdAt: string;
      createdBy: string;
    };
    /** The class that a person chose for a fee head. `name` is normalised, see shared/money/fee-head-class.ts. */
    fee_head: { campusID: number; name: string; class: FeeHeadClass };
  }
}
