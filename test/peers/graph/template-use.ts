/** Checks a template with one person’s values. Source: error codes 132000 to 132018. */
import type { MediaStore } from './media.ts';
import { Refusal } from './refusals.ts';
import type { Component, TemplateSent } from './shapes.ts';
import { variablesIn } from './template-rules.ts';
import { fillBody, partOf, type Template, type Templates } from './templates.ts';

type HeaderSent = Extract<Component, { type: 'header' }>;
type BodySent = Extract<Component, { type: 'body' }>;
type TextSent = BodySent['parameters'][number];

const unsafe = /[\n\r\t]| {5,}/;

function demandTemplate({ name, language }: TemplateSent, templates: Templates): Template {
  const template = templates.find(name, language.code);
  if (template?.status === 'PAUSED')
    throw new Refusal(132015, { details: `template name (${name}) is paused` });
  if (template?.status === 'DISABLED')
    throw new Refusal(132016, { details: `template name (${name}) is disabled` });
  if (template?.status !== 'APPROVED')
    throw new Refusal(132001, { details: `template name (${name}) does not exist in ${language.code}` });
  return template;
}

/** Checks the texts for the variables of one part. */
function checkTexts(
  where: string,
  names: readonly string[],
  sent: readonly TextSent[],
  isNamed: boolean,
): void {
  if (sent.length !== names.length) {
    const details = `${where}: number of localizable_params (${sent.length}) does not match the expected number of params (${names.length})`;
    throw new Refusal(132000, { details });
  }
  for (const { parameter_name: name, text } of sent) {
    if (isNamed && (name === undefined || !names.includes(name)))
      throw new Refusal(100, { details: `${where}: Parameter name is missing or empty` });
    if (!isNamed && name !== undefined)
      throw new Refusal(132012, {
        details: `${where}: parameter_name is not expected by a template with places`,
      });
    if (text.trim() === '')
      throw new Refusal(131008, { details: `${where}: Parameter of type text is missing text value` });
    if (unsafe.test(text)) {
      const details = `${where}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`;
      throw new Refusal(132018, { details });
    }
  }
  if (isNamed && new Set(sent.map((one) => one.parameter_name)).size < sent.length)
    throw new Refusal(132012, { details: `${where}: one parameter_name twice` });
}

function checkHeader(template: Template, sent: HeaderSent | undefined, media: MediaStore): void {
  const part = partOf(template, 'HEADER');
  const given = sent?.parameters[0];
  const expected = part?.format ?? 'NONE';
  const needsNothing = !part || (part.format === 'TEXT' && variablesIn(part.text ?? '').length === 0);
  if (needsNothing && !given) return;
  const received = given?.type.toUpperCase() ?? 'UNKNOWN';
  if (needsNothing || received !== expected)
    throw new Refusal(132012, {
      details: `header: Format mismatch, expected ${expected}, received ${received}`,
    });
  if (given?.type === 'text') {
    checkTexts('header', variablesIn(part.text ?? ''), [given], template.format === 'NAMED');
    return;
  }
  const file = given && (given as unknown as Record<string, { id?: string }>)[given.type];
  if (given && file?.id) media.demandKind(file.id, given.type);
}

function checkButtons(template: Template, sent: readonly Extract<Component, { type: 'button' }>[]): void {
  const buttons = partOf(template, 'BUTTONS')?.buttons ?? [];
  const places = sent.map(({ index }) => Number(index));
  if (places.some((index) => !buttons[index]) || new Set(places).size < places.length)
    throw new Refusal(131009, { details: 'buttons: there is no quick_reply button at that index' });
}

/** Returns the template and its filled text, and refuses what does not fit. */
export function demandFilled(
  sent: TemplateSent,
  { templates, media }: { templates: Templates; media: MediaStore },
): { template: Template; text: string } {
  const template = demandTemplate(sent, templates);
  const components = sent.components ?? [];
  const of = <Type extends Component['type']>(type: Type) =>
    components.filter((one): one is Extract<Component, { type: Type }> => one.type === type);
  if (of('header').length > 1 || of('body').length > 1)
    throw new Refusal(131009, { details: 'components: two of one type' });
  checkHeader(template, of('header')[0], media);
  const names = variablesIn(partOf(template, 'BODY')?.text ?? '');
  const values = of('body')[0]?.parameters ?? [];
  checkTexts('body', names, values, template.format === 'NAMED');
  checkButtons(template, of('button'));
  const text = fillBody(
    template,
    values.map((one) => ({ name: one.parameter_name, text: one.text })),
  );
  if (text.length > 1024)
    throw new Refusal(132005, { details: `body: ${text.length} characters of at most 1024` });
  return { template, text };
}
