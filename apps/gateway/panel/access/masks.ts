/** The end of a number that distinguishes two of one person. */
const SHOWN_DIGITS = 2;

/** The first letter and the host: enough to tell what someone reads out. */
export function maskEmail(email: string): string {
  return `${email.slice(0, 1)}•••${email.slice(email.lastIndexOf('@'))}`;
}

/** The last two digits. */
export function maskNumber(msisdn: string): string {
  return `•••${msisdn.slice(-SHOWN_DIGITS)}`;
}
