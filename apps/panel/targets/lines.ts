import type { AudienceWords } from '../api/audience.js';

/** What a line looks at. */
export const KINDS = ['attribute', 'segment', 'tag', 'event', 'place'] as const;
export type Kind = (typeof KINDS)[number];

export const OPERATORS = {
  attribute: ['is', 'isNot', 'atLeast', 'atMost', 'known', 'unknown'],
  segment: ['is', 'isNot'],
  tag: ['is', 'isNot'],
  event: ['did', 'didNot'],
  place: ['within'],
} as const;
export type Operator = (typeof OPERATORS)[Kind][number];

/** One line of the description of an audience. All lines hold together. */
export interface TargetLine {
  id: number;
  kind: Kind;
  /** Code of the attribute. */
  code: string;
  operator: Operator;
  /** As typed: values with commas between, the name of a segment, tag or event, or latitude and longitude. */
  text: string;
  /** As typed: days before now, or kilometres around a place. */
  amount: string;
}

/** Degrees, as maps copy them: `41.0082, 28.9784`. */
const CENTRE = /^\s*(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\s*$/;

/**
 * The target of all lines that are complete, in the form of a segment. Without any it is everybody.
 *
 * @param attributes  say of which type a value is
 */
export function targetOf(lines: readonly TargetLine[], attributes: AudienceWords['attributes']): object {
  const full = lines.filter(isComplete);
  const conditions = full.flatMap((line) =>
    line.kind === 'attribute' ? [{ [line.code]: conditionOf(line, attributes) }] : [],
  );
  const names = (kind: Kind, operator: Operator): string[] =>
    full.filter((line) => line.kind === kind && line.operator === operator).map(({ text }) => text.trim());
  const events = full.filter(({ kind }) => kind === 'event').map(eventOf);
  const place = full.find(({ kind }) => kind === 'place');
  return full.length === 0
    ? { sendToAll: true }
    : {
        ...namesOf('tag', names('tag', 'is'), names('tag', 'isNot')),
        ...namesOf('segment', names('segment', 'is'), names('segment', 'isNot')),
        ...(conditions.length > 0 && { profile: { $and: conditions } }),
        ...(events.length > 0 && { event: events }),
        ...(place && { location: circleOf(place) }),
      };
}

function isComplete({ kind, code, operator, text, amount }: TargetLine): boolean {
  if (kind === 'event' || kind === 'place') {
    const isPlaced = kind === 'event' || (CENTRE.test(text) && !Number.isNaN(Number(amount)));
    return text.trim() !== '' && amount.trim() !== '' && isPlaced;
  }
  const needsText = operator !== 'known' && operator !== 'unknown';
  return (kind !== 'attribute' || code !== '') && (!needsText || text.split(',').some((part) => part.trim() !== ''));
}

function eventOf({ operator, text, amount }: TargetLine): object {
  return { name: text.trim(), within: `${amount.trim()}d`, ...(operator === 'didNot' && { not: true }) };
}

function circleOf({ text, amount }: TargetLine): object {
  const [, latitude, longitude] = CENTRE.exec(text) ?? [];
  return { latitude: Number(latitude), longitude: Number(longitude), radius: Number(amount) };
}

function namesOf(kind: 'tag' | 'segment', all: readonly string[], none: readonly string[]): object {
  return all.length + none.length === 0
    ? {}
    : { [kind]: { ...(all.length > 0 && { $and: all }), ...(none.length > 0 && { $not: none }) } };
}

function conditionOf({ code, operator, text }: TargetLine, attributes: AudienceWords['attributes']): unknown {
  const dataType = attributes.find((attribute) => attribute.code === code)?.dataType ?? 'STRING';
  const values = text.split(',').flatMap((part) => (part.trim() === '' ? [] : [valueOf(part.trim(), dataType)]));
  switch (operator) {
    case 'is':
      return values;
    case 'isNot':
      return { $not: values };
    case 'atLeast':
      return { $gte: values[0] };
    case 'atMost':
      return { $lte: values[0] };
    default:
      return { $exists: operator === 'known' };
  }
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
export function newLine(lines: readonly TargetLine[], attributes: AudienceWords['attributes']): TargetLine {
  const id = Math.max(-1, ...lines.map((line) => line.id)) + 1;
  return { id, kind: 'attribute', code: attributes[0]?.code ?? '', operator: 'is', text: '', amount: '' };
}
