import { toJsonObject } from '#platform/collections';

/** A request that cannot be served as it is: 400, with every fault that was found. */
export class BadRequest extends Error {
  constructor(readonly faults: string[]) {
    super(faults.join('; '));
  }
}

const HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An http or https URL of this machine, the only one that simulators call. Undefined for any other text. */
export function loopbackUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url !== null && HOSTS.has(url.hostname) && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Fields of a request that must be texts. @throws BadRequest naming each that is missing */
export function readTexts<N extends string>(input: unknown, names: readonly N[]): Record<N, string> {
  const fields = toJsonObject(input);
  const faults = names.filter((name) => typeof fields[name] !== 'string' || fields[name] === '');
  if (faults.length > 0) {
    throw new BadRequest(faults.map((name) => `${name} is required`));
  }
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Record<N, string>;
}
