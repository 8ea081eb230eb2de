export { faultOfId } from './client-id.js';
export type { TextCommand } from './command-words.js';
export { DAY_MS, faultOfInstant, toDay, toDayNumber } from './day.js';
export { dayNumberSql } from './day.sql.js';
export { readDuration } from './duration.js';
export { isHexToken, toComparableToken } from './device-token.js';
export { instantIn, localInstant, wallIn, worldwideSpan } from './local-time.js';
export { hasInvisible, trimInvisible } from './invisible.js';
export {
  domainOfMailbox,
  fitsEnvelope,
  listEarlierKeys,
  readMailbox,
  toAsciiDomain,
  toMailboxKey,
  toRuledMailboxKey,
  type MailboxRule,
} from './mailbox.js';
export {
  countryOfNumber,
  isPhoneCountry,
  parsePhoneNumber,
  suspectNationalNumber,
  toReportedNumber,
} from './phone-number.js';
export { readTextCommand } from './text-command.js';
export { readReportedZone, readTimeZone } from './time-zone.js';
