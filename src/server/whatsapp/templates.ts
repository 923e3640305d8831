/** Templates at a provider. They are submitted, reviewed by people, and approved or rejected. */
import type { Reason } from '#shared/messages/reasons.ts';
import type { Answered, FileContent, Sender, TemplateStatus } from './model.ts';

export type TemplateDraft = {
  /** Lower-case letters, digits and underscores, at most 512. */
  name: string;
  language: string;
  category: 'UTILITY' | 'MARKETING';
  /** The text, with `{{1}}`, `{{2}}` … for values. */
  body: string;
  /** An example for each value, in order. */
  examples: string[];
  /** An uploaded file that is shown as the example above the text, or empty. */
  media: string;
  /** An example file, used instead of `media` if each message has its own file. */
  example?: FileContent | undefined;
  footer: string;
  /** The label of each quick-reply button. */
  buttons: string[];
};

export type ProviderTemplate = {
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
  ) => Promise<Answered<Pick<ProviderTemplate, 'providerID' | 'status' | 'category'>>>;
  /** Lists all templates, from all pages. */
  list: (sender: Sender) => Promise<Answered<ProviderTemplate[]>>;
  remove: (sender: Sender, name: string) => Promise<Answered<null>>;
};
