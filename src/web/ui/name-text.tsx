import classes from './name-text.module.css';

const arabicScript = /[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufeff]/;
export const isArabicScript = (text: string): boolean => arabicScript.test(text);

type Props = { text: string; className?: string | undefined; title?: string };

/** A name or a phrase in its own direction; Nastaliq is drawn taller than Latin letters, within the same line. */
export function NameText({ text, className, title }: Props) {
  const script = isArabicScript(text) ? classes.arabic : undefined;
  return (
    <span dir="auto" title={title} className={[classes.name, script, className].filter(Boolean).join(' ')}>
      {text}
    </span>
  );
}
