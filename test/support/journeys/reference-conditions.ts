import { createHash } from 'node:crypto';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

export type WrittenWhere = Record<string, { atLeast?: number; is?: string }>;
export interface WrittenEvent {
  event: string;
  node?: string;
  same?: string[];
  where?: WrittenWhere;
}
/** The event or segment that ends a wait. */
export type WrittenWait = Partial<WrittenEvent> & { anyOf?: WrittenEvent[] };
export type Data = Readonly<Record<string, string | number>>;

export function holds(where: WrittenWhere | undefined, data: Data): boolean {
  return Object.entries(where ?? {}).every(([code, { atLeast, is }]) => {
    const value = data[code];
    return (
      (atLeast === undefined || (typeof value === 'number' && value >= atLeast)) && (is === undefined || value === is)
    );
  });
}

export function isMet({ event, same = [], where }: WrittenEvent, fired: string, data: Data, own: Data): boolean {
  return (
    event === fired && holds(where, data) && same.every((code) => data[code] !== undefined && data[code] === own[code])
  );
}

/** A result of a message, and who caused it where that is told. */
export interface Result {
  event: string;
  by?: string | undefined;
}
/** The last message of a step to a visit. */
export interface SentMessage {
  node: string;
  at: number;
  had: Result[];
}

/** Machines count where they are asked for alone. */
export function isResult(awaited: Partial<WrittenEvent>, message: SentMessage, { event, by }: Result): boolean {
  const asked = awaited.where?.['by']?.is;
  return (
    awaited.event === event &&
    (awaited.node ?? message.node) === message.node &&
    (asked === undefined ? by !== 'machine' : asked === by)
  );
}

/** Tests if a wait ends before it begins: by the message of its step, or by the last one. */
export function isOver({ event, anyOf, ...conditions }: WrittenWait, messages: readonly SentMessage[]): boolean {
  return (anyOf ?? [{ ...conditions, event }]).some((awaited) => {
    const message = awaited.node === undefined ? messages.at(-1) : messages.find(({ node }) => node === awaited.node);
    return message?.had.some((result) => isResult(awaited, message, result)) === true;
  });
}

export function endsWait({ event, anyOf, ...conditions }: WrittenWait, fired: string, data: Data, own: Data): boolean {
  const awaited = anyOf ?? (event === undefined ? [] : [{ ...conditions, event }]);
  return awaited.some((each) => isMet(each, fired, data, own));
}

/** The arm by the documented draw: journey, step and user, in shares of the whole. */
export function drawn({ id, by }: { id: string; by: Record<string, string> }, journey: number, uid: number): string {
  const hash = createHash('sha256').update(`journey ${journey} ${id} ${uid}`).digest('hex');
  const place = Number.parseInt(hash.slice(0, 12), 16) / 2 ** 48;
  let end = 0;
  for (const [arm, share] of Object.entries(by)) {
    end += Number.parseFloat(share) / 100;
    if (place < end) {
      return arm;
    }
  }
  return Object.keys(by).at(-1) ?? '';
}

export function duration(text: string): number {
  return Number.parseInt(text, 10) * (UNITS[text.slice(-1)] ?? Number.NaN);
}
