import { expect, it } from 'vitest';
import { approvalProblems, starterTemplates } from '../words/templates.ts';
import { templateProblems } from './template-problems.ts';

const problemsOf = (message: string, media = '') => templateProblems({ message, media }, 'Girls Campus');

it.each([
  ['Dear parent, the fee of {{name}} is due on {{dueDate}}. Please pay in time.', []],
  ['School is closed tomorrow', []],
  ['{{heads}}', [approvalProblems.onlyValues]],
  ['*{{name}}* - {{total}}.', [approvalProblems.onlyValues]],
  ['{{name}} has a fee that is due', [approvalProblems.first]],
  ['*{{name}}* has a fee that is due', [approvalProblems.first]],
  ['Dear parent of {{name}}', [approvalProblems.last]],
  ['Dear parent of {{name}}.', [approvalProblems.last]],
  ['Dear parent, the fee of {{name}}\n{{total}} is due now', [approvalProblems.adjacent]],
  ['The fee of {{name}}, {{total}}, is due now please', []],
  // With a space between them they are one value, and {{campus}} is no value.
  ['The fee for {{month}} {{year}} is due', []],
  ['The fee of {{name}} is due.\n{{campus}}', []],
  // Four words, where two placeholders need five.
  ['Fee of {{name}} is {{total}} now', [approvalProblems.tooMany(2, 4, 5)]],
  ['The fee of {{name}} is {{total}} now', []],
  ['The fee\tis due', [approvalProblems.spaces]],
  ['The fee     is due', [approvalProblems.spaces]],
  ['The fee    is due', []],
  ['The fee\n\n\n\nis due', [approvalProblems.lines]],
  ['The fee\r\n \r\n \r\n \r\nis due', [approvalProblems.lines]],
  ['The fee\n\n\nis due', []],
  ['The fee }} is due', [approvalProblems.braces]],
])('The template text %j has the problems %j.', (message, problems) => {
  expect(problemsOf(message)).toEqual(problems);
});

it.each(starterTemplates)(
  'The starter template "$title" has no problems, so a new campus can submit it.',
  ({ message }) => {
    expect(problemsOf(message)).toEqual([]);
  },
);

it('The length of a template is counted as WhatsApp does, with {{1}} for a placeholder.', () => {
  const text = (rest: number) => `The fee of {{amountAfterDueDate}} is ${'x'.repeat(rest)}`;
  const beside = 'The fee of {{1}} is '.length;
  expect(problemsOf(text(1024 - beside))).toEqual([]);
  expect(problemsOf(text(1025 - beside))).toEqual([approvalProblems.tooLong(1025, 1024)]);
});

it('Media from another site is a problem, and an uploaded file is none.', () => {
  const text = 'School is closed tomorrow';
  expect(problemsOf(text, 'https://example.org/a.jpg')).toEqual([approvalProblems.foreignMedia]);
  expect(problemsOf(text, '/files/abcdefghijklmnopqrstuvwx.jpg')).toEqual([]);
});
