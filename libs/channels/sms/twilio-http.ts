import RequestClient from 'twilio/lib/base/RequestClient.js';
import type responses from 'twilio/lib/http/response.js';
import type { Dispatcher } from 'undici';
import { parseJson, toJsonObject } from '#platform/collections';
import { parseRetryAfter } from '../transport/retry-after.js';

/** Twilio refused a request. The error has nothing of the request: errors of the library contain credentials. */
export class TwilioRefusedError extends Error {
  constructor(
    readonly status: number,
    /** Twilio's error number, or the status when it names none. */
    readonly code: string,
    readonly raw: string,
    readonly afterMs: number | undefined,
  ) {
    super(`Twilio answered ${status}, error ${code}`);
    this.name = 'TwilioRefusal';
  }
}

/**
 * Transport of the Twilio client over undici. It costs a quarter of axios and reads Retry-After. It always connects to
 * the origin of the pool, whatever host the library names.
 */
export class TwilioHttp extends RequestClient {
  constructor(
    private readonly pool: Dispatcher,
    private readonly deadlineMs: number,
  ) {
    super();
  }

  /** @throws TwilioRefusedError for a status other than 2xx, else the error of the connection */
  override async request<TData>(options: RequestClient.RequestOptions<TData>): Promise<responses.default<TData>> {
    const url = new URL(options.uri);
    for (const [name, value] of Object.entries(options.params ?? {})) {
      url.searchParams.set(name, String(value));
    }
    const { statusCode, headers, body } = await this.pool.request({
      method: options.method === 'post' ? 'POST' : 'GET',
      path: url.pathname + url.search,
      headers: {
        ...options.headers,
        authorization: `Basic ${Buffer.from(`${options.username}:${options.password}`).toString('base64')}`,
      },
      body: typeof options.data === 'object' && options.data !== null ? encodeForm(options.data) : null,
      signal: AbortSignal.timeout(this.deadlineMs),
    });
    const text = await body.text();
    if (statusCode < 200 || statusCode >= 300) {
      throw new TwilioRefusedError(
        statusCode,
        readErrorCode(text) ?? String(statusCode),
        text,
        parseRetryAfter(headers),
      );
    }
    return { statusCode, body: JSON.parse(text), headers };
  }
}

function encodeForm(data: object): string {
  return new URLSearchParams(
    Object.entries(data).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
}

function readErrorCode(text: string): string | undefined {
  const { code } = toJsonObject(parseJson(text));
  return typeof code === 'number' ? String(code) : undefined;
}
