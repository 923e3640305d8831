import { ActionIcon, Button, Input, Menu } from '@mantine/core';
import IconBold from '@tabler/icons-react/dist/esm/icons/IconBold.mjs';
import IconItalic from '@tabler/icons-react/dist/esm/icons/IconItalic.mjs';
import IconPaperclip from '@tabler/icons-react/dist/esm/icons/IconPaperclip.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { type KeyboardEvent, type Ref, useId, useRef } from 'react';
import { longestCaption, longestMessage } from '#shared/limits.ts';
import {
  billPlaceholders,
  type PlaceholderName,
  placeholderNames,
  unknownPlaceholders,
} from '#shared/messages/placeholders.ts';
import { sendWords } from '#shared/words/sending.ts';
import { mediaWords, messageWords } from '#shared/words/templates.ts';
import { FileChoice } from '../ui/file-choice.tsx';
import { accepted } from '../ui/media-field.tsx';
import { isArabicScript } from '../ui/name-text.tsx';
import { MessageBackdrop, placeInBackdrop } from './message-backdrop.tsx';
import classes from './message-field.module.css';
import { placeholderText, type Span, valueBeside, withMark } from './message-text.ts';
import { usePlaceholderList } from './use-placeholder-list.ts';
import { useWholeValues } from './use-whole-values.ts';
import { ValueList } from './value-list.tsx';

type Attaching = { onFile: (file: File) => void; isLoading: boolean };

type Props = {
  value: string;
  onChange: (text: string) => void;
  mayWrite: boolean;
  /** The text is a caption below a picture or video, for which WhatsApp allows fewer characters. */
  hasMedia: boolean;
  /** The values that can be inserted; those of a bill by default. */
  values?: readonly PlaceholderName[] | undefined;
  /** Marks each line that names a child, because such a line is sent once for each child of a family. */
  marksEach?: boolean;
  error?: string | undefined;
  /** Adds a picture or video. Undefined if the message has one already. */
  attach?: Attaching | undefined;
  /** Called on Ctrl+Enter. */
  onSubmit?: (() => void) | undefined;
  fieldRef?: Ref<HTMLTextAreaElement>;
};

const longestWritten = Math.max(...placeholderNames.map((name) => placeholderText(name).length));

/** Inserts a text with the browser's editing command, so that Ctrl+Z undoes it like typed text. */
function typeInto(field: HTMLTextAreaElement, piece: string, [from, to]: Span): void {
  field.focus();
  field.setSelectionRange(from, to);
  if (document.execCommand('insertText', false, piece)) return;
  field.setRangeText(piece, from, to, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

type ToolsProps = Pick<Props, 'attach'> & {
  values: readonly PlaceholderName[];
  isFull: boolean;
  onMark: (mark: 'bold' | 'italic') => void;
  onInsert: (name: PlaceholderName) => void;
};

const icon = { size: 16, stroke: 1.8, 'aria-hidden': true } as const;
const quiet = { variant: 'subtle', size: 'compact-sm', fz: 'xs' } as const;

function Tools({ values, isFull, attach, onMark, onInsert }: ToolsProps) {
  return (
    <div className={classes.tools}>
      <ActionIcon
        aria-label={messageWords.bold}
        title={`${messageWords.bold} (Ctrl B)`}
        onClick={() => onMark('bold')}
      >
        <IconBold {...icon} />
      </ActionIcon>
      <ActionIcon
        aria-label={messageWords.italic}
        title={`${messageWords.italic} (Ctrl I)`}
        onClick={() => onMark('italic')}
      >
        <IconItalic {...icon} />
      </ActionIcon>
      <span className={classes.space} />
      {attach && (
        <FileChoice label={mediaWords.label} accept={accepted} onFile={attach.onFile}>
          {(props) => (
            <Button
              {...props}
              {...quiet}
              leftSection={<IconPaperclip {...icon} />}
              loading={attach.isLoading}
            >
              {mediaWords.add}
            </Button>
          )}
        </FileChoice>
      )}
      <Menu position="bottom-end" width={220} returnFocus={false}>
        <Menu.Target>
          <Button {...quiet} c="var(--q-accent)" leftSection={<IconPlus {...icon} />} disabled={isFull}>
            {sendWords.insert}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {values.map((name) => (
            <Menu.Item key={name} onClick={() => onInsert(name)}>
              {sendWords.placeholders[name]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** The text box for a message or template. Placeholders are drawn as chips, and marks such as bold are drawn. */
export function MessageField(props: Props) {
  const { value, onChange, mayWrite, hasMedia, values = billPlaceholders, marksEach = false } = props;
  const { attach, onSubmit, fieldRef } = props;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useWholeValues(field);
  const insert = (name: PlaceholderName, span?: Span): void => {
    const node = field.current;
    if (node) typeInto(node, placeholderText(name), span ?? [node.selectionStart, node.selectionEnd]);
  };
  const list = usePlaceholderList({ values, onTake: (name, { from, to }) => insert(name, [from, to]) });
  const mark = (kind: 'bold' | 'italic'): void => {
    const node = field.current;
    if (!node) return;
    const { span, piece, selected } = withMark(value, [node.selectionStart, node.selectionEnd], kind);
    typeInto(node, piece, span);
    node.setSelectionRange(...selected);
  };
  /** Selects the whole placeholder beside the cursor, so that the pressed key deletes all of it. */
  const selectWholeValue = (node: HTMLTextAreaElement, side: 'before' | 'after'): void => {
    const { selectionStart: at, selectionEnd: end } = node;
    const span = at === end ? valueBeside(value, at, side) : undefined;
    if (span) node.setSelectionRange(...span);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (list.onKey(event) || event.nativeEvent.isComposing) return;
    const isControl = (event.ctrlKey || event.metaKey) && !event.altKey;
    const act = isControl
      ? { KeyB: () => mark('bold'), KeyI: () => mark('italic'), Enter: onSubmit }[event.code]
      : undefined;
    if (act) {
      event.preventDefault();
      act();
    }
    if (event.key === 'Backspace') selectWholeValue(event.currentTarget, 'before');
    if (event.key === 'Delete') selectWholeValue(event.currentTarget, 'after');
  };
  const unknown = unknownPlaceholders(value);
  const error = unknown.length > 0 ? sendWords.unknown(unknown) : props.error;
  const place = list.query && box.current && placeInBackdrop(box.current, value, list.query.from);
  const isOpen = list.query !== undefined && place !== undefined && place !== null;
  const chosen = list.offered[list.query?.chosen ?? 0];
  return (
    <div>
      <div className={classes.head}>
        <Input.Label htmlFor={id}>{sendWords.message}</Input.Label>
        {mayWrite && <span id={`${id}-count`}>{messageWords.count(value.length, longestMessage)}</span>}
      </div>
      <div ref={box} className={classes.box} data-error={error !== undefined || undefined}>
        <div className={classes.scroll}>
          <div className={classes.text} data-arabic={isArabicScript(value) || undefined}>
            <MessageBackdrop text={value} marksEach={marksEach} isDisabled={!mayWrite} />
            <textarea
              ref={(node) => {
                field.current = node;
                if (typeof fieldRef === 'function') fieldRef(node);
                else if (fieldRef) fieldRef.current = node;
              }}
              id={id}
              dir="auto"
              value={value}
              maxLength={longestMessage}
              disabled={!mayWrite}
              aria-invalid={error !== undefined}
              aria-describedby={`${id}-note ${id}-count`}
              aria-autocomplete="list"
              aria-controls={isOpen ? `${id}-values` : undefined}
              aria-activedescendant={isOpen && chosen ? `${id}-values-${chosen}` : undefined}
              onChange={({ currentTarget }) => {
                onChange(currentTarget.value);
                list.update(currentTarget.value, currentTarget.selectionStart);
              }}
              onKeyDown={onKeyDown}
              onBlur={list.close}
            />
          </div>
        </div>
        {mayWrite && (
          <Tools
            values={values}
            isFull={value.length > longestMessage - longestWritten}
            attach={attach}
            onMark={mark}
            // Wait until the menu has closed and has given up the focus.
            onInsert={(name) => setTimeout(() => insert(name), 120)}
          />
        )}
        {isOpen && (
          <ValueList
            id={`${id}-values`}
            values={list.offered}
            chosen={list.query?.chosen ?? 0}
            at={place}
            onChoose={list.take}
          />
        )}
      </div>
      <div id={`${id}-note`}>
        {error && <Input.Error mt={4}>{error}</Input.Error>}
        {!mayWrite && <Input.Description mt={4}>{sendWords.mayNotWrite}</Input.Description>}
        {hasMedia && value.length > longestCaption && (
          <p className={classes.warning}>{messageWords.captionTooLong(longestCaption)}</p>
        )}
      </div>
    </div>
  );
}
