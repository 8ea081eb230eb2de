import { readFile } from 'node:fs/promises';
import { readApplicationFile } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';

/** In place of secrets that a file names: journeys need none of them. */
const UNSET = 'unset';
const ENVIRONMENT = new Proxy<Record<string, string>>({}, { get: (_, name) => process.env[String(name)] ?? UNSET });

/**
 * Reads a file with journeys, YAML or JSON. Key files are not read, because nothing is sent.
 *
 * @throws OperatorError for a file that cannot be read; AppError with its line for one that is no YAML
 */
export async function readJourneyFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new OperatorError(`${path} cannot be read.`, { cause: error });
  });
  return readApplicationFile(text, { env: ENVIRONMENT, readFile: () => Promise.resolve(UNSET) });
}
