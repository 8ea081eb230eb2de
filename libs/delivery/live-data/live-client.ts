import { Agent } from 'undici';
import type { ProviderOrigin } from '#libs/channels';
import { lookupPublicAddress, parsePublicHttpsUrl } from '#platform/net';
import { USER_AGENT } from '#platform/release';
import type { LiveAnswer } from './live-source.types.js';
import { readLiveAnswer } from './read-live-answer.js';

const CONNECT_TIMEOUT_MS = 5000;
const KEEP_ALIVE_MS = 10_000;
/** In front of the host and path of an address that simulators answer. */
const SIMULATED_PATH = '/live';

export interface LiveRequest {
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Bytes of an answer. */
  limit: number;
  /** It answers in place of the host. */
  simulator?: ProviderOrigin;
}

/**
 * Asks servers of live data by https, and only public addresses. It connects to the very address that was checked, and
 * follows no redirect. The exception are the simulators, which only the configuration can name.
 */
export class LiveClient {
  private readonly agents = new Map<string, Agent>();

  /** Never throws. */
  async get(address: URL, { headers, timeoutMs, limit, simulator }: LiveRequest): Promise<LiveAnswer> {
    const target = simulator ? toSimulated(address, simulator) : parsePublicHttpsUrl(address.href);
    if (!target) {
      return { failure: 'ADDRESS_REFUSED' };
    }
    try {
      const response = await this.getAgent(simulator).request({
        origin: target.origin,
        path: target.pathname + target.search,
        method: 'GET',
        headers: { ...headers, accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': USER_AGENT },
        signal: AbortSignal.timeout(timeoutMs),
      });
      const { statusCode } = response;
      if (statusCode < 200 || statusCode > 299) {
        await response.body.dump({ limit });
        return { failure: `HTTP_${statusCode}` };
      }
      const parts: Buffer[] = [];
      let size = 0;
      for await (const part of response.body as AsyncIterable<Buffer>) {
        size += part.length;
        if (size > limit) {
          return { failure: 'TOO_LARGE' };
        }
        parts.push(part);
      }
      const type = response.headers['content-type'];
      return readLiveAnswer(Array.isArray(type) ? type[0] : type, Buffer.concat(parts));
    } catch (error) {
      return { failure: readFailure(error) };
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.close()));
  }

  private getAgent(simulator: ProviderOrigin | undefined): Agent {
    const key = simulator ? `${simulator.host}:${simulator.port}` : '';
    const cached = this.agents.get(key);
    if (cached) {
      return cached;
    }
    const trust = simulator ? { ca: simulator.ca } : { lookup: lookupPublicAddress };
    const agent = new Agent({ keepAliveTimeout: KEEP_ALIVE_MS, connect: { ...trust, timeout: CONNECT_TIMEOUT_MS } });
    this.agents.set(key, agent);
    return agent;
  }
}

function toSimulated(address: URL, { host, port }: ProviderOrigin): URL {
  return new URL(`https://${host}:${port}${SIMULATED_PATH}/${address.host}${address.pathname}${address.search}`);
}

/** A stable name; the text of an error may have the address. */
function readFailure(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (error instanceof Error && error.name === 'TimeoutError') {
    return 'TIMEOUT';
  }
  return typeof code === 'string' ? code : 'CONNECTION';
}
