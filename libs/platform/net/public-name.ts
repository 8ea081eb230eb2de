import { isIP } from 'node:net';

/**
 * Names that are no one's on the internet: RFC 6761 (localhost, invalid, test), RFC 6762 (local), RFC 7686 (onion), RFC 8375
 * (home.arpa), and the private-use names of ICANN and RFC 6762, appendix G. `example` stays, for documentation.
 */
const SPECIAL_USE =
  /(?:^|\.)(?:localhost|localdomain|invalid|test|local|onion|home\.arpa|internal|intranet|private|corp|home|lan)$/;

/**
 * Finds out by its spelling if everyone may find a host name. Nothing is looked up.
 *
 * @param name  in ASCII, in lower case
 */
export function isPublicName(name: string): boolean {
  return name.includes('.') && isIP(name.replace(/^\[|\]$/g, '')) === 0 && !SPECIAL_USE.test(name);
}
