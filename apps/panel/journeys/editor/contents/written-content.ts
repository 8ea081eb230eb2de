import { draftMessage, type StoredMessage } from '../../../composer/copies/stored-draft.js';
import { sortedText } from '../../../composer/drafts/form.js';
import { listUnwritten, lacksValue, newDraft, writtenOf, type Draft } from '../../../composer/form/draft.js';
import { termsOf } from '../../../composer/terms/terms.js';
import type { Fields } from '../model/written-journey.js';

/** Title of a message that has none: the composer of campaigns asks for one. */
export const NAMELESS = '-';

/** The draft of a content as the file has it; undefined for what the composer cannot write. */
export function draftOfContent(content: Fields): Draft | undefined {
  const stored = content as StoredMessage;
  const draft: Draft = { ...newDraft(), ...draftMessage(stored, undefined), ...termsOf(stored, {}) };
  const named = { ...draft, name: draft.name || NAMELESS };
  // A text that is not there yet is no part which would be lost.
  const isBegun =
    sortedText({ ...content, title: '', text: '' }) === sortedText({ platforms: draft.platforms, title: '', text: '' });
  const again = contentOf(named);
  return isBegun || sortedText(again) === sortedText({ ...content, title: draft.name || undefined })
    ? named
    : undefined;
}

/** The content as the file has it; undefined while something is missing, and for a mail of blocks, which the server makes. */
export function contentOf(draft: Draft): Fields | undefined {
  const written = writtenOf(draft);
  if (written === undefined || written.mail !== undefined || listUnwritten(draft).length > 0 || lacksValue(draft)) {
    return undefined;
  }
  const { title, ...message } = written.message;
  return title === NAMELESS ? message : { title, ...message };
}
