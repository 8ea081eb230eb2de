import { newReaching, REACHES, withContents, type CampaignDraft, type Reaching } from '../contents/campaign-draft.js';
import { newDraft, messageOf, type Draft } from '../form/draft.js';
import { draftAudience, draftMessage, type StoredMessage } from './stored-draft.js';
import { termsOf } from '../terms/terms.js';
import { targetOfTree } from './tree-target.js';

/**
 * The content of an earlier campaign, to be continued as a new one.
 *
 * @property draft  without a time, and with a launch of its own
 * @property left  fields of the message that the composer does not write
 * @property audience  true where it has the audience; without it nothing can be sent until one is described
 */
export interface CopiedCampaign {
  draft: Draft;
  left: string[];
  audience: boolean;
}

/** A copied campaign with all contents. */
export interface CopiedContents extends Omit<CopiedCampaign, 'draft'> {
  draft: CampaignDraft;
}

/** Fields of the campaign's page. */
interface Launched {
  message: unknown;
  /** A tree; null where the reader may not see it. */
  target: unknown;
  options: unknown;
}

/** A campaign that was launched with one content or several, as a new one. */
export function copyOfCampaign({ message, messages, ...launched }: Launched & { messages?: unknown }): CopiedContents {
  const written = Array.isArray(messages) && messages.length > 0 ? (messages as unknown[]) : [message];
  const [first = copyOf({ message, ...launched }), ...others] = written.map((content) =>
    copyOf({ message: content, ...launched }),
  );
  const base = withContents(first.draft);
  return {
    draft: {
      ...base,
      contents: [...base.contents, ...others.flatMap((other, index) => withContents(other.draft, index + 1).contents)],
      ...(others.length > 0 && reachingOf(launched.options)),
    },
    left: [...new Set([first, ...others].flatMap(({ left }) => left))],
    audience: first.audience,
  };
}

/** The rule of reaching as it is typed, of a stored one. */
function reachingOf(options: unknown): Reaching {
  const { reach: stored } = (typeof options === 'object' && options !== null ? options : {}) as {
    reach?: { reach?: string; within?: number; preferredBy?: string };
  };
  const { reach, within, preferredBy } = stored ?? {};
  const fresh = newReaching();
  return {
    ...fresh,
    reach: REACHES.find((rule) => rule === reach) ?? fresh.reach,
    ...(reach === 'first' && within !== undefined && spanOf(within)),
    ...(preferredBy !== undefined && { preferredBy }),
  };
}

/** Seconds in the largest unit that has them whole. */
function spanOf(seconds: number): Pick<Reaching, 'within' | 'withinUnit'> {
  const [unit, length] = UNITS.find(([, size]) => seconds % size === 0) ?? ['m', MINUTE_S];
  return { within: String(Math.ceil(seconds / length)), withinUnit: unit };
}

const MINUTE_S = 60;
const UNITS: readonly (readonly [Reaching['withinUnit'], number])[] = [
  ['d', 86_400],
  ['h', 3600],
  ['m', MINUTE_S],
];

/** A message as the composer writes it: one of the inbox alone names that in place of platforms. */
function writtenMessage(message: unknown): StoredMessage {
  const { inboxOnly, ...stored } = (typeof message === 'object' && message !== null ? message : {}) as StoredMessage & {
    inboxOnly?: true;
  };
  const { inbox: _inbox, ...rest } = stored;
  return inboxOnly === true ? { ...rest, platforms: ['INBOX'] } : stored;
}

/** A message that was launched, as a new campaign. */
export function copyOf({ message, target, options }: Launched): CopiedCampaign {
  const stored = writtenMessage(message);
  const { limits, holdout, priority } = (typeof options === 'object' && options !== null ? options : {}) as {
    limits?: { all?: number };
    holdout?: number;
    priority?: string;
  };
  const choices = {
    ...(holdout !== undefined && { holdout: `${Math.round(holdout * 100)}%` }),
    ...(priority !== undefined && { priority }),
  };
  const form = targetOfTree(target);
  const audience = form && draftAudience(form);
  const draft: Draft = {
    ...newDraft(),
    ...draftMessage(stored, undefined),
    ...termsOf(stored, { speed: undefined, limit: limits?.all, options: choices }),
    // Everyone in place of an audience that cannot be copied would be a send to strangers: a line is missing instead.
    ...(audience ?? { described: true }),
  };
  const again: StoredMessage = messageOf(draft) ?? {};
  return { draft, left: leftOut(stored, again), audience: audience !== undefined };
}

/** Lists fields of the message that differ after it is composed from the draft. */
function leftOut(stored: StoredMessage, again: StoredMessage): string[] {
  const parts = Object.entries(plain(stored)).filter(([name, value]) => !isSaid(value, plain(again)[name]));
  return parts.map(([name]) => name);
}

/** Buttons stand under their names, and under `buttonNames` once more where those are the names of the set. */
function plain(message: StoredMessage): Record<string, unknown> {
  const { buttonNames: _names, ...buttonSet }: Record<string, unknown> = message.buttonSet ?? {};
  return { ...message, ...(message.buttonSet && { buttonSet }) };
}

/** True when another value contains everything of this one; it may have more. */
function isSaid(value: unknown, other: unknown): boolean {
  if (typeof value !== 'object' || value === null) {
    return value === other;
  }
  if (typeof other !== 'object' || other === null) {
    return Object.keys(value).length === 0;
  }
  const fields = other as Record<string, unknown>;
  return Object.entries(value).every(([name, inner]) =>
    // A click's target is written in `clickAction` and stored in `link`.
    name === 'link' && typeof fields['clickAction'] === 'object' && fields['clickAction'] !== null
      ? JSON.stringify(Object.values(fields['clickAction'])) === JSON.stringify(Object.values(inner as object))
      : isSaid(inner, fields[name]),
  );
}
