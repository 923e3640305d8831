/** Templates as a provider keeps them: submitted, looked at by people, approved or not. */
import type { Reason } from '#shared/reasons.ts';
import type { Answered, FileContent, Sender, TemplateStatus } from './model.ts';

export type TemplateDraft = {
  /** Small letters, digits and underscores, at most 512. */
  name: string;
  language: string;
  category: 'UTILITY' | 'MARKETING';
  /** With `{{1}}`, `{{2}}` … where values go. */
  body: string;
  /** A value for each, in their order. */
  examples: string[];
  /** A file of ours to show as the example above the text, or empty. */
  media: string;
  /** Where each message has a file of its own there: what it may be, in place of that of `media`. */
  example?: FileContent | undefined;
  footer: string;
  /** The words on each quick-reply button. */
  buttons: string[];
};

export type KnownTemplate = {
  providerID: string;
  name: string;
  language: string;
  status: TemplateStatus;
  category: string;
  reason: Reason | null;
};

export type Templates = {
  submit: (
    sender: Sender,
    draft: TemplateDraft,
  ) => Promise<Answered<Pick<KnownTemplate, 'providerID' | 'status' | 'category'>>>;
  /** All of them, however many pages that takes. */
  list: (sender: Sender) => Promise<Answered<KnownTemplate[]>>;
  remove: (sender: Sender, name: string) => Promise<Answered<null>>;
};
