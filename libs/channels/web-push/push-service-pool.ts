import type { Pool } from 'undici';
import { lookupPublicAddress } from '#platform/net';
import type { ProviderOrigin } from '../sender/channels.types.js';
import { type Http1Limits, openHttp1Pool } from '../transport/http1-pool.js';

/** Push services are few, but endpoints come from request data: the least recently used pool gives way. */
const CACHE_SIZE = 50;
const MAX_RESPONSE_BYTES = 16 * 1024;

/**
 * HTTP connections to push services, one pool per service. A name must lead to public addresses only and the socket uses
 * the very addresses that were checked. A simulated account's messages all go to its configured origin, whatever their
 * endpoint says.
 */
export class PushServicePool {
  private readonly pools = new Map<string, Pool>();

  constructor(
    private readonly limits: Http1Limits,
    private readonly simulator?: ProviderOrigin,
  ) {}

  get(endpoint: URL): Pool {
    const origin =
      this.simulator === undefined ? endpoint.origin : `https://${this.simulator.host}:${this.simulator.port}`;
    const pool = this.pools.get(origin) ?? this.open(origin);
    this.pools.delete(origin);
    this.pools.set(origin, pool);
    const [oldest] = this.pools;
    if (this.pools.size > CACHE_SIZE && oldest !== undefined) {
      this.pools.delete(oldest[0]);
      // Requests in flight finish; nobody waits for the end.
      oldest[1].close().catch(() => undefined);
    }
    return pool;
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  }

  private open(origin: string): Pool {
    const trust = this.simulator === undefined ? { lookup: lookupPublicAddress } : { ca: this.simulator.ca };
    return openHttp1Pool(origin, this.limits, MAX_RESPONSE_BYTES, trust);
  }
}
