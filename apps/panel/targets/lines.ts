import type { AudienceWords } from '../api/types.js';
import {
  ACTIONS,
  areTests,
  countedOf,
  eventTypeOf,
  hasSpan,
  productTypeOf,
  testsOf,
  windowOf,
  type BehaviourFields,
} from './behaviour/behaviour.js';
import { valueOf, valuesOf } from './behaviour/typed-values.js';

/** Kinds of subjects of a line. */
export const KINDS = ['attribute', 'segment', 'tag', 'event', 'product', 'seen', 'place', 'device', 'reach'] as const;
export type Kind = (typeof KINDS)[number];

export const OPERATORS = {
  attribute: ['is', 'isNot', 'atLeast', 'atMost', 'contains', 'known', 'unknown'],
  segment: ['is', 'isNot'],
  tag: ['is', 'isNot'],
  event: ['did', 'didNot'],
  product: ['did', 'didNot'],
  seen: ['was', 'wasNot'],
  place: ['within'],
  device: ['is', 'isNot', 'known', 'unknown'],
  reach: ['reached', 'notReached'],
} as const;
export type Operator = (typeof OPERATORS)[Kind][number];

/** Known attributes of devices. */
export const DEVICE_CODES = [
  'platform',
  'pushPermitted',
  'deviceModel',
  'osVersion',
  'appVersion',
  'language',
  'timeZone',
  'country',
] as const;

/** The visit of a user: first or last. */
export const VISITS = ['lastSeen', 'firstSeen'] as const;

/** One line of the description of an audience. */
export interface TargetLine extends BehaviourFields {
  id: number;
  kind: Kind;
  /** Code of the attribute, of the user or of a device; the action, visit or platform. */
  code: string;
  operator: Operator;
  /** The typed text: values with commas between, the name of a segment, tag or event, or latitude and longitude. */
  text: string;
  /** The typed amount: days before now, or kilometres around a place. */
  amount: string;
}

type Attributes = AudienceWords['attributes'];
/** Types of the values of attributes and events. */
export type KnownTypes = Pick<AudienceWords, 'attributes' | 'events'>;

/** Degrees, as maps copy them: `41.0082, 28.9784`. */
const CENTRE = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/;

/** True where a line is complete enough for the server. */
export function isComplete(line: TargetLine): boolean {
  const { kind, code, operator, text, amount, span, where } = line;
  switch (kind) {
    case 'event':
      return text.trim() !== '' && hasSpan(line) && areTests(where);
    case 'product':
      return code !== '' && hasSpan(line) && areTests(where);
    case 'seen':
      return code !== '' && hasSpan(line) && span !== 'any';
    case 'reach':
      return code !== '';
    case 'place':
      return CENTRE.test(text) && amount.trim() !== '' && !Number.isNaN(Number(amount));
    default: {
      const hasCode = kind === 'tag' || kind === 'segment' || code !== '';
      return hasCode && (!needsText(operator) || valuesOf(text).length > 0);
    }
  }
}

/** True where the operator needs a value. */
export function needsText(operator: Operator): boolean {
  return operator !== 'known' && operator !== 'unknown';
}

/** The target of a complete line, in the form of a segment. */
export function lineTarget(line: TargetLine, { attributes, events }: KnownTypes): Record<string, unknown> {
  const { kind, code, operator } = line;
  const text = line.text.trim();
  switch (kind) {
    case 'tag':
    case 'segment':
      return { [kind]: operator === 'isNot' ? { $not: [text] } : [text] };
    case 'event': {
      const where = testsOf(line.where, eventTypeOf(events, text));
      return { event: { name: text, ...countedOf(line, operator === 'did'), ...(where && { where }) } };
    }
    case 'product':
      return {
        product: { action: code, ...countedOf(line, operator === 'did'), ...testsOf(line.where, productTypeOf) },
      };
    case 'seen':
      return { [code]: { ...windowOf(line), ...(operator === 'wasNot' && { not: true }) } };
    case 'reach':
      return { reachable: operator === 'notReached' ? { $not: [code] } : [code] };
    case 'place': {
      const [, latitude, longitude] = CENTRE.exec(text) ?? [];
      return {
        location: { latitude: Number(latitude), longitude: Number(longitude), radius: Number(line.amount) },
      };
    }
    case 'device':
      return { installation: { [code]: conditionOf(line, code === 'pushPermitted' ? 'BOOLEAN' : 'STRING') } };
    case 'attribute':
      return { profile: { [code]: conditionOf(line, typeOf(code, attributes)) } };
  }
}

function typeOf(code: string, attributes: Attributes): string {
  return attributes.find((attribute) => attribute.code === code)?.dataType ?? 'STRING';
}

function conditionOf({ operator, text }: TargetLine, dataType: string): unknown {
  const values = valuesOf(text).map((part) => valueOf(part, dataType));
  switch (operator) {
    case 'is':
      return values;
    case 'isNot':
      return { $not: values };
    case 'atLeast':
      return { $gte: valueOf(text.trim(), dataType) };
    case 'atMost':
      return { $lte: valueOf(text.trim(), dataType) };
    case 'contains':
      return { $contains: valuesOf(text) };
    default:
      return { $exists: operator === 'known' };
  }
}

/** A line to begin with. */
export function newLine(id: number, attributes: Attributes): TargetLine {
  return { id, kind: 'attribute', operator: 'is', ...newFields('attribute', attributes) };
}

type LineFields = Omit<TargetLine, 'id' | 'kind' | 'operator'>;

/** The fields of a line whose kind was just chosen: none of the earlier ones. */
export function newFields(kind: Kind, attributes: Attributes): Required<LineFields> {
  const codes: Partial<Record<Kind, string | undefined>> = {
    attribute: attributes[0]?.code,
    product: ACTIONS[0],
    seen: VISITS[0],
    device: DEVICE_CODES[0],
    reach: 'IOS',
  };
  return { code: codes[kind] ?? '', text: '', amount: '', times: '', span: 'days', from: '', to: '', where: [] };
}
