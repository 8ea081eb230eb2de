import type { ScenarioMoment } from '../../../api/journeys.js';
import type { UserHead } from '../../../api/types.js';
import type { Walk } from '../model/walk.js';
import { RESULTS } from '../../../widgets/journeys/results.js';
import {
  type Fields,
  fieldsOf,
  listOf,
  listPlaced,
  listSends,
  textOf,
  type WrittenJourney,
} from '../model/written-journey.js';

/** Something that a member lets happen to a person. */
export type Act = { kind: 'event'; name: string; attrs: Fields } | { kind: 'pass'; ms: number };

/**
 * The person, as a member describes it.
 *
 * @property attributes  `city=Oslo, points=5`
 * @property tags        apart by commas, as segments
 */
export interface WalkedPerson {
  attributes: string;
  tags: string;
  segments: string;
  timeZone: string;
}

/** A walk of one person by hand. @property start  in epoch ms */
export interface HandWalk {
  start: number;
  person: WalkedPerson;
  acts: readonly Act[];
}

/** An event that does something in a journey. @property attrs  that it needs @property codes  others that are compared */
export interface Happening {
  name: string;
  attrs: Fields;
  codes: readonly string[];
}

const PERSON = 'person';
const [JOINED, LEFT, ENTERED] = ['SegmentJoined', 'SegmentLeft', 'JourneyEntered'];

/** The time of the walk: its acts have passed. */
export function timeOf({ start, acts }: HandWalk): number {
  return acts.reduce((time, act) => time + (act.kind === 'pass' ? act.ms : 0), start);
}

/** The walk as a scenario that ends now. */
export function scenarioOf(walk: HandWalk): object {
  const { start, person, acts } = walk;
  let time = start;
  const events: object[] = [];
  for (const act of acts) {
    if (act.kind === 'pass') {
      time += act.ms;
    } else {
      events.push({ ...act.attrs, at: new Date(time).toISOString(), extId: PERSON, name: act.name });
    }
  }
  const shown = {
    extId: PERSON,
    profile: readValues(person.attributes),
    tags: readNames(person.tags),
    segments: readNames(person.segments),
    ...(person.timeZone !== '' && { timeZone: person.timeZone }),
  };
  return { start: new Date(start).toISOString(), until: new Date(time).toISOString(), people: [shown], events };
}

/** The newest visit of the person on the drawing; undefined: it has not entered. */
export function walkOf(moments: readonly ScenarioMoment[]): Walk | undefined {
  const first = moments.findLastIndex(({ kind }) => kind === 'entered');
  const own = first < 0 ? [] : moments.slice(first);
  const at = own.findLast(({ kind }) => kind === 'entered' || kind === 'waits' || kind === 'left')?.node;
  return at === undefined
    ? undefined
    : {
        at,
        ways: own.flatMap(({ kind, node, way, unmet, at: time }) =>
          kind === 'took' && node !== undefined && way !== undefined
            ? [{ step: node, way, at: time, unmet: unmet ?? null }]
            : [],
        ),
      };
}

/** When something happens to the person next without an event; undefined: nothing does. */
export function nextTime(moments: readonly ScenarioMoment[], now: number): number | undefined {
  const times = moments.flatMap(({ kind, until }) =>
    (kind === 'entered' || kind === 'waits' || kind === 'deferred') && until !== undefined ? Date.parse(until) : [],
  );
  const later = times.filter((time) => time > now);
  return later.length === 0 ? undefined : Math.min(...later);
}

/** Events that the journey knows of: that of its entry, its goal, and those that steps wait for. */
export function listHappenings(journey: WrittenJourney): Happening[] {
  const { entry, goal, steps } = journey;
  const sends = listSends(journey);
  const awaited = listPlaced(steps).flatMap(({ step }) => {
    const waitFor = fieldsOf(step['waitFor']);
    return [waitFor, ...listOf(waitFor['anyOf']).map(fieldsOf)];
  });
  const key = textOf(entry['key']);
  const found = [
    ...happeningsOf(entry, key === '' ? [] : [key]),
    ...(entry['api'] === true ? [{ name: ENTERED, attrs: {}, codes: key === '' ? [] : [key] }] : []),
    ...[fieldsOf(goal), ...awaited].flatMap((fields) =>
      RESULTS.some((result) => result === fields['event']) ? resultsOf(fields, sends) : happeningsOf(fields, []),
    ),
  ];
  const merged = new Map<string, Happening>();
  for (const { name, attrs, codes } of found) {
    const place = `${name} ${textOf(attrs['segment'] ?? attrs['node'])}`;
    const known = merged.get(place)?.codes ?? [];
    merged.set(place, { name, attrs, codes: [...new Set([...known, ...codes])] });
  }
  return [...merged.values()];
}

/** Results of the named message, or of each. */
function resultsOf({ event, node }: Fields, sends: readonly string[]): Happening[] {
  const name = textOf(event);
  const codes = name === 'MessageClicked' || name === 'MessageOpened' ? ['by'] : [];
  const nodes = name === 'Unsubscribed' ? [undefined] : node === undefined ? sends : [textOf(node)];
  return nodes.map((each) => ({ name, attrs: each === undefined ? {} : { node: each }, codes }));
}

function happeningsOf(fields: Fields, more: readonly string[]): Happening[] {
  const name = textOf(fields['event']);
  const segment = fieldsOf(fields['segment']);
  const [joined, left] = [textOf(segment['joined']), textOf(segment['left'])];
  const codes = [...more, ...listOf(fields['same']).map(textOf), ...Object.keys(fieldsOf(fields['where']))];
  return [
    ...(name === '' ? [] : [{ name, attrs: {}, codes }]),
    ...(joined === '' ? [] : [{ name: JOINED, attrs: { segment: joined }, codes: [] }]),
    ...(left === '' ? [] : [{ name: LEFT, attrs: { segment: left }, codes: [] }]),
  ];
}

/** The values of a person, of those that the member sees. @param timeZone  stays as it is */
export function personOf({ attributes, tags, segments }: UserHead, timeZone: string): WalkedPerson {
  const shown = attributes.flatMap(({ name, value }) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? `${name}=${typeof value === 'string' ? writeText(value) : value}`
      : [],
  );
  return {
    attributes: shown.join(', '),
    tags: tags.join(', '),
    segments: segments.map(({ name }) => name).join(', '),
    timeZone,
  };
}

/** A text, in quotes where it would not be read as it is. */
function writeText(text: string): string {
  return /^[^",=\s][^",]*$/.test(text) && text === text.trim() && readValue(text) === text
    ? text
    : JSON.stringify(text);
}

const readNames = (text: string): string[] => text.split(',').flatMap((name) => name.trim() || []);

/** Name and value, up to the next comma outside of quotes. */
const PAIR = /\s*([^=,]+?)\s*=\s*("(?:[^"\\]|\\.)*"|[^,]*?)\s*(?:,|$)/g;

/** Reads `city=Oslo, points=5, name="Ada, Countess"`. What has no sign of equality is left out. */
export function readValues(text: string): Fields {
  const pairs = [...text.matchAll(PAIR)].map(([, name = '', value = '']) => [name, readValue(value)] as const);
  return Object.fromEntries(pairs);
}

/** A number or truth value where the text is one; in quotes it stays a text. */
function readValue(text: string): unknown {
  if (text === 'true' || text === 'false') {
    return text === 'true';
  }
  if (/^".*"$/s.test(text)) {
    return readQuoted(text);
  }
  return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** The text within quotes; a single quotation mark is itself. */
function readQuoted(text: string): string {
  try {
    return textOf(JSON.parse(text));
  } catch {
    return text;
  }
}
