import { STANDARD_ATTRIBUTE_IDS } from '#libs/users';
import type { ResolvedTarget, Target } from '../../target.js';

/**
 * What of a user a rule looks at, in the words of the change feed.
 *
 * @property devices  installations, and where they are
 */
export interface Reading {
  attrIds: Set<number>;
  tagIds: Set<number>;
  eventIds: Set<number>;
  devices: boolean;
}

export function readingOf(target: ResolvedTarget): Reading {
  const reading: Reading = { attrIds: new Set(), tagIds: new Set(), eventIds: new Set(), devices: false };
  note(target, reading);
  return reading;
}

function note(target: ResolvedTarget, reading: Reading): void {
  switch (target.type) {
    case 'and':
    case 'or':
      target.of.forEach((part) => note(part, reading));
      break;
    case 'attribute':
    case 'attributeExists':
      reading.attrIds.add(target.attrId);
      break;
    case 'address':
    case 'addressExists':
      reading.attrIds.add(STANDARD_ATTRIBUTE_IDS[target.column]);
      break;
    case 'tag':
      target.tagIds.forEach((tagId) => reading.tagIds.add(tagId));
      break;
    case 'event':
      reading.eventIds.add(target.eventId);
      break;
    case 'location':
    case 'installations':
    case 'extIds':
    case 'seen':
      reading.devices = true;
      break;
    case 'all':
    case 'never':
    case 'segment':
      break;
  }
}

/** Whether users enter or leave a rule by time alone, or by what the change feed does not tell. */
export function movesWithTime(target: Target): boolean {
  switch (target.type) {
    case 'and':
    case 'or':
      return target.of.some(movesWithTime);
    case 'event':
      return target.window.within !== undefined;
    case 'seen':
      return target.which === 'last' || target.window.within !== undefined;
    default:
      return false;
  }
}

/**
 * What the names of a rule stand for, as far as it decides about users whom the feed does not name: the same rule with
 * another fingerprint has to be calculated anew. A tag that came to be, or the holder of an address, is not of that kind:
 * the feed names whoever has it since. Plain JSON.
 */
export function fingerprint(target: ResolvedTarget): unknown {
  switch (target.type) {
    case 'and':
    case 'or':
      return { type: target.type, of: target.of.map(fingerprint) };
    case 'never':
    case 'tag':
      return { type: 'tag' };
    case 'address':
      return { type: target.type, column: target.column };
    case 'installations':
      return { type: target.type };
    case 'event':
      return { type: target.type, eventId: target.eventId, where: target.where };
    case 'seen':
      return { type: target.type, which: target.which };
    default:
      return target;
  }
}
