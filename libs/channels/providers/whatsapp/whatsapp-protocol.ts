import { parseJson, toJsonObject } from '#platform/collections';
import type { PostAnswer, PostProtocol } from '../../provider/post-protocol.types.js';
import { isWhatsAppId, type WhatsAppPayload } from '#libs/channels/definitions';
import { WHATSAPP_ANSWERS } from './whatsapp-answers.js';
import type { WhatsAppCredentials } from './whatsapp-credentials.js';

export const GRAPH_ORIGIN = 'https://graph.facebook.com';

/**
 * `POST /vNN.N/PHONE_NUMBER_ID/messages` (Meta, "Cloud API: messages"). The API has no key against repeats and lists no
 * messages. It repeats `biz_opaque_callback_data` in reports, so that they name Herald's message.
 */
export const WHATSAPP_PROTOCOL: PostProtocol<'whatsapp', WhatsAppCredentials> = {
  answers: WHATSAPP_ANSWERS,
  origin: () => GRAPH_ORIGIN,
  secrets: ({ accessToken, appSecret, verifyToken }) => [accessToken, appSecret, verifyToken],

  write({ credentials }, { address, payload, messageId, reportId = messageId }) {
    const { accessToken, apiVersion, phoneNumberId } = credentials;
    const body = {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      ...toRecipient(address),
      biz_opaque_callback_data: reportId,
      ...toContent(payload),
    };
    return {
      path: `/${apiVersion}/${phoneNumberId}/messages`,
      headers: [
        'content-type',
        'application/json',
        'accept',
        'application/json',
        'authorization',
        `Bearer ${accessToken}`,
      ],
      body: JSON.stringify(body).toWellFormed(),
    };
  },

  read({ status, text }): PostAnswer {
    const answer = toJsonObject(parseJson(text));
    if (status < 200 || status >= 300) {
      const code = readErrorCode(answer);
      return { kind: 'refused', codes: code === undefined ? [] : [code] };
    }
    const [message] = Array.isArray(answer['messages']) ? (answer['messages'] as unknown[]) : [];
    const { id } = toJsonObject(message);
    if (typeof id !== 'string') {
      throw new SyntaxError('An answer of the Cloud API without the id of a message');
    }
    return { kind: 'taken', providerId: id };
  },
};

/** The code of an error of the Graph API; undefined where the answer has none. */
export function readErrorCode(answer: Readonly<Record<string, unknown>>): string | undefined {
  const { code } = toJsonObject(answer['error']);
  return typeof code === 'number' || typeof code === 'string' ? String(code) : undefined;
}

/** An id stands in a field of its own: as `to` it would be taken for the digits of a number, and nothing would arrive. */
function toRecipient(address: string): { to: string } | { recipient: string } {
  return isWhatsAppId(address) ? { recipient: address } : { to: address.replace(/^\+/, '') };
}

function toContent(payload: WhatsAppPayload): object {
  switch (payload.type) {
    case 'template': {
      const { name, language, components } = payload.template;
      return {
        type: 'template',
        template: { name, language: { code: language }, ...(components.length > 0 && { components }) },
      };
    }
    case 'text':
      return { type: 'text', text: { body: payload.body, preview_url: false } };
    case 'media': {
      const { media, file, caption } = payload;
      return { type: media, [media]: { ...file, ...(caption !== undefined && { caption }) } };
    }
  }
}
