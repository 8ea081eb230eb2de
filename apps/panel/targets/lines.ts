import type { AudienceWords } from '../api/types.js';

/** What a line looks at. */
export const KINDS = ['attribute', 'segment', 'tag', 'event', 'place', 'device'] as const;
export type Kind = (typeof KINDS)[number];

export const OPERATORS = {
  attribute: ['is', 'isNot', 'atLeast', 'atMost', 'contains', 'known', 'unknown'],
  segment: ['is', 'isNot'],
  tag: ['is', 'isNot'],
  event: ['did', 'didNot'],
  place: ['within'],
  device: ['is', 'isNot', 'known', 'unknown'],
} as const;
export type Operator = (typeof OPERATORS)[Kind][number];

/** What is known of devices. */
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

/** One line of the description of an audience. */
export interface TargetLine {
  id: number;
  kind: Kind;
  /** Code of the attribute, of the user or of a device. */
  code: string;
  operator: Operator;
  /** As typed: values with commas between, the name of a segment, tag or event, or latitude and longitude. */
  text: string;
  /** As typed: days before now, or kilometres around a place. */
  amount: string;
}

type Attributes = AudienceWords['attributes'];

/** Degrees, as maps copy them: `41.0082, 28.9784`. */
const CENTRE = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/;

/** Whether a line says enough to be asked. */
export function isComplete({ kind, code, operator, text, amount }: TargetLine): boolean {
  if (kind === 'event' || kind === 'place') {
    const isPlaced = kind === 'event' || (CENTRE.test(text) && !Number.isNaN(Number(amount)));
    return text.trim() !== '' && amount.trim() !== '' && isPlaced;
  }
  const hasCode = kind === 'tag' || kind === 'segment' || code !== '';
  return hasCode && (!needsText(operator) || valuesOf(text).length > 0);
}

/** Whether something is compared with, beside the operator. */
export function needsText(operator: Operator): boolean {
  return operator !== 'known' && operator !== 'unknown';
}

/**
 * The target of a complete line, in the form of a segment.
 *
 * @param attributes  say of which type a value is
 */
export function lineTarget(line: TargetLine, attributes: Attributes): Record<string, unknown> {
  const { kind, code, operator } = line;
  const text = line.text.trim();
  switch (kind) {
    case 'tag':
    case 'segment':
      return { [kind]: operator === 'isNot' ? { $not: [text] } : [text] };
    case 'event':
      return {
        event: { name: text, within: `${line.amount.trim()}d`, ...(operator === 'didNot' && { not: true }) },
      };
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

function valuesOf(text: string): string[] {
  return text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

/** As typed where it is none of its type: the server says then what is wrong. */
function valueOf(text: string, dataType: string): string | number | boolean {
  const number = Number(text);
  if (['INT', 'LONG', 'DOUBLE'].includes(dataType) && !Number.isNaN(number)) {
    return number;
  }
  return dataType === 'BOOLEAN' && (text === 'true' || text === 'false') ? text === 'true' : text;
}

/** A line to begin with. */
export function newLine(id: number, attributes: Attributes): TargetLine {
  return { id, kind: 'attribute', code: attributes[0]?.code ?? '', operator: 'is', text: '', amount: '' };
}
