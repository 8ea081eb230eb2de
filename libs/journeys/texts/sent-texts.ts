import { isDeepStrictEqual } from 'node:util';
import type { NamedDefinition } from '#libs/notifications';
import type { SendableContents } from '#libs/notifications/campaigns';

/**
 * The messages that the steps of a journey send, as JSON has them.
 *
 * @property definitions  by their names
 * @property contents     by the ids of the steps
 */
export interface SentTexts {
  definitions: Readonly<Record<string, NamedDefinition>>;
  contents: Readonly<Record<string, SendableContents>>;
}

/** Names of definitions, and ids of steps, that are there and send something else than was approved. */
export function listChanged(approved: SentTexts, now: SentTexts): string[] {
  const differing = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string[] =>
    Object.keys(after).filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return [...differing(approved.definitions, now.definitions), ...differing(approved.contents, now.contents)];
}
