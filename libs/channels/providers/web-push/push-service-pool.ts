import { LruCache } from '#platform/collections';
import { lookupPublicAddress } from '#platform/net';
import type { ProviderOrigin } from '../../sender/channels.types.js';
import { Http1Client } from '../../transport/http1-client.js';
import { type Http1Limits, openHttp1Pool } from '../../transport/http1-pool.js';

/** The allowed push services are few, but some have a name for each region. */
const CACHE_SIZE = 50;
const MAX_RESPONSE_BYTES = 16 * 1024;

/**
 * HTTP connections to push services, one pool for each service. A host name must resolve to public addresses only, and the
 * socket uses the checked addresses. A simulated account always connects to its configured origin.
 */
export class PushServicePool {
  private readonly pools = new LruCache<string, Http1Client>({
    max: CACHE_SIZE,
    // Requests in flight finish first.
    dispose: (pool) => void pool.close().catch(() => undefined),
  });

  constructor(
    private readonly limits: Http1Limits,
    private readonly simulator?: ProviderOrigin,
  ) {}

  /** @param origin  of an endpoint */
  get(origin: string): Http1Client {
    const pool = this.pools.get(origin) ?? this.open(origin);
    this.pools.set(origin, pool);
    return pool;
  }

  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  }

  private open(origin: string): Http1Client {
    const { limits, simulator } = this;
    const pool =
      simulator === undefined
        ? openHttp1Pool(origin, limits, MAX_RESPONSE_BYTES, { lookup: lookupPublicAddress })
        : openHttp1Pool(`https://${simulator.host}:${simulator.port}`, limits, MAX_RESPONSE_BYTES, {
            ca: simulator.ca,
          });
    return new Http1Client(pool, limits.deadlineMs);
  }
}
