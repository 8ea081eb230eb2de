import { setLocal, type Statements } from '#platform/db';

/**
 * From where a change of consent came: a server's key, a device, a link or page of a mail, a mail to the return path, an
 * answer to an SMS, on WhatsApp or in a chat, a provider's report, a merge of users, an import, Herald, or a member in the panel.
 */
export const CONSENT_SOURCES = [
  'API',
  'DEVICE',
  'LINK',
  'MAIL',
  'SMS',
  'PROVIDER',
  'MERGE',
  'IMPORT',
  'HERALD',
  'PANEL',
  'WHATSAPP',
  'CHAT',
] as const;
export type ConsentSource = (typeof CONSENT_SOURCES)[number];

/** @property by  what changed it: the name of a key, the id of an installation, a word or a message; never an address */
export interface ConsentOrigin {
  source: ConsentSource;
  by: string;
}

/** Herald itself. */
export const BY_HERALD: ConsentOrigin = { source: 'HERALD', by: '' };
/** A link or page that belongs to no message. */
export const BY_LINK: ConsentOrigin = { source: 'LINK', by: '' };

/**
 * Names the author of changes of consent for the triggers of the history, in the rest of the transaction · no rows, no
 * locks.
 */
export async function declareConsentOrigin(on: Statements, { source, by }: ConsentOrigin): Promise<void> {
  await setLocal(on, { 'herald.consent_source': source, 'herald.consent_by': by.slice(0, MAX_BY) });
}

const MAX_BY = 200;
