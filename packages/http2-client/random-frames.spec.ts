import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { fedSocket, feed } from './test/fed-socket.js';
import { legalConversation } from './test/legal-conversation.js';
import { answer, FLAGS, frame, FRAMES, goaway, settings, uint32 } from './test/raw-peer.js';
import { Dice } from '../../test/support/rooms/dice.js';
import { ClientConnection } from './client-connection.js';

/**
 * Half of them random, half of them damaged, and a quarter more legal. A million take some minutes:
 * `npm run fuzz -- --frames 1000000 --seed 1`.
 */
const SEQUENCES = Number(process.env['FRAME_SEQUENCES'] ?? 4000);
const HALF = SEQUENCES / 2;
const QUARTER = SEQUENCES / 4;
const SEED = Number(process.env['FRAME_SEED'] ?? 20);
const REQUESTS = 5;
/** More than this comes of a fault of the client, not by code that is compiled and caches that fill. */
const HEAP_GROWTH_MB = 12;
/** CPU of one sequence. A client that hangs needs more than the slowest machine. */
const LONGEST_SEQUENCE_MS = 5000;
const TIMEOUT = { timeout: 60_000 + SEQUENCES * 20 };

const dice = new Dice(SEED);
const below = (bound: number): number => dice.below(bound);
const pick = <T>(list: readonly T[]): T => dice.pick(list);
const noise = (most: number): Buffer => Buffer.from(Array.from({ length: below(most + 1) }, () => below(256)));
const streamId = (): number => pick([1, 3, 5, 7, 9, 1, 3, 0, 2, 11, 2 ** 31 - 1]);
const block = (): Buffer => Buffer.from(pick(['88', '88', '8d', '4803323030', '88be', '883fe11f', '', 'ff']), 'hex');

/** Frames as peers send them, and those that no peer may send. */
const MAKERS: readonly (() => Buffer)[] = [
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

/** Bodies of the requests. The largest does not fit into the window of the connection; the long ones cost much time. */
const SHORT_BODIES = [...[0, 4, 300].map((bytes) => Buffer.alloc(bytes)), 'text'];
const LONG_BODIES = [Buffer.alloc(80_000), 'é'.repeat(8000)];
const ONCE = Array.from({ length: REQUESTS }, () => 1);

it(`Random frames neither hang nor break the client, and every request ends once (${HALF})`, TIMEOUT, async () => {
  await inSequences(HALF, () => {
    expect(toCounts(converse(randomBytes(), true))).toEqual(ONCE);
  });
});

it(`Every response that RFC 9113 allows reaches its request unchanged (${QUARTER})`, TIMEOUT, async () => {
  await inSequences(QUARTER, () => {
    const { bytes, fates } = legalConversation(dice, REQUESTS);
    expect(converse(bytes, false)).toEqual(fates.map((fate) => [fate]));
  });
});

it(
  `Changed, omitted or doubled bytes do not break the client, and every request ends once (${HALF})`,
  TIMEOUT,
  async () => {
    await inSequences(HALF, () => {
      expect(toCounts(converse(damage(legalConversation(dice, REQUESTS).bytes), true))).toEqual(ONCE);
    });
  },
);

/** Runs sequences, looks at their memory and time, and lets clients go that have ended. */
async function inSequences(count: number, run: () => void): Promise<void> {
  let heapBefore = 0;
  let longestMs = 0;
  for (let sequence = 0; sequence < count; sequence++) {
    const started = process.cpuUsage();
    try {
      run();
    } catch (error) {
      throw new Error(`seed ${SEED}, sequence ${sequence}`, { cause: error });
    }
    const { user, system } = process.cpuUsage(started);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    if (sequence % 20 === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (sequence === Math.floor(count / 5)) {
      heapBefore = heapMb();
    }
  }
  await new Promise((resolve) => setImmediate(resolve));
  expect(longestMs).toBeLessThan(LONGEST_SEQUENCE_MS);
  expect(heapMb() - heapBefore).toBeLessThan(HEAP_GROWTH_MB);
  if (process.env['FRAME_SEQUENCES'] !== undefined) {
    process.stdout.write(
      `${count} sequences, the longest ${longestMs.toFixed(1)} ms of CPU, heap ${heapBefore}, ${heapMb()} MB\n`,
    );
  }
}

function heapMb(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
}

/**
 * Lets a server say something to a client with some requests.
 *
 * @param mayCancel  whether one request may be cancelled in between; who cancels hears nothing more
 * @returns how each request ended, as often as it did
 */
function converse(bytes: Buffer, mayCancel: boolean): string[][] {
  const socket = fedSocket();
  const client = new ClientConnection(socket, {
    onSettings: () => undefined,
    onGoaway: () => undefined,
    onEnd: () => undefined,
  });
  const head = { scheme: 'https', authority: 'a', fields: { ':method': 'POST', ':path': '/' }, personal: {} };
  const ends = Array.from({ length: REQUESTS }, (): string[] => []);
  for (const fates of ends) {
    let status = 0;
    let body = '';
    const notAfterEnd = (): unknown => fates.length > 0 && fates.push('heard of after its end');
    client.request(head, pick(dice.isOneIn(20) ? LONG_BODIES : SHORT_BODIES), {
      onHead: (value) => {
        status = value;
        notAfterEnd();
      },
      onBody: (part) => {
        body += part.toString('latin1');
        notAfterEnd();
      },
      onEnd: (ending, isUnprocessed) => {
        const how = isUnprocessed ? 'unsent' : 'lost';
        fates.push(ending ? `${how} ${ending.code}` : `${status} ${body}`.trim());
      },
    });
  }
  const cut = mayCancel && dice.isOneIn(3) ? below(bytes.length) : bytes.length;
  feed(socket, bytes.subarray(0, cut), below);
  const cancelled = below(REQUESTS);
  if (cut < bytes.length && ends[cancelled]?.length === 0) {
    client.cancel(1 + 2 * cancelled);
    ends[cancelled].push('cancelled');
  }
  feed(socket, bytes.subarray(cut), below);
  client.destroy({ code: 'OVER' });
  return ends;
}

const toCounts = (ends: string[][]): number[] => ends.map(({ length }) => length);

function randomBytes(): Buffer {
  const parts = Array.from({ length: 1 + below(25) }, () => pick(MAKERS)());
  return Buffer.concat([dice.isOneIn(20) ? Buffer.alloc(0) : settings(), ...parts]);
}

/** Some bytes changed, a piece left out, or a piece doubled. */
function damage(bytes: Buffer): Buffer {
  const at = below(bytes.length);
  const piece = bytes.subarray(at, at + below(40));
  const rest = bytes.subarray(at + piece.length);
  const damaged = Buffer.concat([
    bytes.subarray(0, at),
    pick([piece, Buffer.alloc(0), Buffer.concat([piece, piece]), noise(20)]),
    rest,
  ]);
  for (let change = below(4); change >= 0 && damaged.length > 0; change -= 1) {
    const place = below(damaged.length);
    damaged[place] = dice.isOneIn(2) ? below(256) : (damaged[place] ?? 0) ^ (1 << below(8));
  }
  return damaged;
}
