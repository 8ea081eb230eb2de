import { ERROR_CODES, type ErrorName, FLAGS, FRAMES } from '../frames.js';
import type { Dice } from '../../../test/support/rooms/dice.js';
import { type Fate, frame, goaway, settings, uint32 } from './raw-peer.js';

const { endHeaders, endStream, padded, priority } = FLAGS;
const INDEXED_STATUSES: readonly [status: string, index: string][] = [
  ['200', '88'],
  ['400', '8c'],
  ['404', '8d'],
  ['500', '8e'],
];
const CODES: readonly ErrorName[] = ['REFUSED_STREAM', 'CANCEL', 'INTERNAL_ERROR', 'ENHANCE_YOUR_CALM'];
/** RFC 7541: the first index of the dynamic table. */
const FIRST_DYNAMIC = 62;
const MOST_ENTRIES = 20;

/** A stream as its peer sees it. */
interface Answering {
  id: number;
  status: string;
  body: string;
  /** Bytes that the peer has announced; undefined: none. */
  length: number | undefined;
}

/** The bytes of a server, and the results of the requests. */
export interface Conversation {
  bytes: Buffer;
  /** By request. */
  fates: Fate[];
}

/**
 * Makes all that a server may say to some requests by RFC 9113, in any order: settings, interim and final responses in
 * pieces and with padding, trailers, resets, frames without a meaning, and a GOAWAY.
 *
 * @param requests  the streams 1, 3, 5 …, all of them open
 */
export function legalConversation(dice: Dice, requests: number): Conversation {
  return new Server(dice, requests).converse();
}

class Server {
  private readonly silent: Answering[];
  private readonly speaking: Answering[] = [];
  private readonly fates: Fate[];
  private readonly parts: Buffer[] = [];
  /** Names and values in the table of headers, newest first. */
  private table: string[] = [];
  /** The highest stream of which something was said. */
  private highestId = 0;

  constructor(
    private readonly dice: Dice,
    requests: number,
  ) {
    this.silent = Array.from({ length: requests }, (_, n) => ({
      id: 2 * n + 1,
      status: '',
      body: '',
      length: undefined,
    }));
    this.fates = this.silent.map(() => '');
  }

  converse(): Conversation {
    this.saySettings();
    while (this.silent.length + this.speaking.length > 0) {
      this.dice.pick([
        () => this.sayAside(),
        () => this.begin(),
        () => this.begin(),
        () => this.goOn(),
        () => this.goOn(),
        () => this.finish(),
        () => this.resetOrLeave(),
      ])();
    }
    return { bytes: Buffer.concat(this.parts), fates: this.fates };
  }

  private saySettings(): void {
    const { dice } = this;
    const pairs: [number, number][] = [
      [1, dice.pick([0, 100, 4096, 65_536])],
      [3, dice.pick([10, 100, 2 ** 31 - 1])],
      [4, dice.pick([0, 1, 65_535, 2 ** 20])],
      [5, dice.pick([16_384, 2 ** 24 - 1])],
      [6, 100_000],
      [4711, dice.below(1000)],
    ];
    this.parts.push(settings(...dice.some(pairs)));
  }

  /** Frames that change nothing for the requests. */
  private sayAside(): void {
    const { dice, parts } = this;
    const id = dice.pick([...this.silent, ...this.speaking]).id;
    dice.pick([
      () => this.saySettings(),
      () => parts.push(frame(FRAMES.ping, 0, 0, '0102030405060708')),
      () => parts.push(frame(FRAMES.windowUpdate, 0, 0, uint32(1 + dice.below(1000)))),
      () => parts.push(frame(FRAMES.windowUpdate, 0, id, uint32(1 + dice.below(1000)))),
      () => parts.push(frame(FRAMES.priority, 0, id, '0000000010')),
      () => parts.push(frame(11 + dice.below(200), dice.below(256), id, Buffer.alloc(dice.below(30)))),
    ])();
  }

  /** An interim response, or the head of the final one. */
  private begin(): void {
    const { dice, silent, speaking } = this;
    const stream = silent[dice.below(silent.length)];
    if (!stream) {
      return;
    }
    if (dice.isOneIn(5)) {
      this.sayBlock(stream.id, Buffer.concat([this.header(':status', '103'), this.header('link', '</a>')]), 0);
      return;
    }
    const [status, index] = dice.pick(INDEXED_STATUSES);
    stream.status = status;
    stream.length = dice.isOneIn(3) ? dice.below(500) : undefined;
    const names = dice.some(['a', 'b', 'c', 'server', 'date']);
    const block = Buffer.concat([
      ...(dice.isOneIn(10) ? [this.emptyTable()] : []),
      Buffer.from(index, 'hex'),
      ...names.map((name) => this.header(name, dice.pick(['1', 'two', 'x'.repeat(dice.below(100))]))),
      ...(stream.length === undefined ? [] : [this.header('content-length', String(stream.length))]),
    ]);
    silent.splice(silent.indexOf(stream), 1);
    if ((stream.length ?? 0) === 0 && dice.isOneIn(4)) {
      this.sayBlock(stream.id, block, endStream);
      this.settle(stream, status);
    } else {
      this.sayBlock(stream.id, block, 0);
      speaking.push(stream);
    }
  }

  private goOn(): void {
    const stream = this.speaking[this.dice.below(this.speaking.length)];
    if (stream) {
      const most = stream.length === undefined ? 300 : stream.length - stream.body.length + 1;
      this.sayData(stream, this.dice.below(most), 0);
    }
  }

  /** The last of the body, or trailers. */
  private finish(): void {
    const { dice, speaking } = this;
    const stream = speaking[dice.below(speaking.length)];
    if (!stream) {
      return;
    }
    const rest = stream.length === undefined ? dice.below(50) : stream.length - stream.body.length;
    if (dice.isOneIn(3)) {
      this.sayData(stream, rest, 0);
      this.sayBlock(stream.id, this.header('x-trailer', 't'), endStream);
    } else {
      this.sayData(stream, rest, endStream);
    }
    speaking.splice(speaking.indexOf(stream), 1);
    this.settle(stream, `${stream.status} ${stream.body}`.trim());
  }

  /** A reset of one stream, or now and then a GOAWAY that leaves out some which have not speaking. */
  private resetOrLeave(): void {
    const { dice, silent, speaking, parts } = this;
    if (dice.isOneIn(4)) {
      const last = Math.max(this.highestId, ...dice.some(silent).map(({ id }) => id));
      parts.push(goaway(last, ERROR_CODES.NO_ERROR));
      for (const stream of silent.filter(({ id }) => id > last)) {
        silent.splice(silent.indexOf(stream), 1);
        this.settle(stream, 'unsent NO_ERROR');
      }
      return;
    }
    const stream = dice.pick([...silent, ...speaking]);
    const code = dice.pick(CODES);
    parts.push(frame(FRAMES.rstStream, 0, stream.id, uint32(ERROR_CODES[code])));
    this.highestId = Math.max(this.highestId, stream.id);
    [silent, speaking].forEach((list) => list.includes(stream) && list.splice(list.indexOf(stream), 1));
    this.settle(stream, `${code === 'REFUSED_STREAM' ? 'unsent' : 'lost'} ${code}`);
  }

  private settle({ id }: Answering, fate: Fate): void {
    this.fates[(id - 1) / 2] = fate;
  }

  private sayData(stream: Answering, length: number, flags: number): void {
    const text = 'abcdefghij'.repeat(50).slice(0, length);
    stream.body += text;
    const padding = this.dice.isOneIn(4) ? this.dice.below(20) : undefined;
    const body = Buffer.from(text);
    const payload = padding === undefined ? body : Buffer.concat([Buffer.from([padding]), body, Buffer.alloc(padding)]);
    this.parts.push(frame(FRAMES.data, flags | (padding === undefined ? 0 : padded), stream.id, payload));
  }

  /** In one frame or several, with padding and a priority or without. */
  private sayBlock(streamId: number, block: Buffer, flags: number): void {
    const { dice, parts } = this;
    this.highestId = Math.max(this.highestId, streamId);
    const cut = dice.isOneIn(3) ? dice.below(block.length) : block.length;
    const first = block.subarray(0, cut);
    const padding = dice.isOneIn(4) ? dice.below(20) : undefined;
    const hasPriority = dice.isOneIn(4);
    const payload = Buffer.concat([
      ...(padding === undefined ? [] : [Buffer.from([padding])]),
      ...(hasPriority ? [Buffer.from('0000000010', 'hex')] : []),
      first,
      Buffer.alloc(padding ?? 0),
    ]);
    const isWhole = cut === block.length;
    const marks = (padding === undefined ? 0 : padded) | (hasPriority ? priority : 0) | (isWhole ? endHeaders : 0);
    parts.push(frame(FRAMES.headers, flags | marks, streamId, payload));
    for (let position = cut; position < block.length;) {
      const next = Math.min(block.length, position + 50 + dice.below(100));
      parts.push(
        frame(FRAMES.continuation, next === block.length ? endHeaders : 0, streamId, block.subarray(position, next)),
      );
      position = next;
    }
  }

  /** In any form of RFC 7541, section 6, without a code of Huffman. */
  private header(name: string, value: string): Buffer {
    const { dice, table } = this;
    const at = table.indexOf(`${name}: ${value}`);
    if (at >= 0 && dice.isOneIn(2)) {
      return Buffer.from([0x80 | (FIRST_DYNAMIC + at)]);
    }
    const literal = Buffer.concat([
      Buffer.from([name.length]),
      Buffer.from(name, 'latin1'),
      Buffer.from([value.length]),
      Buffer.from(value, 'latin1'),
    ]);
    if (dice.isOneIn(2) && table.length < MOST_ENTRIES) {
      table.unshift(`${name}: ${value}`);
      return Buffer.concat([Buffer.from([0x40]), literal]);
    }
    return Buffer.concat([Buffer.from([dice.pick([0x00, 0x10])]), literal]);
  }

  /** Sets the size of the table to nothing, and back. */
  private emptyTable(): Buffer {
    this.table = [];
    return Buffer.from('203fe11f', 'hex');
  }
}
