/** A placeholder of the person: `@{code}`, or `@{code|default}`. */
const PLACEHOLDER = /@\{([^{}|]+)(?:\|([^{}|]*))?\}/g;
/** Scheme and host. */
const ORIGIN = /^https:\/\/[^/?#]+/;
/** Stands in place of values where the form of an address is checked. */
const SAMPLE = 'x';

/** The names that an address reads of the person. */
export function listUrlNames(url: string): string[] {
  return [...url.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim());
}

/** An address with the same words, and no placeholder. */
export function toSampleUrl(url: string): string {
  return url.replace(PLACEHOLDER, SAMPLE);
}

/** Tests if values may stand in an address: behind its host, and before a fragment. */
export function hasFixedHost(url: string): boolean {
  const [origin = ''] = ORIGIN.exec(url) ?? [];
  return origin !== '' && !/[@{}\\]/.test(origin) && !url.includes('#') && !/[{}]/.test(toSampleUrl(url));
}

/**
 * Fills an address. Values are parts of a path or a query: none adds a segment, a parameter or a host.
 *
 * @param valueOf  undefined: there is none
 * @returns `missing` for a value without a default; `bad` for one that would lead to another place
 */
export function fillLiveUrl(url: string, valueOf: (name: string) => string | undefined): URL | 'missing' | 'bad' {
  let isMissing = false;
  const filled = url.replace(PLACEHOLDER, (_all, name: string, fallback?: string) => {
    const value = valueOf(name.trim());
    const text = value === undefined || value.trim() === '' ? fallback : value;
    isMissing ||= text === undefined;
    return encodePart(text ?? '');
  });
  const [target, sample] = [URL.parse(filled), URL.parse(toSampleUrl(url))];
  if (isMissing) {
    return 'missing';
  }
  const isSamePlace =
    target !== null &&
    sample !== null &&
    target.origin === sample.origin &&
    target.pathname.split('/').length === sample.pathname.split('/').length;
  return isSamePlace ? target : 'bad';
}

function encodePart(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
