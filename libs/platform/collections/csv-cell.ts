/**
 * A value of CSV (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe in front: whoever wrote the
 * value is not who opens the file.
 */
export function toCsvCell(text: string): string {
  const safe = /^[=@\t\r]|^[+-](?![\d ]+$)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
