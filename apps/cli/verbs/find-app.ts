import type { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';

/**
 * The application that `--app` names, or the only one there is.
 *
 * @throws OperatorError listing the applications when it is not clear which one is meant
 */
export async function findApp(applications: ApplicationService, name: unknown): Promise<{ id: number }> {
  const all = await applications.listApplications();
  const found = typeof name === 'string' ? all.find((app) => app.name === name) : all.length === 1 ? all[0] : undefined;
  if (found === undefined) {
    const names = all.map((app) => app.name).join(', ') || 'none yet; "herald apply FILE" makes one';
    throw new OperatorError(`Name one of the applications with --app: ${names}.`);
  }
  return found;
}

/** @throws OperatorError naming what is allowed */
export function oneOf<T extends string>(allowed: readonly T[], text: string, what: string): T {
  const found = allowed.find((one) => one === text);
  if (found === undefined) {
    throw new OperatorError(`${what} takes ${allowed.join(', ')}, not "${text}".`);
  }
  return found;
}
