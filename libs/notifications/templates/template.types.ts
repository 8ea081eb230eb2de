import type { Actor } from '#libs/audit';
import type { BlockMail } from '../mails/mail.types.js';

export const TEMPLATE_KINDS = ['html', 'blocks'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** The body of a template: HTML with regions, or blocks that a mail begins with. */
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

/** One save of a template. */
export interface TemplateVersion {
  version: number;
  savedBy: Actor;
  savedAt: Date;
}

export interface WrittenVersion extends TemplateVersion {
  body: TemplateBody;
}

/** A line of the text, the address of a picture, or the name of what is filled in. */
export const DIFFERENT_PARTS = ['field', 'text', 'picture'] as const;
export const DIFFERENT_SIDES = ['earlier', 'newest'] as const;

/**
 * A part that only one of two versions has.
 *
 * @property side  the one that says it
 * @property text  at most 300 characters and `…`
 */
export interface TemplateDifference {
  part: (typeof DIFFERENT_PARTS)[number];
  side: (typeof DIFFERENT_SIDES)[number];
  text: string;
}

/**
 * An earlier version beside the newest one.
 *
 * @property shown         the earlier version; `version` is the newest
 * @property isSame        both say the same, to the last character
 * @property differences   what only one of them says, at most 100; none where the look alone is another one
 * @property gonePictures  addresses of pictures that it shows and that were deleted
 */
export interface EarlierTemplate extends TemplateState, Omit<WrittenVersion, 'version'> {
  shown: number;
  isSame: boolean;
  differences: TemplateDifference[];
  gonePictures: string[];
}

/** The part of a template that is saved. */
export interface TemplateContent {
  name: string;
  body: TemplateBody;
}

/** A template as someone saw it. */
export type SeenTemplate = Pick<TemplateState, 'templateId' | 'version'>;
