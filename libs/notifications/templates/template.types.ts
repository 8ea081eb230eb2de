import type { Actor } from '#libs/audit';
import type { BlockMail } from '../mails/mail.types.js';

export const TEMPLATE_KINDS = ['html', 'blocks'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** What a template says: HTML with regions, or blocks that a mail begins with. */
export type TemplateBody = { kind: 'html'; html: string } | { kind: 'blocks'; design: BlockMail };

/** A draft that is written with a template of HTML, in whatever version. */
export interface TemplateUse {
  draftId: number;
  name: string;
}

/** @property version  the newest; it counts the saves */
export interface TemplateState {
  templateId: number;
  name: string;
  kind: TemplateKind;
  version: number;
  madeBy: Actor;
  madeAt: Date;
  changedBy: Actor;
  changedAt: Date;
}

export interface ListedTemplate extends TemplateState {
  uses: TemplateUse[];
}

/** @property shown  the version that `body` is of */
export interface Template extends ListedTemplate {
  shown: number;
  body: TemplateBody;
}

/** What is saved. */
export interface TemplateContent {
  name: string;
  body: TemplateBody;
}

/** A template as somebody saw it. */
export type SeenTemplate = Pick<TemplateState, 'templateId' | 'version'>;
