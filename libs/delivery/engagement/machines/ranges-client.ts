import { Agent, request } from 'undici';
import { AppError } from '#platform/errors';
import { lookupPublicAddress, parsePublicHttpsUrl } from '#platform/net';
import { USER_AGENT } from '#platform/release';

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Downloads a list by https from a public address, without a redirect.
 *
 * @throws AppError malformed for another URL or answer, naming the cause
 */
export async function downloadRanges(from: string): Promise<string> {
  const url = parsePublicHttpsUrl(from);
  if (url === undefined) {
    throw refused('should be a file, or a URL with https of a public address');
  }
  const agent = new Agent({
    maxResponseSize: MAX_BYTES,
    connect: { lookup: lookupPublicAddress, timeout: TIMEOUT_MS },
  });
  try {
    const { statusCode, body } = await request(url, {
      dispatcher: agent,
      headers: { 'user-agent': USER_AGENT, accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await body.text();
    if (statusCode !== 200) {
      throw refused(`answered with status ${statusCode}`);
    }
    return text;
  } catch (error) {
    throw error instanceof AppError ? error : refused(`gave no list: ${readCause(error)}`);
  } finally {
    await agent.destroy();
  }
}

function readCause(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
}

function refused(fault: string): AppError {
  return new AppError('malformed', `'from' ${fault}`, { field: 'from' });
}
