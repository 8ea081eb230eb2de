/**
 * An id of a person for one business (Meta, "Business-scoped user IDs"): the country, for some businesses `ENT`, and up to
 * 128 letters and digits. A person with a user name may have no number that a business sees.
 */
const WHATSAPP_ID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;

/** Tests if a text is such an id. Its case counts. */
export function isWhatsAppId(text: string): boolean {
  return WHATSAPP_ID.test(text);
}
