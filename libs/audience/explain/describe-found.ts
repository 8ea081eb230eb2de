import { isSealedText, type AttributeDefinition } from '#libs/users/profiles';
import { countMatchingEvents } from '../targets/behaviour.js';
import { distanceKm } from '../targets/distance.js';
import type { ConditionTarget } from '../targets/conditions/condition.types.js';
import { installationAttributeOf } from '../targets/conditions/installation-attributes.js';
import { reachLeafOf } from '../targets/reach/reach.js';
import { matches, type Person, type ResolvedTarget, type Target } from '../targets/target.js';
import { MASK, type ExplainedClause } from './explain.types.js';

/** A user whose row was read once, and the attributes of the explained target. */
export interface Subject {
  appId: number;
  uid: number;
  person: Person;
  attributes: ReadonlyMap<string, AttributeDefinition>;
}

/** A stored target has encrypted texts, which explain nothing. */
export function maskSealed(target: Target): Target {
  return target.type === 'profile'
    ? { ...target, values: target.values.map((value) => (isSealedText(value) ? MASK : value)) }
    : target;
}

/** The column of devices that a condition looks at; undefined: it looks at the user's own values. */
function deviceColumnOf(target: ConditionTarget, attributes: Subject['attributes']): string | undefined {
  const isOnDevices = target.on === 'installation' || attributes.get(target.code)?.onDevices === true;
  return isOnDevices ? installationAttributeOf(target.code)?.column : undefined;
}

/** The values that decided a leaf. */
export function describeFound(
  { attributes }: Subject,
  target: Target,
  resolved: ResolvedTarget,
  person: Person,
): Pick<ExplainedClause, 'found'> {
  switch (target.type) {
    case 'tag':
      return { found: resolved.type === 'tag' ? resolved.tagIds.filter((id) => person.tagIds.includes(id)).length : 0 };
    case 'segment':
      return {
        found:
          resolved.type === 'segment'
            ? target.names.filter((_, i) => person.segmentIds.includes(resolved.segments[i]?.segmentId ?? -1))
            : [],
      };
    case 'profile':
    case 'exists':
    case 'range':
    case 'contains': {
      const column = deviceColumnOf(target, attributes);
      if (column !== undefined) {
        return { found: [...new Set((person.devices ?? []).flatMap((device) => device[column] ?? []))] };
      }
      const definition = attributes.get(target.code);
      const value = definition && (definition.column ? person[definition.column] : person.attrs[definition.attrId]);
      const isMasked = definition?.privateInfo === true || definition?.sealed === true;
      return { found: (value ?? null) !== null && isMasked ? MASK : (value ?? null) };
    }
    case 'location': {
      const nearest = person.locations.reduce((least, place) => Math.min(least, distanceKm(target, place)), Infinity);
      return { found: { nearestKm: Number.isFinite(nearest) ? Math.round(nearest * 1000) / 1000 : null } };
    }
    case 'event': {
      if (resolved.type !== 'event') {
        return {};
      }
      const last = person.events?.[0];
      return {
        found: {
          times: countMatchingEvents(resolved, person.events ?? []),
          inWindow: person.events?.length ?? 0,
          last: last ? new Date(last.at).toISOString() : null,
        },
      };
    }
    case 'seen': {
      const at = person.seen?.[target.which] ?? null;
      return { found: at === null ? null : new Date(at).toISOString() };
    }
    case 'reachable':
      return { found: target.platforms.filter((platform) => matches(reachLeafOf(platform), person)) };
    case 'extIds':
      return { found: person.extId };
    default:
      return {};
  }
}
