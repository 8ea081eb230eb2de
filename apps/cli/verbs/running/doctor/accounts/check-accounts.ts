import { explainFault } from '#libs/channels';
import { AccountStateService, type AccountStatus } from '#libs/delivery/accounts';
import { ApplicationService } from '#libs/tenancy';
import { formatLastError } from '../../../last-error.js';
import { type Check, failed, type Finding, ok, warning } from '../check.js';

/** The provider accounts of all applications: which do not send, and what their providers say. */
export const accountsCheck: Check = {
  name: 'accounts',
  applies: ({ hasDatabase }) => hasDatabase,
  async run({ rooms }) {
    const context = await rooms();
    const troubled = await context.get(AccountStateService).listTroubled();
    if (troubled.length === 0) {
      return ok('no provider account fails');
    }
    const apps = await context.get(ApplicationService).listApplications();
    const names = new Map(apps.map(({ id, name }) => [id, name]));
    return troubled.map((status) => toFinding(status, names.get(status.appId) ?? ''));
  },
};

function toFinding(status: AccountStatus, app: string): Finding {
  const { key, provider, paused, breaker, lastError } = status;
  const stop = paused ?? breaker;
  const error = lastError && !lastError.endedAt ? lastError : null;
  const reason = error ?? stop;
  const state = paused ? 'is paused' : breaker ? 'rests' : 'fails';
  const cause = error ? formatLastError(error) : `${stop?.why}, ${stop?.code}`;
  const advice = reason ? explainFault(provider, reason).advice : '';
  const text = `${key} of ${app} ${state}: ${cause}. ${advice} "herald account test ${key} --app ${app}" tries it.`;
  // A provider that asked for patience is no fault.
  return !paused && breaker?.trips === 0 ? warning(text) : failed(text);
}
