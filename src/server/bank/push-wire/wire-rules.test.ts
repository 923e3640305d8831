import { describe, expect, it } from 'vitest';
import {
  detailOf,
  keysOf,
  readInquiry,
  readPayment,
  refuseInquiry,
  tellBill,
  tellPayment,
} from './wire-rules.ts';

const paymentBody = {
  consumer_number: '10042220261110240',
  tran_auth_id: '123456',
  transaction_amount: '000000500050',
  tran_date: '20261109',
  tran_time: '235959',
  bank_mnemonic: 'HBL     ',
  reserved: '',
};

describe('Answers to a biller', () => {
  const bill = { name: 'Ayesha Khan', month: 11, year: 2026, dueDay: '2026-11-10' };

  it('The answer for an open bill is written byte for byte.', () => {
    const answer = tellBill({ ...bill, status: 'U', within: 1_250_000, after: 1_350_050 });
    expect(JSON.stringify(answer)).toBe(
      '{"response_Code":"00","consumer_Detail":"Ayesha Khan                   ","bill_status":"U",' +
        '"due_date":"20261110","amount_within_dueDate":"+0000001250000","amount_after_dueDate":"+0000001350050",' +
        '"billing_month":"2611","date_paid":"        ","amount_paid":"            ","tran_auth_Id":"      ","reserved":""}',
    );
  });

  it('The answer for a paid bill has the day, the amount and the authorisation.', () => {
    const paid = { ...bill, status: 'P', paidOn: '2026-11-09', paid: 1_250_000, authID: '123456' } as const;
    expect(JSON.stringify(tellBill(paid))).toBe(
      '{"response_Code":"06","consumer_Detail":"Ayesha Khan                   ","bill_status":"P",' +
        '"due_date":"20261110","amount_within_dueDate":"+0000000000000","amount_after_dueDate":"+0000000000000",' +
        '"billing_month":"2611","date_paid":"20261109","amount_paid":"000001250000","tran_auth_Id":"123456","reserved":""}',
    );
    const byHand = tellBill({ ...paid, authID: null, paidOn: null });
    expect(byHand).toMatchObject({ tran_auth_Id: '      ', date_paid: '        ' });
  });

  it('The answer for a blocked bill has the name and no amount.', () => {
    const blocked = tellBill({ ...bill, month: null, status: 'B' });
    expect(blocked).toMatchObject({ response_Code: '02', bill_status: 'B', billing_month: '    ' });
    expect(blocked.amount_within_dueDate).toBe('+0000000000000');
  });

  it('Unknown fields of an answer are filled with spaces to their width.', () => {
    expect(JSON.stringify(refuseInquiry('01'))).toBe(
      `{"response_Code":"01","consumer_Detail":"${' '.repeat(30)}","bill_status":" ",` +
        '"due_date":"        ","amount_within_dueDate":"+0000000000000","amount_after_dueDate":"+0000000000000",' +
        '"billing_month":"    ","date_paid":"        ","amount_paid":"            ","tran_auth_Id":"      ","reserved":""}',
    );
    expect(JSON.stringify(tellPayment('03'))).toBe(
      '{"response_Code":"03","Identification_parameter":"","reserved":""}',
    );
    expect(tellPayment('00', '42')).toMatchObject({ Identification_parameter: '42' });
  });

  it('Any name is written in exactly thirty characters.', () => {
    for (const name of [
      '',
      'x'.repeat(99),
      'عائشہ خان',
      '👨‍👩‍👧'.repeat(20),
      'a\u0000b\nc\u202ed',
      '\ud800x',
    ])
      expect([...detailOf(name)], JSON.stringify(name)).toHaveLength(30);
    expect(detailOf('Ali\r\nKhan').trimEnd()).toBe('Ali Khan');
    expect(detailOf('x'.repeat(31))).toBe('x'.repeat(30));
  });
});

describe('Requests of a biller', () => {
  it('A payment and an inquiry are read without the spaces that fill a field.', () => {
    expect(readPayment(paymentBody)).toEqual({
      ...{ consumerNumber: '10042220261110240', authID: '123456', amount: 500_050 },
      ...{ day: '2026-11-09', time: '235959', bank: 'HBL' },
    });
    expect(readInquiry({ consumer_number: '10042220261110240 ', bank_mnemonic: 'HBL' })).toEqual({
      consumerNumber: '10042220261110240',
    });
  });

  it('The amount of a payment has 12 or 13 digits with or without a plus, and other amounts are refused.', () => {
    const amountOf = (transaction_amount: string) =>
      readPayment({ ...paymentBody, transaction_amount })?.amount;
    expect(['000000500050', '0000000500050', '+0000000500050'].map(amountOf)).toEqual([
      500_050, 500_050, 500_050,
    ]);
    for (const wrong of [
      '5000',
      '5000.50',
      '-000000500050',
      '000000000000',
      '00000050005O',
      '9'.repeat(13),
      '',
    ])
      expect(amountOf(wrong), wrong).toBeUndefined();
  });

  it('A payment is read without its optional fields.', () => {
    const { bank_mnemonic: _bank, reserved: _reserved, ...least } = paymentBody;
    expect(readPayment(least)?.bank).toBe('');
    expect(readPayment({ ...paymentBody, reserved: null, Reserved: 'x' })).toBeDefined();
  });

  it.each([
    ['null instead of an object', null],
    ['a list instead of an object', [paymentBody]],
    ['a number instead of a text', { ...paymentBody, consumer_number: 10042220261110240 }],
    ['digits of another script', { ...paymentBody, consumer_number: '١٠٠٤٢٢' }],
    ['a number that is too long', { ...paymentBody, consumer_number: '1'.repeat(21) }],
    ['letters in the number', { ...paymentBody, consumer_number: '100422A' }],
    ['no consumer number', { ...paymentBody, consumer_number: ' ' }],
    ['no authorisation', { ...paymentBody, tran_auth_id: '' }],
    ['an authorisation with a quote', { ...paymentBody, tran_auth_id: "1' or '1" }],
    ['a day that does not exist', { ...paymentBody, tran_date: '20260230' }],
    ['a time that does not exist', { ...paymentBody, tran_time: '240000' }],
    ['a time of letters', { ...paymentBody, tran_time: '1o1010' }],
    ['5,000 characters in a field', { ...paymentBody, reserved: 'x'.repeat(5000) }],
  ])('A payment request with %s is refused.', (_what, body) => {
    expect(readPayment(body)).toBeUndefined();
  });

  it('The key of a payment is made from number, authorisation, day and time, and not from amount or bank.', () => {
    const one = readPayment(paymentBody);
    const others = [
      readPayment({ ...paymentBody, tran_auth_id: '123457' }),
      readPayment({ ...paymentBody, tran_date: '20261108' }),
      readPayment({ ...paymentBody, tran_time: '235958' }),
    ];
    if (!one) throw new Error('it is read');
    const keys = [one, ...others].map((each) => (each ? keysOf(each, [each.consumerNumber])[0] : ''));
    expect(new Set(keys).size).toBe(4);
    expect(keysOf({ ...one, amount: 1, bank: 'UBL' }, [one.consumerNumber])).toEqual([keys[0]]);
    expect(keysOf(one, ['5', one.consumerNumber])[1]).toBe(keys[0]);
  });
});
