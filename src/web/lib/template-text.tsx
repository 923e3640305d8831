import type { TextMark } from '#shared/messages/whatsapp-marks.ts';
import { sendWords } from '#shared/words/sending.ts';
import { Words } from '../ui/name-text.tsx';
import { type DrawnPart, partsOfLine } from './message-text.ts';
import classes from './template-text.module.css';

const tags = { bold: 'strong', italic: 'em', strike: 's', inlineCode: 'code', code: 'code' } as const;

function Marked({ marks: [mark, ...inner], text }: { marks: readonly TextMark[]; text: string }) {
  if (mark === undefined) return <Words text={text} />;
  const Tag = tags[mark];
  return (
    <Tag>
      <Marked marks={inner} text={text} />
    </Tag>
  );
}

function Part({ part: { raw, value, isSign, marks } }: { part: DrawnPart }) {
  if (isSign) return null;
  if (value) return <bdi className={classes.value}>{sendWords.chips[value]}</bdi>;
  return <Marked marks={marks} text={raw} />;
}

/** Draws the text of a template: its values as chips, its marks as WhatsApp shows them. */
export function TemplateText({ text }: { text: string }) {
  return (
    <span className={classes.text}>
      {text
        .trim()
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text never change places
          <span key={index} dir="auto">
            {partsOfLine(line).map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line never change places
              <Part key={at} part={part} />
            ))}
          </span>
        ))}
    </span>
  );
}
