import type { Written } from '../../../api/compose/message.js';
import { draftMessage, type StoredMessage } from '../../../composer/copies/stored-draft.js';
import { sortedText } from '../../../composer/drafts/form.js';
import { listUnwritten, lacksValue, newDraft, writtenOf, type Draft } from '../../../composer/form/draft.js';
import { termsOf } from '../../../composer/terms/terms.js';
import { type Fields, fieldsOf, textOf } from '../model/written-journey.js';

/** Title of a message that has none: the composer of campaigns asks for one. */
export const NAMELESS = '-';
/** The language of texts that are written in the panel. The composer shows no others as they are sent. */
const TEMPLATES = 'liquid';

type Mail = NonNullable<Written['mail']>;

/** HTML that the server made of a mail. */
export interface MadeHtml {
  text: string;
  languages: readonly { name: string; text: string }[];
}

/** The draft of a content as the file has it; undefined for what the composer cannot write. */
export function draftOfContent(content: Fields): Draft | undefined {
  const mail = mailOf(content);
  const stored = content as StoredMessage;
  const draft: Draft = { ...newDraft(), ...draftMessage(stored, mail), ...termsOf(stored, {}) };
  const named = { ...draft, name: draft.name || NAMELESS };
  // A text that is not there yet is no part which would be lost.
  const blank = { platforms: draft.platforms, templates: TEMPLATES, title: '', text: '' };
  const isBegun = sortedText({ templates: TEMPLATES, ...content, title: '', text: '' }) === sortedText(blank);
  const whole = { templates: TEMPLATES, ...(mail ? withoutHtml(content) : content), title: draft.name || undefined };
  return isBegun || sortedText(contentOf(named)) === sortedText(whole) ? named : undefined;
}

/** The content as the file has it, without the HTML of a mail of blocks; undefined while something is missing. */
export function contentOf(draft: Draft): Fields | undefined {
  const written = writtenOf(draft);
  if (written === undefined || listUnwritten(draft).length > 0 || lacksValue(draft)) {
    return undefined;
  }
  const { title, ...message } = { ...written.message, templates: TEMPLATES };
  return title === NAMELESS ? message : { title, ...message };
}

/**
 * A content with a mail of blocks: its HTML is sent, and the blocks stay beside it for the next edit.
 *
 * @param mail  that the HTML was made of
 */
export function withHtml(content: Fields, mail: Mail, { text, languages }: MadeHtml): Fields {
  const parts = languages.map(({ name, text: html }) => [
    name,
    { ...fieldsOf(fieldsOf(content['languages'])[name]), text: html },
  ]);
  return {
    ...content,
    text,
    ...(parts.length > 0 && { languages: { ...fieldsOf(content['languages']), ...Object.fromEntries(parts) } }),
    mail: { ...mail, mark: markOf(text) },
  };
}

/** The blocks of a content; undefined where it has none, or where its HTML was changed without them. */
function mailOf(content: Fields): Mail | undefined {
  const { mark, ...mail } = fieldsOf(content['mail']);
  return mark !== undefined && mark === markOf(textOf(content['text'])) ? mail : undefined;
}

function withoutHtml({ mail: _mail, text: _text, languages, ...content }: Fields): Fields {
  const parts = Object.entries(fieldsOf(languages)).map(([name, part]) => {
    const { text: _html, ...own } = fieldsOf(part);
    return [name, own];
  });
  return { ...content, ...(parts.length > 0 && { languages: Object.fromEntries(parts) }) };
}

/** Marks a text, to recognize an edited one: its length, and a sum of its characters (FNV-1a). */
function markOf(text: string): string {
  let sum = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) {
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01_00_01_93);
  }
  return `${text.length}-${(sum >>> 0).toString(16)}`;
}
