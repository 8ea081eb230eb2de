/** Fields by name in lower case, unfolded. Of several fields with one name the first counts. */
export type MailReportFields = ReadonlyMap<string, string>;

/** A report needs only its first groups and lines. A longer one is an attack. */
const MAX_GROUPS = 100;
const MAX_VALUE_LENGTH = 2000;

/**
 * Reads the fields of `message/delivery-status` and `message/feedback-report`: groups of header fields, separated by
 * blank lines (RFC 3464, section 2.1; RFC 5965, section 3). Other lines are ignored. Never throws.
 */
export function readFieldGroups(text: string): MailReportFields[] {
  const groups: MailReportFields[] = [];
  for (const block of text.split(/(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/).slice(0, MAX_GROUPS)) {
    const fields = new Map<string, string>();
    for (const line of block.replace(/(?:\r\n|\n|\r)[ \t]+/g, ' ').split(/\r\n|\n|\r/)) {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).trim().toLowerCase();
      if (colon > 0 && /^[!-9;-~]+$/.test(name) && !fields.has(name)) {
        fields.set(
          name,
          line
            .slice(colon + 1)
            .trim()
            .slice(0, MAX_VALUE_LENGTH),
        );
      }
    }
    if (fields.size > 0) {
      groups.push(fields);
    }
  }
  return groups;
}
