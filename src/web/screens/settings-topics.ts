/** The topics of Settings: who may open each one, its address, and the words by which the search finds it. */
import IconBrandWhatsapp from '@tabler/icons-react/dist/esm/icons/IconBrandWhatsapp.mjs';
import IconBuildingBank from '@tabler/icons-react/dist/esm/icons/IconBuildingBank.mjs';
import IconCalendarDue from '@tabler/icons-react/dist/esm/icons/IconCalendarDue.mjs';
import IconClockPause from '@tabler/icons-react/dist/esm/icons/IconClockPause.mjs';
import IconDatabase from '@tabler/icons-react/dist/esm/icons/IconDatabase.mjs';
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs';
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs';
import IconKey from '@tabler/icons-react/dist/esm/icons/IconKey.mjs';
import IconListDetails from '@tabler/icons-react/dist/esm/icons/IconListDetails.mjs';
import IconPlug from '@tabler/icons-react/dist/esm/icons/IconPlug.mjs';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs';
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconWallet from '@tabler/icons-react/dist/esm/icons/IconWallet.mjs';
import type { Rights } from '#shared/people/rights.ts';
import { moneyAccountWords } from '#shared/words/bank.ts';
import { binWords } from '#shared/words/bills.ts';
import { backupWords, installationWords } from '#shared/words/installation.ts';
import { voucherSettingsWords } from '#shared/words/papers.ts';
import { apiKeyWords, peopleWords, roleWords } from '#shared/words/people.ts';
import { commonWords } from '#shared/words/screen.ts';
import {
  accountWords,
  closingWords,
  dueRuleWords,
  feeHeadWords,
  moneyRuleWords,
  pushWords,
  schoolWords,
  settingsWords,
} from '#shared/words/settings.ts';
import { trailWords } from '#shared/words/trail.ts';
import { connectWords, senderWords, settingWords, wayWords } from '#shared/words/whatsapp-number.ts';
import type { SettingsPart } from './search.ts';

/** The topics with an address of their own. */
const addresses = {
  number: '/whatsapp-number',
  backups: '/settings/backups',
  computer: '/settings/computer',
} as const;

export type TopicName = SettingsPart | keyof typeof addresses;

const hasAddress = (name: TopicName): name is keyof typeof addresses => name in addresses;

export const linkTo = (name: TopicName) =>
  hasAddress(name)
    ? ({ to: addresses[name], search: {} } as const)
    : ({ to: '/settings', search: { part: name } } as const);

const { texts } = settingsWords;

const voucherFields = [
  ...(['copies', 'language', 'numbering', 'order', 'termsEn', 'termsUr'] as const),
  ...(['renewFine', 'renewDays', 'receiptSize'] as const),
] as const;

/** `labels`: words on the page, by which the search finds it. */
type Details = { text: string; Icon: typeof IconKey; labels: readonly string[] };

const details: Readonly<Record<TopicName, Details>> = {
  account: { text: '', Icon: IconUser, labels: [accountWords.password, accountWords.changePassword] },
  'signing-in': {
    text: texts['signing-in'],
    Icon: IconKey,
    labels: [accountWords.twoFactor, accountWords.recoveryCodes, accountWords.sessions],
  },
  school: {
    text: texts.school,
    Icon: IconSchool,
    labels: [
      ...[schoolWords.name, schoolWords.campuses, schoolWords.addCampus, schoolWords.country],
      ...[schoolWords.timeZone, schoolWords.currency, schoolWords.logo.label],
    ],
  },
  people: {
    text: peopleWords.hint,
    Icon: IconUsers,
    labels: [
      ...[peopleWords.invite, peopleWords.userName, peopleWords.rights, peopleWords.role],
      ...[...Object.values(roleWords), peopleWords.reset, peopleWords.disable],
    ],
  },
  money: {
    text: texts.money,
    Icon: IconWallet,
    labels: [
      ...[moneyAccountWords.title, moneyAccountWords.add, moneyAccountWords.number, moneyAccountWords.iban],
      ...[moneyAccountWords.prefix, moneyAccountWords.onVoucher, closingWords.title, closingWords.close],
      ...[moneyRuleWords.title, moneyRuleWords.days, moneyRuleWords.usesCredit],
    ],
  },
  'due-dates': {
    text: dueRuleWords.hint,
    Icon: IconCalendarDue,
    labels: [dueRuleWords.graceDays, dueRuleWords.graceHint, dueRuleWords.sunday],
  },
  'fee-heads': {
    text: feeHeadWords.hint,
    Icon: IconListDetails,
    labels: Object.values(feeHeadWords.classes),
  },
  billers: {
    text: texts.billers,
    Icon: IconBuildingBank,
    labels: [pushWords.title, pushWords.what, pushWords.addresses, pushWords.password],
  },
  vouchers: {
    text: voucherSettingsWords.hint,
    Icon: IconReceipt,
    labels: voucherFields.map((field) => voucherSettingsWords[field]),
  },
  number: {
    text: texts.number,
    Icon: IconBrandWhatsapp,
    labels: [
      ...[commonWords.whatsAppNumber, connectWords.open, connectWords.disconnect, connectWords.hook],
      ...[connectWords.phone, ...Object.values(wayWords).map(({ name }) => name)],
      ...Object.values(settingWords).map(({ label }) => label),
    ],
  },
  pace: {
    text: texts.pace,
    Icon: IconClockPause,
    labels: [
      ...[senderWords.pace, senderWords.gap, senderWords.perMinute, senderWords.rest, senderWords.newPerDay],
      ...[senderWords.pair, senderWords.quiet, senderWords.quietHours, senderWords.quietDays],
    ],
  },
  backups: {
    text: texts.backups,
    Icon: IconDatabase,
    labels: [backupWords.last, backupWords.make, backupWords.second, backupWords.list, backupWords.restore],
  },
  computer: {
    text: installationWords.intro,
    Icon: IconDeviceDesktop,
    labels: [
      ...[installationWords.lan, installationWords.address, installationWords.port],
      ...[installationWords.commands, installationWords.notices, installationWords.warnings],
    ],
  },
  trail: { text: trailWords.hint, Icon: IconHistory, labels: [trailWords.history] },
  bin: { text: binWords.hint, Icon: IconTrash, labels: [binWords.restore] },
  keys: {
    text: apiKeyWords.hint,
    Icon: IconPlug,
    labels: [apiKeyWords.make, apiKeyWords.reference, apiKeyWords.perMinute, apiKeyWords.revoke],
  },
};

export type Topic = Details & { name: TopicName; title: string };

export const topicNamed = (name: TopicName): Topic => ({
  name,
  title: settingsWords.parts[name],
  ...details[name],
});

const groups: readonly { title: string; names: readonly TopicName[] }[] = [
  { title: settingsWords.groups.you, names: ['account', 'signing-in'] },
  { title: settingsWords.groups.school, names: ['school', 'people'] },
  {
    title: settingsWords.groups.money,
    names: ['money', 'due-dates', 'fee-heads', 'billers', 'vouchers'],
  },
  { title: settingsWords.groups.whatsApp, names: ['number', 'pace'] },
  { title: settingsWords.groups.computer, names: ['backups', 'computer', 'trail', 'bin', 'keys'] },
];

const free: readonly TopicName[] = ['account', 'signing-in'];
const needed: Readonly<Partial<Record<TopicName, keyof Rights>>> = { 'fee-heads': 'edit', bin: 'delete' };

/**
 * Every user may open the topics of their own account. Fee heads need the edit right, and the bin needs the delete
 * right. All other topics are for administrators.
 */
export const mayOpen = (name: TopicName, rights: Rights): boolean =>
  free.includes(name) || rights[needed[name] ?? 'admin'];

/**
 * The page at `/settings`. Without a part it is the own account. An address from when fee heads were on the page of
 * the accounts still opens them.
 */
export const partAt = (part: SettingsPart | undefined, rights: Rights): SettingsPart =>
  part === 'money' && !mayOpen('money', rights) && mayOpen('fee-heads', rights)
    ? 'fee-heads'
    : (part ?? 'account');

const namesWithAddress = Object.keys(addresses) as (keyof typeof addresses)[];

export const topicAt = (pathname: string, part: SettingsPart | undefined, rights: Rights): TopicName =>
  namesWithAddress.find((name) => addresses[name] === pathname) ?? partAt(part, rights);

export type TopicGroup = { title: string; topics: readonly Topic[] };

/** The groups of topics that this person may open. */
export const groupsFor = (rights: Rights): TopicGroup[] =>
  groups
    .map(({ title, names }) => ({
      title,
      topics: names.filter((name) => mayOpen(name, rights)).map(topicNamed),
    }))
    .filter(({ topics }) => topics.length > 0);

/** A found topic. `label`: the words of the page that were found, if the title does not have them. */
export type FoundTopic = { topic: Topic; label: string | undefined };

/** Finds topics that have all typed words in the title or in one label. Titles come first. */
export function findTopics(topics: readonly Topic[], typed: string): FoundTopic[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const hasWords = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const byTitle = topics.filter(({ title }) => hasWords(title));
  const byLabel = topics.flatMap((topic) => {
    const label = byTitle.includes(topic) ? undefined : [...topic.labels, topic.text].find(hasWords);
    return label === undefined ? [] : [{ topic, label }];
  });
  return [...byTitle.map((topic) => ({ topic, label: undefined })), ...byLabel];
}
