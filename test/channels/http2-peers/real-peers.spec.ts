import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Authority, ensureAuthority } from '#platform/authority';
import { Dice } from '../../support/rooms/dice.js';
import { PeerClient } from './peer-client.js';
import { PEER_KINDS } from './peer-kinds.js';
import { expectation, Questioner, summary } from './questions.js';
import { Origin } from './servers/origin.js';
import type { Peer } from './servers/peer.js';

/** Many take a while: `PEER_QUESTIONS=5000 npm test -- test/channels/http2-peers`. */
const QUESTIONS = Number(process.env['PEER_QUESTIONS'] ?? 200);
const SEED = Number(process.env['PEER_SEED'] ?? 1);
const TIMEOUT_MS = 120_000 + QUESTIONS * 100;

let folder: string;
let authority: Authority;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'herald-peers-'));
  authority = await ensureAuthority(join(folder, 'authority'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe.each(PEER_KINDS)('$name', (kind) => {
  const reason = kind.absent === undefined ? '' : ` (${kind.absent})`;
  let origin: Origin;
  let peer: Peer;
  let client: PeerClient;

  beforeAll(async () => {
    if (kind.absent === undefined) {
      origin = await Origin.open();
      peer = await kind.start({ authority, folder: await mkdtemp(join(folder, 'peer-')), origin });
      client = await PeerClient.open(peer.port, authority.ca);
    }
  }, TIMEOUT_MS);
  afterAll(async () => {
    client?.close();
    await peer?.stop();
    await origin?.close();
  });

  it.skipIf(kind.absent !== undefined)(
    `The HTTP/2 client exchanges ${QUESTIONS} random requests with the server without a misunderstanding${reason}`,
    { timeout: TIMEOUT_MS },
    async () => {
      const questioner = new Questioner(new Dice(SEED), kind);
      const asked = Array.from({ length: QUESTIONS }, () => questioner.next());
      const replies = await Promise.all(asked.map((question) => client.ask(question)));
      replies.forEach((reply, index) => {
        const question = asked[index];
        expect(question && summary(reply), question?.fields[':path']).toEqual(question && expectation(question, kind));
      });
      // A server that is a program of its own reports through its output, which comes later than the last reply.
      const otherThanOnce = (): number =>
        asked.filter(({ fields }) => peer.answered?.().get(fields[':path'] ?? '') !== 1).length;
      await expect.poll(otherThanOnce, { timeout: 10_000 }).toBe(peer.answered === undefined ? QUESTIONS : 0);
      expect(client.ending).toBeUndefined();
    },
  );

  it.skipIf(kind.absent !== undefined)(
    `The connection continues after requests that were cancelled${reason}`,
    async () => {
      const questioner = new Questioner(new Dice(SEED + 1), kind);
      const long = { ...questioner.next(), body: 'x'.repeat(kind.longestBody) };
      const cancelled = { ...long, fields: { ...long.fields, ':path': '/cancelled', 'x-answer-bytes': '50000' } };
      for (let turn = 0; turn < 5; turn += 1) {
        await client.askAndCancel(cancelled);
        const question = questioner.next();
        expect(summary(await client.ask(question))).toEqual(expectation(question, kind));
      }
      await client.ping();
    },
  );
});
