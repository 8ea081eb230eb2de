import { readTimeZone } from '#platform/spelling';

/** The surroundings of a mail. @property link  of the panel, for a path; null: its address is not known */
export interface MailPlace {
  app: string;
  /** Language of the member; null: it has chosen none. */
  locale: string | null;
  zone: string;
  link: ((path: string) => string) | null;
  /** Address that ends mails of this kind; null: not known. */
  leave: string | null;
}

/** The zone of a member's times: UTC where none is set, or one that this Node does not know any more. */
export function zoneOf(timeZone: string | null): string {
  return readTimeZone(timeZone ?? '') ?? 'UTC';
}

/** Longer names are cut. */
export const MAX_MAIL_NAME = 120;

/** Writes the ends that both kinds of mails have. */
export function writeEnd(leave: string | null, { off, own }: { off: string; own: string }): string[] {
  return ['', ...(leave === null ? [own] : [off, leave])];
}

/** Headers by which a mail program offers to end the mails (RFC 8058). */
export function leavingHeaders(leave: string | null): Record<string, string> {
  return leave === null
    ? {}
    : {
        'List-Unsubscribe': `<${leave}>`,
        ...(leave.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
      };
}
