import { parseJson, toJsonObject } from '#platform/collections';
import { checkByRequest } from '../../provider/check-by-request.js';
import { PostSender } from '../../provider/post.sender.js';
import type { Provider } from '../../provider/provider.types.js';
import { formOfTemplate } from './template-form.js';
import { findValueFault } from './template-values.js';
import { WHATSAPP_ANSWERS } from './whatsapp-answers.js';
import { WHATSAPP_CALLBACKS } from './whatsapp-callbacks.js';
import { WHATSAPP_FORM, type WhatsAppCredentials } from './whatsapp-credentials.js';
import { WHATSAPP_FAULTS } from './whatsapp-faults.js';
import { readErrorCode, WHATSAPP_PROTOCOL } from './whatsapp-protocol.js';
import { listWhatsAppTemplates } from './whatsapp-templates.js';

/** WhatsApp through Meta's Cloud API. It lists no messages and takes a repeat as another message, so a doubt stays one. */
export const WHATSAPP: Provider<'whatsapp', WhatsAppCredentials> = {
  name: 'whatsapp',
  label: 'WhatsApp Cloud API',
  channels: ['whatsapp'],
  credentials: WHATSAPP_FORM,
  answers: WHATSAPP_ANSWERS,
  faults: WHATSAPP_FAULTS,
  simulator: 'whatsapp',
  callbacks: WHATSAPP_CALLBACKS,
  createSender: ({ http1 }) => new PostSender(WHATSAPP_PROTOCOL, http1),
  doubt: () => 'give-up',
  listTemplates: listWhatsAppTemplates,
  findValueFault,
  formOfTemplate,
  check(account) {
    const { apiVersion, phoneNumberId, accessToken } = account.credentials;
    return checkByRequest(account, {
      name: `business number ${phoneNumberId}`,
      protocol: WHATSAPP_PROTOCOL,
      request: {
        method: 'GET',
        path: `/${apiVersion}/${phoneNumberId}?fields=display_phone_number,quality_rating`,
        headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
      },
      judge(status, text) {
        const code = readErrorCode(toJsonObject(parseJson(text))) ?? String(status);
        return status === 200 ? undefined : { code, why: WHATSAPP_ANSWERS.classify(status, code).reason };
      },
    });
  },
  simulatedSender: ({ phoneNumberId }) => phoneNumberId,
};
