import { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { answer, FLAGS, frame, FRAMES, goaway, settings, uint32 } from '../../../test/support/http2/raw-peer.js';
import { seeded } from '../../../test/support/rooms/seeded-random.js';
import { ClientConnection } from './client-connection.js';

/** A million take some minutes: `FRAME_SEQUENCES=1000000 npm test -- libs/channels/http2/random-frames`. */
const SEQUENCES = Number(process.env['FRAME_SEQUENCES'] ?? 3000);
const REQUESTS = 5;

/** A socket that is fed by hand and forgets what is written. */
class FedSocket extends Duplex {
  destroySoon = (): void => void this.destroy();
  setTimeout = (): this => this;
  override _read(): void {
    // Fed by `push`.
  }
  override _write(_chunk: unknown, _encoding: string, done: () => void): void {
    done();
  }
}

const random = seeded(20);
const below = (n: number): number => Math.floor(random() * n);
const pick = <T>(all: readonly [T, ...T[]]): T => all[below(all.length)] ?? all[0];
const noise = (most: number): Buffer => Buffer.from(Array.from({ length: below(most + 1) }, () => below(256)));
const streamId = (): number => pick([1, 3, 5, 7, 9, 1, 3, 0, 2, 11, 2 ** 31 - 1]);
const block = (): Buffer => Buffer.from(pick(['88', '88', '8d', '4803323030', '88be', '883fe11f', '', 'ff']), 'hex');

/** Frames as peers send them, and those that no peer may send. */
const MAKERS: readonly [() => Buffer, ...(() => Buffer)[]] = [
  () => settings(),
  () => settings([pick([1, 2, 3, 4, 5, 6, 9]), pick([0, 1, 100, 65_535, 2 ** 24, 2 ** 31])]),
  () => answer(streamId()),
  () => frame(FRAMES.headers, below(256), streamId(), Buffer.concat([block(), noise(20)])),
  () => frame(FRAMES.headers, FLAGS.endHeaders, streamId(), block()),
  () => frame(FRAMES.continuation, pick([0, FLAGS.endHeaders]), streamId(), block()),
  () => frame(FRAMES.data, pick([0, FLAGS.endStream, FLAGS.padded]), streamId(), noise(300)),
  () => frame(FRAMES.rstStream, 0, streamId(), uint32(below(15))),
  () => frame(FRAMES.ping, pick([0, FLAGS.ack]), 0, Buffer.alloc(8)),
  () => frame(FRAMES.windowUpdate, 0, streamId(), uint32(pick([0, 1, 1000, 2 ** 31 - 1]))),
  () => goaway(streamId(), below(15)),
  () => frame(below(256), below(256), streamId(), noise(40)),
  () => noise(30),
];

it(
  `no sequence of frames hangs or breaks the client, and every request ends once (${SEQUENCES})`,
  async () => {
    for (let sequence = 0; sequence < SEQUENCES; sequence++) {
      expect(runSequence(), `sequence ${sequence}`).toEqual([1, 1, 1, 1, 1]);
      if (sequence % 20 === 0) {
        // Lets the clients go that have ended.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  },
  60_000 + SEQUENCES,
);

/** @returns how often each request ended */
function runSequence(): number[] {
  const socket = new FedSocket();
  const client = new ClientConnection(socket as unknown as Socket, {
    onSettings: () => undefined,
    onGoaway: () => undefined,
    onEnd: () => undefined,
  });
  const ends = Array.from({ length: REQUESTS }, () => 0);
  const head = {
    scheme: 'https',
    authority: 'a',
    fields: { ':method': 'POST', ':path': '/' },
    personal: new Set<string>(),
  };
  ends.forEach((_none, index) => {
    client.request(head, Buffer.alloc(below(3) * 40_000), {
      onHead: () => expect(ends[index]).toBe(0),
      onBody: () => expect(ends[index]).toBe(0),
      onEnd: () => {
        ends[index] = (ends[index] ?? 0) + 1;
      },
    });
  });
  const bytes = Buffer.concat([
    random() < 0.95 ? settings() : Buffer.alloc(0),
    ...Array.from({ length: 1 + below(25) }, () => pick(MAKERS)()),
  ]);
  // In pieces of any size, as a network delivers them.
  for (let position = 0; position < bytes.length;) {
    const size = 1 + below(random() < 0.5 ? 12 : 400);
    socket.emit('data', bytes.subarray(position, position + size));
    position += size;
  }
  const cancelled = below(REQUESTS);
  if (random() < 0.3 && ends[cancelled] === 0) {
    // Who cancels hears nothing more.
    client.cancel(1 + 2 * cancelled);
    ends[cancelled] = 1;
  }
  client.destroy({ code: 'OVER' });
  return ends;
}
