import { queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { ask, read } from '../client.js';
import { Refusal } from '../refusals/refusal.js';

type Schemas = components['schemas'];
/** @property id  of the check that counted it. @property endedAt  when it was counted */
export type CampaignCheck = Schemas['CampaignCheckDto'] & { id: string; endedAt?: string | null };
type Check = Schemas['CheckDto'];

/** How soon a check that takes long is asked how far it is. */
const POLL_MS = 700;
/** So often in a row no answer may come: about half a minute. */
const MAX_SILENT = 40;

/** @property onShare  receives the share of a long check that is done, 0 to 1 */
interface Following {
  signal: AbortSignal;
  onShare: (share: number) => void;
}

/**
 * Begins a check and waits for its end. When `signal` aborts, the server stops the check.
 *
 * @param path  of the operation that begins it
 * @throws {Refusal} of the campaign, and for a check that was stopped or failed
 */
export async function followCheck(
  app: string,
  path: string,
  body: object,
  { signal, onShare }: Following,
): Promise<CampaignCheck> {
  let check = await ask<Check>(path, body, signal);
  const own = `/apps/${encodeURIComponent(app)}/checks/${check.id}`;
  const stop = (): void => void ask(`${own}/stop`, {}, AbortSignal.timeout(5000)).catch(() => undefined);
  try {
    for (let silent = 0; check.state === 'OPEN';) {
      onShare(check.share);
      await pause(signal);
      try {
        check = await read<Check>(own, {}, signal);
        silent = 0;
      } catch (error) {
        silent += 1;
        if (!isPassing(error) || silent > MAX_SILENT) {
          throw error;
        }
      }
    }
  } catch (error) {
    if (signal.aborted) {
      stop();
    }
    throw error;
  }
  if (check.check === null) {
    const { message, field } = check.fault ?? { message: '', field: null };
    const code = check.state === 'STOPPED' ? 'check_stopped' : 'check_failed';
    throw new Refusal(409, null, [{ code, text: message, path: field ?? '' }]);
  }
  return { ...check.check, id: check.id, endedAt: check.endedAt };
}

/** The server is away for a moment; a check survives that. */
function isPassing(error: unknown): boolean {
  return error instanceof Refusal && (error.isOffline || error.status >= 500);
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, POLL_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** Payloads of a few recipients of a check, for readers who may find people. */
export const checkSamples = (app: string, id: string) =>
  queryOptions({
    queryKey: [app, 'checks', id, 'samples'],
    queryFn: ({ signal }) =>
      read<Schemas['CheckSamplesDto']>(`/apps/${encodeURIComponent(app)}/checks/${id}/samples`, {}, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
