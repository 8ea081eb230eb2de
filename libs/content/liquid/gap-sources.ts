import { TemplateError, type TemplateProgram } from '#libs/templates';
import { listTexts } from '../model/message-texts.js';
import type { Message } from '../model/message.types.js';
import { readProgram } from './liquid-program.js';

/**
 * Gaps that a message could have for a person.
 *
 * @property isByPresence  it rests on the presence of the names that its texts print, and on nothing else
 */
export interface GapSources {
  canLack: boolean;
  isByPresence: boolean;
}

/** Looks at the templates of a message alone: placeholders always rest on the presence of their names. */
export function findTemplateSources({ blocks, ...message }: Message): GapSources {
  const programs = (message.templates ? listTexts(message) : [])
    .map(({ text }) => readProgram(text, blocks))
    .filter((program): program is TemplateProgram => !(program instanceof TemplateError));
  const lacking = programs.filter(({ canLack }) => canLack);
  return { canLack: lacking.length > 0, isByPresence: lacking.every(({ readsValues }) => !readsValues) };
}
