import { roundDegrees } from '#libs/users';
import { malformed } from '#platform/errors';
import { readField } from '#platform/validation';
import { eventTarget, productTarget, seenTarget } from './read-behaviour.js';
import type { Target } from './target.js';
import {
  SegmentTargetDto,
  type AudienceTargetDto,
  type BulkTargetDto,
  type ConditionDto,
  type ConditionsDto,
  type CountTargetDto,
  type NamesDto,
  type SendTargetDto,
} from './target.dto.js';

/**
 * The target of a campaign. Its forms combine with AND.
 *
 * @throws AppError malformed without a form
 */
export function bulkTarget(target: BulkTargetDto): Target {
  return allOf(audienceParts(target));
}

/**
 * Reads the definition of a segment from a file, a stored segment or a request.
 *
 * @throws AppError missing_field, malformed
 */
export function readSegmentTarget(raw: unknown): Target {
  return segmentTarget(readField(SegmentTargetDto, raw, 'target'));
}

/** @throws AppError malformed when it has no form */
export function segmentTarget(target: SegmentTargetDto): Target {
  const { event, product, firstSeen, lastSeen } = target;
  return allOf([
    ...audienceParts(target),
    ...(event === undefined ? [] : [event].flat().map(eventTarget)),
    ...(product === undefined ? [] : [product].flat().map(productTarget)),
    ...(firstSeen === undefined ? [] : [seenTarget(firstSeen, 'first')]),
    ...(lastSeen === undefined ? [] : [seenTarget(lastSeen, 'last')]),
  ]);
}

/** The target of a count: only attributes (specification, section 4.10). */
export function countTarget({ profile }: CountTargetDto): Target {
  return attributeTarget(profile, 'target.profile');
}

/**
 * The target of a send.
 *
 * @throws AppError malformed unless it has exactly one form
 */
export function sendTarget({ extId, deviceToken, email, msisdn, pa }: SendTargetDto): Target {
  const forms: Target[] = [
    ...(extId ? [{ type: 'extIds', extIds: unique(extId) } as const] : []),
    ...(deviceToken ? [{ type: 'tokens', tokens: unique(deviceToken) } as const] : []),
    ...(email === undefined ? [] : [addressTarget('email', email)]),
    ...(msisdn === undefined ? [] : [addressTarget('msisdn', msisdn)]),
    ...(pa ? [attributeTarget(pa, 'target.pa')] : []),
  ];
  const [target, second] = forms;
  if (!target || second) {
    throw malformed("Field 'target' takes exactly one of extId, deviceToken, email, msisdn and pa");
  }
  return target;
}

function addressTarget(code: 'email' | 'msisdn', address: string): Target {
  return { type: 'profile', code, values: [address], field: `target.${code}` };
}

/**
 * Conditions on attributes.
 *
 * @param field  field name for errors
 */
export function attributeTarget({ attributes, $or }: ConditionsDto, field: string): Target {
  const parts = conditionParts(attributes, field);
  const group = $or ? [combined('or', conditionParts($or, `${field}.$or`))] : [];
  return combined('and', [...group, ...parts]);
}

function audienceParts({ sendToAll, tag, segment, profile, location }: AudienceTargetDto): Target[] {
  return [
    ...(sendToAll ? [{ type: 'all' } as const] : []),
    ...(tag ? namesParts('tag', tag) : []),
    ...(segment ? namesParts('segment', segment) : []),
    ...(profile ? partsOf(attributeTarget(profile, 'target.profile')) : []),
    ...(location
      ? [
          {
            type: 'location',
            latitude: roundDegrees(location.latitude),
            longitude: roundDegrees(location.longitude),
            radius: location.radius,
          } as const,
        ]
      : []),
  ];
}

function partsOf(target: Target): Target[] {
  return target.type === 'and' ? target.of : [target];
}

function namesParts(type: 'tag' | 'segment', { names, $or, $and, $not }: NamesDto): Target[] {
  return [
    ...(names ? [{ type, mode: 'any', names: unique(names) } as const] : []),
    ...($or ? [{ type, mode: 'any', names: unique($or) } as const] : []),
    ...($and ? [{ type, mode: 'all', names: unique($and) } as const] : []),
    ...($not ? [{ type, mode: 'none', names: unique($not) } as const] : []),
  ];
}

const MAX_SHOWN_CODE = 80;

function conditionParts(conditions: ReadonlyMap<string, ConditionDto>, field: string): Target[] {
  return [...conditions].map(([code, { values, $exists }]): Target => {
    if (values === undefined) {
      return { type: 'exists', code, exists: $exists === true };
    }
    const path = `${field}.${code.slice(0, MAX_SHOWN_CODE)}`;
    return { type: 'profile', code, values, ...(field !== 'target.profile' && { field: path }) };
  });
}

/** @throws AppError malformed */
function allOf(parts: Target[]): Target {
  if (parts.length === 0) {
    throw malformed("Field 'target' is empty: it takes sendToAll, tag, segment, profile or location");
  }
  return combined('and', parts);
}

function combined(type: 'and' | 'or', parts: Target[]): Target {
  const [only] = parts;
  return only && parts.length === 1 ? only : { type, of: parts };
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
