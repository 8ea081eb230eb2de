/** Apple names no length for its tokens; 32 bytes so far, and more for live activities. */
const HEXADECIMAL = /^(?:[\da-f]{2}){16,}$/i;

/** Tests if a token has hexadecimal digits alone, as those of APNs. */
export function isHexToken(token: string): boolean {
  return HEXADECIMAL.test(token);
}

/**
 * The form in which two tokens are compared. Apple gives bytes, and programs print them in either case; tokens of other
 * services differ by case.
 */
export function toComparableToken(token: string): string {
  return isHexToken(token) ? token.toLowerCase() : token;
}
