import { isMessageEvent, type MessageEvent } from '#libs/events';
import type { MESSAGE_CHANGES } from '#platform/outbox';
import type { AwaitedEvent, JourneyDefinition, VisitMessage, WaitForStep } from './journey.types.js';
import { listAwaited, matchesWhere } from './matching.js';
import { compileProgram, listSteps } from './program.js';

/** Results of one message. A person who unsubscribes does so whatever led to it. */
export type ResultEvent = Exclude<MessageEvent, 'Unsubscribed'>;

export type ResultKind = Exclude<(typeof MESSAGE_CHANGES)[number], 'complained'>;

/** Events by the kinds of changes that are them. */
export const EVENT_OF_KIND: Readonly<Record<ResultKind, MessageEvent>> = {
  sent: 'MessageSent',
  failed: 'MessageFailed',
  skipped: 'MessageSkipped',
  opened: 'MessageOpened',
  clicked: 'MessageClicked',
  bounced: 'MessageBounced',
  unsubscribed: 'Unsubscribed',
};

/** Changes of messages that journeys read. */
export const RESULT_KINDS = Object.keys(EVENT_OF_KIND) as readonly ResultKind[];

/** @returns kinds of changes that events are */
export function kindsOf(events: ReadonlySet<string>): ResultKind[] {
  return RESULT_KINDS.filter((kind) => events.has(EVENT_OF_KIND[kind]));
}

/** Kinds of those who fetch a message or a link of it, by the number in the change feed. */
export const FETCHED_BY = ['unknown', 'person', 'machine'] as const;
export type FetchedBy = (typeof FETCHED_BY)[number];

/** Events that a person or a machine causes, as their changes say. */
const OF_FETCHES: ReadonlySet<string> = new Set(['MessageOpened', 'MessageClicked']);

/**
 * A result of a message.
 *
 * @property by  of a fetch alone
 */
export interface MessageResult {
  event: ResultEvent;
  by?: FetchedBy;
}

export function isResultEvent(name: string): name is ResultEvent {
  return isMessageEvent(name) && name !== 'Unsubscribed';
}

/** Tests if an event says who caused it. */
export function isFetch(name: string): boolean {
  return OF_FETCHES.has(name);
}

/** Tests if a result of the message of a step is the awaited one. Machines are not meant unless they are named. */
export function isResultAwaited(awaited: AwaitedEvent, node: string, { event, by }: MessageResult): boolean {
  return (
    awaited.event === event &&
    (awaited.node === undefined || awaited.node === node) &&
    (awaited.where ? matchesWhere(awaited.where, { by }) : by !== 'machine')
  );
}

/** Reads a change of the feed. @param keys  its first says who fetched @returns result: absent where no message has it */
export function readChange(
  kind: ResultKind,
  [fetcher = 0]: readonly number[],
): { name: MessageEvent; result?: MessageResult } {
  const name = EVENT_OF_KIND[kind];
  const by = isFetch(name) && { by: FETCHED_BY[fetcher] ?? 'unknown' };
  return { name, ...(isResultEvent(name) && { result: { event: name, ...by } }) };
}

/** A result as a visit keeps it. */
export function writeResult({ event, by }: MessageResult): string {
  return by === undefined ? event : `${event} ${by}`;
}

function readResult(text: string): MessageResult | undefined {
  const [event = '', by] = text.split(' ');
  return isResultEvent(event) ? { event, ...(by !== undefined && { by: by as FetchedBy }) } : undefined;
}

/** Takes note of a message that a visit is sent: a step that sends again begins anew. */
export function addMessage(messages: readonly VisitMessage[], node: string, ids: readonly number[]): VisitMessage[] {
  return [...messages.filter((message) => message.node !== node), { node, ids: [...ids], had: [] }];
}

/** Takes note of a result. @returns undefined: it is known */
export function addResult(
  messages: readonly VisitMessage[],
  node: string,
  result: MessageResult,
): VisitMessage[] | undefined {
  const text = writeResult(result);
  const isNew = messages.some((message) => message.node === node && !message.had.includes(text));
  return isNew
    ? messages.map((message) => (message.node === node ? { ...message, had: [...message.had, text] } : message))
    : undefined;
}

/**
 * Tests if an awaited result is there before the wait begins: of the message of the named step, else of the last one.
 *
 * @param sending  the step whose message leaves now, which no one can have answered
 */
export function hasResult(step: WaitForStep, messages: readonly VisitMessage[], sending: string | undefined): boolean {
  return listAwaited(step).some((awaited) => {
    if (!('event' in awaited) || !isResultEvent(awaited.event)) {
      return false;
    }
    const { node } = awaited;
    const earlier =
      node === undefined
        ? messages.slice(sending === undefined ? -1 : messages.length)
        : messages.filter((message) => message.node === node && node !== sending);
    return earlier.some((message) =>
      message.had.some((text) => {
        const result = readResult(text);
        return result !== undefined && isResultAwaited(awaited, message.node, result);
      }),
    );
  });
}

/** Events of messages that a definition waits for. */
export function listMessageEvents({ goal, steps }: Pick<JourneyDefinition, 'goal' | 'steps'>): Set<MessageEvent> {
  return new Set(listAwaitedResults({ goal, steps }).flatMap(({ event }) => (isMessageEvent(event) ? event : [])));
}

/** Lists the results of messages that a definition waits for. */
export function listAwaitedResults({
  goal,
  steps,
}: Pick<JourneyDefinition, 'goal' | 'steps'>): (AwaitedEvent & { step?: string })[] {
  const waits = listSteps(steps).flatMap((step) =>
    step.kind === 'waitFor'
      ? listAwaited(step).flatMap((awaited) => ('event' in awaited ? { ...awaited, step: step.id } : []))
      : [],
  );
  return [...(goal ? [goal] : []), ...waits].filter(({ event }) => isMessageEvent(event));
}

/** Tests if people can come from a step to another one. */
export function canFollow(steps: JourneyDefinition['steps'], from: string, to: string): boolean {
  const { nodes } = compileProgram({ steps }, 0);
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = nodes.get(id);
    for (const next of node ? [node.next, ...node.ways.values()] : []) {
      if (next === to) {
        return true;
      }
      if (next !== null && !seen.has(next)) {
        seen.add(next);
        open.push(next);
      }
    }
  }
  return false;
}
