import { templateFault, TemplateError } from '#libs/templates';
import { listTexts } from '../model/message-texts.js';
import type { Message } from '../model/message.types.js';
import { readProgram } from './liquid-program.js';
import { refuseTemplate } from './template-refusal.js';
import { listTemplateNames } from './template-uses.js';
import type { TemplateSettings } from './used-blocks.js';

/** Under this name templates read what was fetched before. */
export const LIVE_DATA = 'fetched';
const PREFIX = `${LIVE_DATA}.`;

/** The sources of live data that the templates of a message read, each once. */
export function listLiveNames(message: Message): string[] {
  const names = message.templates ? listTemplateNames(message) : [];
  return [...new Set(names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length)))];
}

/** Answers as parameters, which templates read by `fetched.NAME`. */
export function toLiveParams(values: NonNullable<Message['params']>): NonNullable<Message['params']> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [PREFIX + name, value]));
}

/**
 * Refuses templates that read live data without a fetch. An inbox message is also stored for people without a send, so nothing
 * is fetched for each person there.
 *
 * @param fetches  sources by name
 * @throws AppError malformed with the place of the first
 */
export function refuseLiveNames(
  message: Message,
  fetches: TemplateSettings['fetches'],
  nameOf: (field: string) => string,
): void {
  const hasInbox = message.inbox === true || message.inboxOnly === true;
  for (const { field: written, text } of listTexts(message)) {
    const program = readProgram(text, message.blocks);
    for (const whole of program instanceof TemplateError
      ? []
      : program.names.filter((name) => name.startsWith(PREFIX))) {
      const name = whole.slice(PREFIX.length);
      const per = fetches.get(name);
      if (per === undefined || (per === 'person' && hasInbox)) {
        const fault = templateFault(per === undefined ? 'fetch_unknown' : 'fetch_per_person', name);
        throw refuseTemplate(nameOf(written), new TemplateError(fault, text, Math.max(0, text.indexOf(whole))));
      }
    }
  }
}
