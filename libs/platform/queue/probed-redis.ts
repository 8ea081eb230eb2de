import { once } from 'node:events';
import { Cluster } from 'ioredis';
import type { RedisKind } from '#platform/config';
import type { Logger } from '#platform/runtime';
import type { RedisClient } from './open-redis.js';
import {
  assertWhole,
  describePolicy,
  describeTopology,
  QUEUE_POLICY,
  readRedisFacts,
  type RedisFacts,
} from './redis-facts.js';
import { refuseRedis } from './redis-fault.js';

/** The key of the probe lives longer than the pause between two. */
const PROBE_TTL_MS = 60_000;

/** Asks a Redis or a cluster whether it takes jobs. */
export class ProbedRedis {
  /** The facts of the servers that were connected last; undefined where the user may not ask. */
  facts: RedisFacts | undefined;
  /** Why the latest attempt to connect failed. */
  lastError: Error | undefined;
  private isKnown = false;
  private toldPolicy: string | undefined;

  /** @param probeKey  is written with every question */
  constructor(
    private readonly redis: RedisClient,
    private readonly kind: RedisKind,
    private readonly probeKey: string,
    private readonly logger: Logger,
  ) {
    // Behind the same address another server may answer next time.
    const forget = (): void => void (this.isKnown = false);
    redis.on('close', forget);
    redis.on('+node', forget);
    if (redis instanceof Cluster) {
      // It connects, asks a node whether the cluster works, and connects again without a word while it does not.
      redis.on('connect', () => void (this.lastError = new Error('CLUSTERDOWN')));
      redis.on('ready', () => void (this.lastError = undefined));
    }
  }

  /** Writes a key, because a server without memory, a replica and a full disk all answer a ping. */
  async ask(): Promise<void> {
    await this.waitUntilReady();
    if (!this.isKnown) {
      this.facts = await readRedisFacts(this.redis);
      this.isKnown = true;
      this.tellPolicy();
    }
    if (this.kind !== 'cluster' && this.facts?.isCluster) {
      throw new Error('cluster mode');
    }
    if (this.redis instanceof Cluster) {
      await assertWhole(this.redis);
    }
    await this.redis.set(this.probeKey, '1', 'PX', PROBE_TTL_MS);
  }

  /** A command waits for the next connection when its own is lost. */
  findLoss(): Error | undefined {
    return this.redis.status === 'ready' ? undefined : this.lastError;
  }

  /** @throws ConfigError when the servers that answered are none for a queue */
  assertUsable(): void {
    const fault = describeTopology(this.kind, this.facts, this.lastError);
    if (fault !== undefined) {
      refuseRedis(fault);
    }
  }

  private async waitUntilReady(): Promise<void> {
    if (
      ['connecting', 'connect', ...(this.redis instanceof Cluster ? ['reconnecting'] : [])].includes(this.redis.status)
    ) {
      // The listener of the error keeps its reason.
      await once(this.redis, 'ready').catch(() => undefined);
    }
    if (this.redis.status !== 'ready') {
      throw this.lastError ?? new Error('Connection is closed');
    }
  }

  private tellPolicy(): void {
    const policy = this.facts?.policy;
    if (policy !== undefined && policy !== QUEUE_POLICY && policy !== this.toldPolicy) {
      this.logger.warn({ policy }, describePolicy(policy));
    }
    this.toldPolicy = policy;
  }
}
