import type { BatchReport } from '#libs/channels';

/** So many messages in a row that a provider failed on open its breaker. */
export const MAX_CONSECUTIVE_FAILURES = 10;

/**
 * What a batch says of a provider: it works, it is out of order (no connection, no answer, an error of its own for most of
 * the batch), or nothing (every recipient failed on this side, or the provider asked for patience).
 */
export function assessHealth({ outcomes }: BatchReport): { failures: number; isHealthy: boolean; code: string } {
  let failures = 0;
  let answers = 0;
  let code = '';
  for (const outcome of outcomes) {
    if (outcome.kind === 'unknown' || (outcome.kind === 'retry' && outcome.reason === 'PROVIDER_UNAVAILABLE')) {
      failures += 1;
      code = outcome.code;
    } else if (outcome.kind !== 'retry') {
      answers += 1;
    }
  }
  return { failures: failures > answers ? failures : 0, isHealthy: answers > 0 && failures <= answers, code };
}
