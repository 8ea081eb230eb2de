import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Agent } from 'undici';
import type { ProviderOrigin } from '#libs/channels';
import { lookupPublicAddress, parsePublicHttpsUrl } from '#platform/net';
import { USER_AGENT } from '#platform/release';

const CONNECT_TIMEOUT_MS = 5000;
/** The size of an answer that is not read. */
const DUMPED_BYTES = 4096;
/** For the whole answer. */
const TIMEOUT_MS = 5 * 60_000;
/** A million items with ten fields take about 200 MB. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Longer ones are no validators of a server. */
const MAX_VALIDATOR = 1000;
/** In front of the host and path of an address that simulators answer. */
const SIMULATED_PATH = '/live';

/** The validators of an answer (ETag, Last-Modified), which the next request carries. */
export interface FeedValidators {
  etag: string | null;
  lastModified: string | null;
}

export type FeedAnswer = (FeedValidators & { kind: 'loaded' }) | { kind: 'same' } | { kind: 'failed'; reason: string };

export interface FeedRequest extends FeedValidators {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** It answers in place of the host. */
  simulator?: ProviderOrigin;
}

/** Too large an answer. */
class TooLargeError extends Error {
  readonly code = 'TOO_LARGE';
}

/**
 * Fetches a feed into a file by https, from public addresses alone: it connects to the very address that was checked, and
 * follows no redirect. Never throws.
 */
export async function fetchFeed(
  { url, headers, simulator, ...validators }: FeedRequest,
  path: string,
): Promise<FeedAnswer> {
  const address = parsePublicHttpsUrl(url);
  if (!address) {
    return { kind: 'failed', reason: 'ADDRESS_REFUSED' };
  }
  const target = simulator ? toSimulated(address, simulator) : address;
  const trust = simulator ? { ca: simulator.ca } : { lookup: lookupPublicAddress };
  const agent = new Agent({ connect: { ...trust, timeout: CONNECT_TIMEOUT_MS } });
  try {
    const response = await agent.request({
      origin: target.origin,
      path: target.pathname + target.search,
      method: 'GET',
      headers: {
        ...headers,
        ...(validators.etag !== null && { 'if-none-match': validators.etag }),
        ...(validators.lastModified !== null && { 'if-modified-since': validators.lastModified }),
        'accept-encoding': 'identity',
        'user-agent': USER_AGENT,
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { statusCode, body } = response;
    if (statusCode === 304 && (validators.etag ?? validators.lastModified) !== null) {
      await body.dump({ limit: DUMPED_BYTES });
      return { kind: 'same' };
    }
    if (statusCode !== 200) {
      await body.dump({ limit: DUMPED_BYTES });
      return { kind: 'failed', reason: `HTTP_${statusCode}` };
    }
    await pipeline(body, limitBytes, createWriteStream(path));
    return {
      kind: 'loaded',
      etag: readValidator(response.headers['etag']),
      lastModified: readValidator(response.headers['last-modified']),
    };
  } catch (error) {
    return { kind: 'failed', reason: readFailure(error) };
  } finally {
    await agent.destroy();
  }
}

async function* limitBytes(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_BYTES) {
      throw new TooLargeError();
    }
    yield chunk;
  }
}

function readValidator(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value.length <= MAX_VALIDATOR && /^[\x20-\x7e]+$/.test(value) ? value : null;
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
