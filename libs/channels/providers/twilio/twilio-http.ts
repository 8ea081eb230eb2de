import RequestClient from 'twilio/lib/base/RequestClient.js';
import type responses from 'twilio/lib/http/response.js';
import type { Dispatcher } from 'undici';
import { parseRetryAfter } from '../../transport/retry-after.js';
import { readErrorCode, TwilioRefusedError } from './twilio-refusal.js';

/**
 * Transport of Twilio's library over undici, for its questions alone: it creates nothing. It reads Retry-After, and always
 * connects to the origin of the pool, whatever host the library names.
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
      method: 'GET',
      path: url.pathname + url.search,
      headers: {
        ...options.headers,
        authorization: `Basic ${Buffer.from(`${options.username}:${options.password}`).toString('base64')}`,
      },
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
