import { expect, test } from 'vitest';
import { groupWords } from './bills.ts';
import { reportFigureWords } from './reports.ts';
import { todayWords } from './screen.ts';
import { allCampusesWords } from './settings.ts';

test('Billed and Collected are what the reports count, and what was paid for some bills has another word.', () => {
  const ofReports = [reportFigureWords.billed, reportFigureWords.collected].map((word) => word.toLowerCase());
  const ofBillings = [
    ...Object.values(groupWords.figures).filter((word) => typeof word === 'string'),
    ...Object.values(allCampusesWords.columns),
    ...todayWords.billingPaid('November 2026', 'Rs. 1').split(' '),
  ];
  expect(ofBillings.filter((word) => ofReports.includes(word.toLowerCase()))).toEqual([]);
});
