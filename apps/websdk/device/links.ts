/**
 * Where a link of a message leads, when a browser may open it: http and https alone, so that no message can run a script
 * (`javascript:`) or show a page of its own making (`data:`).
 *
 * @param base  what a relative link is read against
 */
export function safeLink(link: unknown, base: string): string | undefined {
  if (typeof link !== 'string' || !URL.canParse(link, base)) {
    return undefined;
  }
  const { protocol, href } = new URL(link, base);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
