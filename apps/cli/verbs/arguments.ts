import { CHANNEL_NAMES } from '#libs/channels/definitions';
import { type ApplicationService, channelOfKey } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';

/**
 * The application of `--app`, or the only one.
 *
 * @throws OperatorError with the list of applications when the choice is not clear
 */
export async function findApp(applications: ApplicationService, name: unknown): Promise<{ id: number }> {
  const all = await applications.listApplications();
  const match = typeof name === 'string' ? all.find((app) => app.name === name) : all.length === 1 ? all[0] : undefined;
  if (match === undefined) {
    const names = all.map((app) => app.name).join(', ') || 'none yet; "herald apply FILE" makes one';
    throw new OperatorError(`Name one of the applications with --app: ${names}.`);
  }
  return match;
}

/** @throws OperatorError with the allowed values */
export function oneOf<T extends string>(allowed: readonly T[], text: string, option: string): T {
  const match = allowed.find((candidate) => candidate === text);
  if (match === undefined) {
    throw new OperatorError(`${option} takes ${allowed.join(', ')}, not "${text}".`);
  }
  return match;
}

/** @throws OperatorError for what can be no notification key */
export function readKey(text: unknown, usage: string): number {
  const key = Number(text);
  if (!Number.isSafeInteger(key) || key < 1 || key >= 2 ** 31) {
    throw new OperatorError(usage);
  }
  return key;
}

/** @returns the key of an account: a channel, or `channel:name`. @throws OperatorError for what can be none */
export function readAccountKey(text: string): string {
  if (channelOfKey(text) === undefined) {
    throw new OperatorError(`ACCOUNT is one of ${CHANNEL_NAMES.join(', ')}, or CHANNEL:NAME, not "${text}".`);
  }
  return text;
}
