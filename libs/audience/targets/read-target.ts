import { ADDRESS_KINDS, type AddressKind } from '#libs/channels/definitions';
import { roundDegrees } from '#libs/users/devices';
import { malformed } from '#platform/errors';
import { toComparableToken } from '#platform/spelling';
import { readField } from '#platform/validation';
import type { ConditionsDto } from './conditions/condition.dto.js';
import { combined, conditionsTarget } from './read-conditions.js';
import { eventTarget, productTarget, seenTarget } from './read-behaviour.js';
import { listLeaves, type Mode, type WrittenTarget } from './target.js';
import {
  SegmentTargetDto,
  type AudienceTargetDto,
  type BulkTargetDto,
  type CountTargetDto,
  type NamesDto,
  type SendTargetDto,
} from './target.dto.js';

/**
 * The target of a campaign. Its forms combine with AND.
 *
 * @throws AppError malformed without a form
 */
export function bulkTarget(target: BulkTargetDto): WrittenTarget {
  return allOf(audienceParts(target), AUDIENCE_FORMS);
}

/**
 * Reads the definition of a segment from a file, a stored segment or a request.
 *
 * @throws AppError missing_field, malformed
 */
export function readSegmentTarget(raw: unknown): WrittenTarget {
  return segmentTarget(readField(SegmentTargetDto, raw, 'target'));
}

/** @throws AppError malformed when it has no form, or when groups in it hold too much */
export function segmentTarget(target: SegmentTargetDto): WrittenTarget {
  const tree = treeOf(target);
  if (target.all ?? target.any ?? target.none) {
    refuseTooMuch(tree);
  }
  return tree;
}

function treeOf(target: SegmentTargetDto): WrittenTarget {
  const { event, product, firstSeen, lastSeen, reachable, all, any, none } = target;
  const parts: WrittenTarget[] = [
    ...audienceParts(target),
    ...(event === undefined ? [] : [event].flat().map(eventTarget)),
    ...(product === undefined ? [] : [product].flat().map(productTarget)),
    ...(firstSeen === undefined ? [] : [seenTarget(firstSeen, 'first')]),
    ...(lastSeen === undefined ? [] : [seenTarget(lastSeen, 'last')]),
    ...(reachable
      ? modesOf(reachable).map(([mode, platforms]) => ({ type: 'reachable', mode, platforms }) as const)
      : []),
    ...(all?.map(treeOf) ?? []),
    ...(any ? [combined('or', any.map(treeOf))] : []),
    ...(none ? [{ type: 'not', of: none.map(treeOf) } as const] : []),
  ];
  return allOf(parts, `${AUDIENCE_FORMS}, ${FURTHER_FORMS}`);
}

/** Every part of a group takes as many conditions as a target without groups: together they stay as few. */
const MAX_CONDITIONS = 500;
/** The users of each are read before the target is evaluated. */
const MAX_EVENTS = 40;

/** @throws AppError malformed */
function refuseTooMuch(target: WrittenTarget): void {
  const leaves = listLeaves(target);
  if (leaves.length > MAX_CONDITIONS) {
    throw malformed(`Field 'target' has more than ${MAX_CONDITIONS} conditions`);
  }
  if (leaves.filter(({ type }) => type === 'event').length > MAX_EVENTS) {
    throw malformed(`Field 'target' has more than ${MAX_EVENTS} events and products`);
  }
}

/** The target of a count: only attributes (specification, section 4.10). */
export function countTarget({ profile }: CountTargetDto): WrittenTarget {
  return attributeTarget(profile, 'target.profile');
}

/**
 * The target of a send.
 *
 * @throws AppError malformed unless it has exactly one form
 */
export function sendTarget({ extId, deviceToken, pa, ...others }: SendTargetDto): WrittenTarget {
  const addresses: Partial<Record<AddressKind, string>> = others;
  const forms: WrittenTarget[] = [
    ...(extId ? [{ type: 'extIds', extIds: unique(extId) } as const] : []),
    ...(deviceToken ? [{ type: 'tokens', tokens: unique(deviceToken.map(toComparableToken)) } as const] : []),
    ...ADDRESS_KINDS.flatMap((kind) => {
      const address = addresses[kind];
      return address === undefined ? [] : [addressTarget(kind, address)];
    }),
    ...(pa ? [attributeTarget(pa, 'target.pa')] : []),
  ];
  const [target, second] = forms;
  if (!target || second) {
    throw malformed(`Field 'target' takes exactly one of extId, deviceToken, ${ADDRESS_KINDS.join(', ')} and pa`);
  }
  return target;
}

function addressTarget(code: AddressKind, address: string): WrittenTarget {
  return { type: 'profile', code, values: [address], field: `target.${code}` };
}

/**
 * Conditions on attributes.
 *
 * @param field  field name for errors
 */
export function attributeTarget(conditions: ConditionsDto, field: string): WrittenTarget {
  return conditionsTarget(conditions, { field });
}

function audienceParts({
  sendToAll,
  tag,
  segment,
  profile,
  installation,
  location,
}: AudienceTargetDto): WrittenTarget[] {
  return [
    ...(sendToAll ? [{ type: 'all' } as const] : []),
    ...(tag ? namesParts('tag', tag) : []),
    ...(segment ? namesParts('segment', segment) : []),
    ...(profile ? partsOf(attributeTarget(profile, 'target.profile')) : []),
    ...(installation
      ? partsOf(conditionsTarget(installation, { field: 'target.installation', on: 'installation' }))
      : []),
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

function partsOf(target: WrittenTarget): WrittenTarget[] {
  return target.type === 'and' ? target.of : [target];
}

function namesParts(type: 'tag' | 'segment', dto: NamesDto): WrittenTarget[] {
  return modesOf(dto).map(([mode, names]) => ({ type, mode, names }));
}

interface Combined<N> {
  names?: N[];
  $or?: N[];
  $and?: N[];
  $not?: N[];
}

/** Names by how they combine. */
function modesOf<N extends string>({ names, $or, $and, $not }: Combined<N>): [mode: Mode, names: N[]][] {
  const lists: [mode: Mode, names: N[] | undefined][] = [
    ['any', names],
    ['any', $or],
    ['all', $and],
    ['none', $not],
  ];
  return lists.flatMap(([mode, list]) => (list ? [[mode, unique(list)]] : []));
}

const AUDIENCE_FORMS = 'sendToAll, tag, segment, profile, installation, location';
const FURTHER_FORMS = 'event, product, firstSeen, lastSeen, reachable, all, any, none';

/** @param forms  what the target takes, for the error @throws AppError malformed */
function allOf(parts: WrittenTarget[], forms: string): WrittenTarget {
  if (parts.length === 0) {
    throw malformed(`Field 'target' is empty: it takes ${forms.replace(/, (?=\w+$)/, ' or ')}`);
  }
  return combined('and', parts);
}

function unique<N extends string>(names: readonly N[]): N[] {
  return [...new Set(names)];
}
