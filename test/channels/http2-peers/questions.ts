import type { Dice } from '../../support/rooms/dice.js';
import type { Question, Reply } from './question.js';
import { answerOf } from './servers/origin.js';
import type { PeerKind } from './servers/peer.js';

const STATUSES = ['200', '200', '200', '201', '400', '404', '410', '429', '500', '503'];
const OWN_NAMES = 30;
const SHARED_VALUES = 6;

/** Makes random requests that a server of this kind takes. */
export class Questioner {
  private readonly shared: string[];
  private count = 0;

  constructor(
    private readonly dice: Dice,
    private readonly kind: Pick<PeerKind, 'isPlainEcho' | 'longestBody' | 'longestHeader'>,
  ) {
    this.shared = Array.from({ length: SHARED_VALUES }, () => this.word(300));
  }

  next(): Question {
    const { dice, kind } = this;
    const body = this.word(dice.isOneIn(40) ? kind.longestBody : dice.isOneIn(8) ? kind.longestBody / 10 : 300);
    const fields: Record<string, string> = {
      ':method': 'POST',
      ':path': `/${++this.count}`,
      'content-type': 'text/plain',
      'x-status': dice.pick(STATUSES),
      'x-shared': dice.pick(this.shared),
      [`x-own-${dice.below(OWN_NAMES)}`]: this.word(200),
      ...(dice.isOneIn(40) && { 'x-long': 'l'.repeat(kind.longestHeader) }),
      ...(dice.isOneIn(10) && { 'x-answer-bytes': String(dice.below(100_000)) }),
      ...(dice.isOneIn(10) && { 'x-delay-ms': String(dice.below(20)) }),
    };
    return { fields, body, personal: [':path', 'x-status', ...(dice.isOneIn(2) ? ['x-shared'] : [])] };
  }

  /** Printable characters of ASCII, with no spaces at the ends. */
  private word(longest: number): string {
    return Array.from({ length: this.dice.below(longest) }, () => String.fromCharCode(33 + this.dice.below(94))).join(
      '',
    );
  }
}

/** The expected answer, in the form of `summary`. */
export function expectation({ fields, body }: Question, { isPlainEcho = false }: PeerKind): object {
  if (isPlainEcho) {
    return { status: 200, headers: {}, body };
  }
  const bytes = fields['x-answer-bytes'];
  return {
    status: Number(fields['x-status']),
    headers: Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => name.startsWith('x-'))
        .map(([name, value]) => [`r-${name}`, value]),
    ),
    body: bytes === undefined ? body : answerOf(Number(bytes)),
  };
}

/** The part of an answer that a server must not change. */
export function summary({ status, headers, body, code }: Reply): object {
  const echoed = Object.entries(headers).filter(([name]) => name.startsWith('r-x-'));
  return { ...(code !== undefined && { code }), status, headers: Object.fromEntries(echoed), body };
}
