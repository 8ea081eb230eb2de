import PostalMime from 'postal-mime';

/** A mail as its reports are read. @property headers  by lower-case name; the first of a name counts */
export interface ReturnedParts {
  headers: ReadonlyMap<string, string>;
  /** The text for people, without the parts. */
  text: string;
  parts: readonly { type: string; text: string }[];
}

/** A report is small, and a deeply nested mail is not a report. */
const PARSE_LIMITS = {
  maxNestingDepth: 20,
  maxHeadersSize: 128 * 1024,
  maxRfc822NestingDepth: 0,
  forceRfc822Attachments: true,
};
/**
 * Bytes and lines that are read of a mail: the report comes before the original message. Both limit the parsing time.
 */
const MAX_BYTES = 256 * 1024;
const MAX_LINES = 5000;
/** Bytes that are read of a part. */
const MAX_PART_BYTES = 64 * 1024;

/** Reads the beginning of a mail. Never throws; an unreadable mail has no parts. */
export async function readReturnedParts(raw: Uint8Array): Promise<ReturnedParts> {
  try {
    const { attachments, headers, text = '' } = await PostalMime.parse(head(raw), PARSE_LIMITS);
    return {
      headers: new Map(headers.map(({ key, value }) => [key, value] as const).toReversed()),
      text: text.slice(0, MAX_PART_BYTES),
      parts: attachments.map(({ mimeType, content }) => ({
        type: mimeType.toLowerCase(),
        text: typeof content === 'string' ? content.slice(0, MAX_PART_BYTES) : decode(content),
      })),
    };
  } catch {
    return { headers: new Map(), text: '', parts: [] };
  }
}

function head(raw: Uint8Array): Uint8Array {
  let end = -1;
  for (let line = 0; line < MAX_LINES; line++) {
    end = raw.indexOf(10, end + 1);
    if (end < 0 || end >= MAX_BYTES) {
      return raw.subarray(0, MAX_BYTES);
    }
  }
  return raw.subarray(0, end);
}

/** Always UTF-8: field names and codes are ASCII, and an unknown charset must not hide them. */
function decode(content: ArrayBuffer | Uint8Array): string {
  return new TextDecoder().decode(new Uint8Array(content).subarray(0, MAX_PART_BYTES));
}
