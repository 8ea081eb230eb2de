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
