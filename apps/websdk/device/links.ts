/**
 * The target of a link in a message, if it is http or https: no message may run a script (`javascript:`) or show its own
 * page (`data:`).
 *
 * @param base  base URL of relative links
 */
export function safeLink(link: unknown, base: string): string | undefined {
  if (typeof link !== 'string' || !URL.canParse(link, base)) {
    return undefined;
  }
  const { protocol, href } = new URL(link, base);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
