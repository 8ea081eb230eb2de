import type { IncomingHttpHeaders } from 'node:http2';
import type { HeaderFields } from '#http2-client';
import type { Http2Target } from './http2-session.js';
import { Exchange, type ExchangeFailure } from './http2-exchange.js';
import { Http2Pool } from './http2-pool.js';
import { CHECK_LIMITS } from './check-limits.js';

/** The answer of a provider; the body of 2xx is ''. */
export interface Http2Answer {
  status: number;
  body: string;
}

class Question extends Exchange {
  constructor(
    private readonly request: { headers: HeaderFields; body: string },
    private readonly settle: (end: Http2Answer | ExchangeFailure) => void,
  ) {
    super();
  }

  shouldSend(): boolean {
    return true;
  }

  headers(): HeaderFields {
    return this.request.headers;
  }

  body(): string {
    return this.request.body;
  }

  onAnswer(status: number, _headers: IncomingHttpHeaders, body: string): void {
    this.settle({ status, body });
  }

  onUnsent(failure: ExchangeFailure): void {
    this.settle(failure);
  }

  onLost(failure: ExchangeFailure): void {
    this.settle(failure);
  }
}

/** Asks a provider once, over a connection of its own. */
export async function askOverHttp2(
  target: Http2Target,
  request: { headers: HeaderFields; body: string },
): Promise<Http2Answer | ExchangeFailure> {
  const pool = new Http2Pool(target, { ...CHECK_LIMITS, inFlight: 1, connections: 1, silenceMs: 2000, client: 'own' });
  const end = await new Promise<Http2Answer | ExchangeFailure>((resolve) => {
    pool.submit([new Question(request, resolve)]);
  });
  await pool.close();
  return end;
}
