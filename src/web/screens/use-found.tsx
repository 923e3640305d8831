import IconArticle from '@tabler/icons-react/dist/esm/icons/IconArticle.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import IconReceipt from '@tabler/icons-react/dist/esm/icons/IconReceipt.mjs';
import IconSchool from '@tabler/icons-react/dist/esm/icons/IconSchool.mjs';
import IconSend from '@tabler/icons-react/dist/esm/icons/IconSend.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { FoundBill, FoundChild, FoundFamily } from '#shared/calls/find.ts';
import { mostFound } from '#shared/limits.ts';
import { has } from '#shared/people/rights.ts';
import { formatInstant } from '#shared/time/dates.ts';
import { studentsWords } from '#shared/words/families.ts';
import { findWords } from '#shared/words/screen.ts';
import { StatusBadge } from '../features/bills/status-badge.tsx';
import { conversationsQuery } from '../features/chat/api.ts';
import { findQuery } from '../features/find/api.ts';
import type { FoundItem, FoundSection } from '../features/find/find-sheet.tsx';
import { isInvoiceNumber } from '../features/find/rules.ts';
import { groupsQuery } from '../features/groups/api.ts';
import { nameOfPeriod, searchGroups } from '../features/groups/rules.ts';
import { foundSendsQuery } from '../features/outbox/api.ts';
import { classesQuery } from '../features/students/api.ts';
import { searchClasses } from '../features/students/rules.ts';
import { searchTemplates } from '../features/templates/rules.ts';
import { useRights, useSession } from '../lib/session.ts';
import { templatesQuery } from '../lib/templates.ts';
import { useMoney } from '../lib/use-money.ts';
import { useSayNumber } from '../lib/use-say-number.ts';
import { type DeskSearch, noPanel, readDeskSearch, type TemplatesSearch } from './search.ts';

const icon = { size: 20, stroke: 1.6, 'aria-hidden': true } as const;

const childOf = ({ name, class: className, section }: FoundChild): string =>
  [name, [className, section].filter(Boolean).join('-')].filter(Boolean).join(' ');

/** Functions that close the search and open a result. */
function useOpening(onDone: () => void) {
  const navigate = useNavigate();
  const isOnDesk = useRouterState({ select: ({ location }) => location.pathname === '/send-messages' });
  const toDesk = (to: DeskSearch) => () => {
    onDone();
    const search = (before: object): DeskSearch => ({
      ...(isOnDesk && to.billing === undefined ? readDeskSearch({ ...before }) : {}),
      ...noPanel,
      ...to,
    });
    void navigate({ to: '/send-messages', search });
  };
  return {
    bill: ({ id, groupID }: Pick<FoundBill, 'id' | 'groupID'>) =>
      toDesk({ billing: groupID, panel: 'family', member: id }),
    billing: (billing: number) => toDesk({ billing }),
    /** Opens a family without a bill, by its student in the roster or otherwise by its number. */
    family: (number: string | null, student: number | undefined) =>
      toDesk({ panel: 'family', student, chat: student === undefined ? (number ?? '') : undefined }),
    chat: (chat: string) => toDesk({ panel: 'family', tab: 'chat', chat }),
    class: (classID: number, sectionID: number | undefined) => () => {
      onDone();
      void navigate({ to: '/students', search: { class: classID, section: sectionID } });
    },
    template: (search: TemplatesSearch) => () => {
      onDone();
      void navigate({ to: '/templates', search });
    },
    send: (run: number) => () => {
      onDone();
      void navigate({ to: '/outbox', search: { run } });
    },
  };
}

function useFamilies(open: ReturnType<typeof useOpening>) {
  const money = useMoney();
  const sayNumber = useSayNumber();
  return ({ number, children, payable, bill }: FoundFamily): FoundItem => {
    const father = children.find(({ fatherName }) => fatherName)?.fatherName;
    const [first] = children;
    const toChat = number === null ? undefined : open.chat(number);
    const detail = [
      number === null ? '' : sayNumber(number),
      ...children.map(childOf),
      ...children.flatMap(({ regNum }) => regNum ?? []),
    ].filter(Boolean);
    return {
      key: `family-${number ?? first?.name}`,
      groupID: bill?.groupID,
      icon: <IconUsers {...icon} />,
      title: father ?? first?.name ?? '',
      detail,
      side: payable > 0 ? <b>{money.say(payable)}</b> : <span data-nothing>{findWords.nothingOpen}</span>,
      onOpen: bill ? open.bill(bill) : open.family(number, first?.studentID ?? undefined),
      onChat: toChat,
    };
  };
}

/** The classes and sections of the roster. */
function useClasses(text: string, open: ReturnType<typeof useOpening>): FoundSection {
  const { data = [] } = useQuery({ ...classesQuery, enabled: text !== '' });
  return {
    title: findWords.classes,
    items: searchClasses(data, text).map(({ classID, sectionID, label, students }) => ({
      key: `class-${classID}-${sectionID}`,
      icon: <IconSchool {...icon} />,
      title: label,
      detail: [studentsWords.count(students)],
      onOpen: open.class(classID, sectionID),
    })),
    isMore: false,
  };
}

/** The found templates. A result opens the form, or only the list if the user may not edit. */
function useTemplates(text: string, open: ReturnType<typeof useOpening>): FoundSection {
  const isWritten = has(useRights(), 'edit');
  const { data = [] } = useQuery({ ...templatesQuery, enabled: text !== '' });
  return {
    title: findWords.templates,
    items: searchTemplates(text === '' ? [] : data, text).map(({ id, title, message }) => ({
      key: `template-${id}`,
      icon: <IconArticle {...icon} />,
      title,
      detail: [message],
      onOpen: open.template(isWritten ? { template: id } : { q: title }),
    })),
    isMore: false,
  };
}

function useChats(text: string, open: ReturnType<typeof useOpening>): FoundSection {
  const sayNumber = useSayNumber();
  const { data } = useInfiniteQuery({ ...conversationsQuery(text), enabled: text !== '' });
  const page = data?.pages[0];
  return {
    title: findWords.chats,
    items: (page?.items ?? []).map((chat) => ({
      key: `chat-${chat.id}`,
      icon: <IconMessage {...icon} />,
      title: chat.name || sayNumber(chat.number),
      detail: [chat.text],
      onOpen: open.chat(chat.number),
      onChat: open.chat(chat.number),
    })),
    isMore: page !== undefined && page.next !== null,
  };
}

/** Classes, billings, sends, templates and chats, as far as the user may see them. */
function useOtherSections(text: string, open: ReturnType<typeof useOpening>): FoundSection[] {
  const rights = useRights();
  const { timeZone } = useSession();
  const enabled = text !== '';
  const { data: groups = [] } = useQuery({ ...groupsQuery, enabled });
  const { data: sends = [] } = useQuery({ ...foundSendsQuery(text), enabled: enabled && rights.outbox });
  const classes = useClasses(text, open);
  const templates = useTemplates(text, open);
  const chats = useChats(text, open);
  if (!enabled) return [];
  return [
    classes,
    {
      title: findWords.billings,
      items: searchGroups(groups, text).map((group) => ({
        key: `billing-${group.id}`,
        groupID: group.id,
        icon: <IconReceipt {...icon} />,
        title: group.name,
        detail: [nameOfPeriod(group), group.description].filter(Boolean),
        onOpen: open.billing(group.id),
      })),
      isMore: false,
    },
    {
      title: findWords.sends,
      items: sends.map((one) => ({
        key: `send-${one.broadcastID}`,
        icon: <IconSend {...icon} />,
        title: one.template ?? one.text,
        detail: [formatInstant(one.createdAt, timeZone), one.by],
        onOpen: open.send(one.broadcastID),
      })),
      isMore: sends.length === mostFound,
    },
    templates,
    chats,
  ];
}

/** The results for this text, by kind. `onDone` is called when the person opens a result. */
export function useFound(text: string, onDone: () => void) {
  const open = useOpening(onDone);
  const toItem = useFamilies(open);
  const { data, isPlaceholderData, isSuccess } = useQuery(findQuery(text));
  const others = useOtherSections(text, open);
  const found = text === '' ? undefined : data;
  const families = (found?.families ?? []).map(toItem);
  const ofFamilies: FoundSection = {
    title: findWords.families,
    items: families,
    isMore: found?.more.families === true,
  };
  const ofBills: FoundSection = {
    title: findWords.bills,
    items: (found?.bills ?? []).map((bill) => ({
      key: `bill-${bill.id}`,
      groupID: bill.groupID,
      icon: <IconReceipt {...icon} />,
      title: bill.name,
      detail: [bill.invNo, bill.billing],
      side: <StatusBadge status={bill.status} />,
      onOpen: open.bill(bill),
    })),
    isMore: found?.more.bills === true,
  };
  // Enter opens the first result, so bills come first if the text is an invoice number.
  const best = found && isInvoiceNumber(text, found) ? [ofBills, ofFamilies] : [ofFamilies, ofBills];
  const sections = [...best, ...others];
  return { sections, families, isOld: isPlaceholderData, isSuccess };
}
