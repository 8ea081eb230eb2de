import { readFormFields } from '../../provider/form-fields.js';
import type { CallbackContent, CallbackRequest, ProviderCallbacks } from '../../provider/callback.types.js';
import type { TwilioCredentials } from './twilio-credentials.js';
import { isFromTwilio, readSmsReport } from './twilio-webhooks.js';

/** A response without a message: Twilio then sends nothing to the sender. */
const EMPTY_TWIML = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

/** Callbacks of Twilio: forms with a signature over the URL that it calls. A message has no status, and no time. */
export const TWILIO_CALLBACKS: ProviderCallbacks<TwilioCredentials> = {
  read({ accountSid, authToken }, request): CallbackContent | undefined {
    const signature = request.headers['x-twilio-signature'];
    const fields = readGenuine(request, typeof signature === 'string' ? signature : '', accountSid, authToken);
    if (fields === undefined) {
      return undefined;
    }
    const { To: to, From: from, Body: body } = fields;
    if (fields.MessageStatus !== undefined) {
      const reports = typeof to === 'string' ? [{ address: to, report: readSmsReport(fields) }] : [];
      return { reports, inbound: [] };
    }
    const id = text(fields.MessageSid ?? fields.SmsSid);
    const inbound =
      typeof from === 'string'
        ? [{ from, text: text(body), command: text(fields.OptOutType), ...(id !== '' && { id }) }]
        : [];
    return { reports: [], inbound, answer: { type: 'text/xml', body: EMPTY_TWIML } };
  },
};

function readGenuine(
  request: CallbackRequest,
  signature: string,
  accountSid: string,
  authToken: string,
): ReturnType<typeof readFormFields> {
  const fields = signature === '' ? undefined : readFormFields(request);
  const isGenuine = fields?.AccountSid === accountSid && isFromTwilio(authToken, signature, request.url, fields);
  return isGenuine ? fields : undefined;
}

function text(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}
