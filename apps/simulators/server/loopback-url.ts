const HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/** A URL of this machine: simulators call nobody else. Undefined for any other, and for what is no http or https URL. */
export function loopbackUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url !== null && HOSTS.has(url.hostname) && /^https?:$/.test(url.protocol) ? url : undefined;
}
