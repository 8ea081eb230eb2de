/** Tests if a text is the origin of pages, as browsers write it (RFC 6454, section 6.2): `https://shop.example.com`. */
export function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;
}
