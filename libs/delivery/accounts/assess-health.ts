import type { BatchReport } from '#libs/channels';

/**
 * Assesses a provider by the outcomes of a batch. It is healthy when it answered most messages, and failing when most got no
 * connection, no answer or a server error. Otherwise the batch shows nothing: it is neither. Addresses that may be made up
 * tell nothing.
 */
export function assessHealth({ outcomes }: BatchReport): { failures: number; isHealthy: boolean; code: string } {
  let failures = 0;
  let answers = 0;
  let code = '';
  for (const outcome of outcomes) {
    if (outcome.kind === 'unknown' || (outcome.kind === 'retry' && outcome.reason === 'PROVIDER_UNAVAILABLE')) {
      failures += 1;
      code = outcome.code;
    } else if (outcome.kind === 'failed' && outcome.isSuspect) {
      continue;
    } else if (outcome.kind !== 'retry' && outcome.kind !== 'withheld') {
      answers += 1;
    }
  }
  return { failures: failures > answers ? failures : 0, isHealthy: answers > 0 && failures <= answers, code };
}
