import type { LookupFunction } from 'node:net';
import { USER_AGENT } from '#platform/release';
import { CHECK_LIMITS } from './check-limits.js';
import { openHttp1Pool } from './http1-pool.js';

const MAX_RESPONSE_BYTES = 256 * 1024;

export interface Http1Question {
  method: 'GET' | 'HEAD' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/**
 * Asks a host once, over a connection of its own.
 *
 * @param place  `https://host`, with a port where it has an own one
 * @throws the error of the connection, or of an answer that is not whole after 8 s
 */
export async function askOverHttp1(
  place: string,
  trust: { ca?: string; lookup?: LookupFunction },
  question: Http1Question,
): Promise<{ status: number; text: string }> {
  const pool = openHttp1Pool(place, { ...CHECK_LIMITS, inFlight: 1 }, MAX_RESPONSE_BYTES, trust);
  try {
    const { statusCode, body } = await pool.request({
      ...question,
      headers: { 'user-agent': USER_AGENT, ...question.headers },
      signal: AbortSignal.timeout(CHECK_LIMITS.deadlineMs),
    });
    return { status: statusCode, text: await body.text() };
  } finally {
    await pool.close();
  }
}
