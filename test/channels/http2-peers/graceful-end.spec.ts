import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Authority, ensureAuthority } from '#platform/authority';
import { Exchange, type ExchangeFailure } from '../../../libs/channels/transport/http2-exchange.js';
import { HTTP2_LIMITS, Http2Pool } from '../../../libs/channels/transport/http2-pool.js';
import { go } from './servers/go.js';
import { node } from './servers/node.js';
import { Origin } from './servers/origin.js';
import type { Peer, PeerKind } from './servers/peer.js';
import { apache, caddy, h2o, nginx } from './servers/proxies.js';

const MESSAGES = 1200;
const AT_A_TIME = 100;
const TIMEOUT_MS = 120_000;

/** A message that records how it ended. */
class RecordedExchange extends Exchange {
  fate = '';

  constructor(
    readonly path: string,
    private readonly onEnd: () => void,
  ) {
    super();
  }
  shouldSend(): boolean {
    return true;
  }
  headers() {
    return { ':method': 'POST', ':path': this.path, 'x-delay-ms': String(this.path.length * 3) };
  }
  body(): string {
    return this.path.repeat(100);
  }
  onAnswer(status: number): void {
    this.end(status === 200 ? 'answered' : `status ${status}`);
  }
  onUnsent(): void {
    this.end('unsent');
  }
  onLost({ code }: ExchangeFailure): void {
    this.end(`lost (${code})`);
  }
  private end(fate: string): void {
    this.fate += fate;
    this.onEnd();
  }
}

/**
 * Servers that end a connection by themselves after some requests, and servers that their operator ends or restarts.
 */
const KINDS: readonly (PeerKind & { isRestarted?: boolean; mayCut?: boolean })[] = [
  nginx('which leaves a connection after 40 requests', 'keepalive_requests 40;'),
  { ...nginx('which is told three times to begin anew', ''), isRestarted: true },
  // A process of Apache's that is about to end may take a connection, say that it will answer all, and close it.
  { ...apache('which is told three times to begin anew', ''), isRestarted: true, mayCut: true },
  { ...h2o, isRestarted: true },
  { ...caddy, isRestarted: true },
  { ...go, isRestarted: true },
  { ...node('whose sessions are closed three times', {}), isRestarted: true },
];

describe.each(KINDS)('$name', (kind) => {
  let folder: string;
  let authority: Authority;
  let origin: Origin;
  let peer: Peer | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'herald-peers-'));
    authority = await ensureAuthority(join(folder, 'authority'));
    origin = await Origin.open();
    peer = kind.absent === undefined ? await kind.start({ authority, folder, origin }) : undefined;
  }, TIMEOUT_MS);
  afterEach(async () => {
    await peer?.stop();
    await origin.close();
    await rm(folder, { recursive: true, force: true });
  });

  it.skipIf(kind.absent !== undefined)(
    `Under load no request gets lost, and no unsent request is answered${kind.absent === undefined ? '' : ` (${kind.absent})`}`,
    { timeout: TIMEOUT_MS },
    async () => {
      const pool = new Http2Pool(
        { origin: `https://127.0.0.1:${peer?.port}`, ca: authority.ca },
        { ...HTTP2_LIMITS, deadlineMs: 60_000, inFlight: AT_A_TIME },
      );
      let ended = 0;
      const all = Array.from({ length: MESSAGES }, (_, n) => new RecordedExchange(`/m${n}`, () => (ended += 1)));
      for (let at = 0; at < MESSAGES; at += AT_A_TIME) {
        pool.submit(all.slice(at, at + AT_A_TIME));
        await expect.poll(() => ended, { timeout: TIMEOUT_MS, interval: 2 }).toBeGreaterThan(at);
        if (kind.isRestarted === true && at > 0 && at % (3 * AT_A_TIME) === 0) {
          peer?.retire?.();
          await sleep(5);
        }
      }
      await pool.close();
      await peer?.stop();
      const answered = peer?.answered?.();
      const fates = all.map(({ fate, path }) => `${fate}, answered ${answered?.get(path) ?? 0} times`);
      const count = (text: string): number => fates.filter((fate) => fate === text).length;
      const cut = fates.filter(
        (fate) => kind.mayCut === true && /^lost \(\w+\), answered [01] times$/.test(fate),
      ).length;
      const sound = count('answered, answered 1 times') + count('unsent, answered 0 times') + cut;
      expect(sound, [...new Set(fates)].join('; ')).toBe(MESSAGES);
      expect(count('answered, answered 1 times')).toBeGreaterThan(AT_A_TIME);
    },
  );
});
