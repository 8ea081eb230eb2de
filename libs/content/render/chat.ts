import { missing } from '#platform/errors';
import { compact } from '../model/clean-values.js';
import type { DisplayedText } from '../model/render.types.js';
import type { ChannelContent } from './channel-content.js';
import { renderSms } from './email-and-sms.js';

/** Telegram, "sendMessage": characters of a text. Slack takes more. */
const MAX_TEXT = 4096;

/** A message of a messenger: the text, and under it the page that it leads to, where the text does not name it. */
export const CHAT_CONTENT: ChannelContent<'chat'> = {
  render(message, _variant, language, filler) {
    const { shown: rendered } = renderSms(message, language, filler);
    const { text: written = '' } = rendered;
    const { url } = filler.fillLink(language?.click ?? message.click);
    const text = url === undefined || written.includes(url) ? written : `${written}\n\n${url}`;
    const shown = compact<DisplayedText>({ ...rendered, text });
    return text.length > MAX_TEXT ? { failure: 'PAYLOAD_TOO_LARGE' } : { payload: { text }, shown };
  },
  measure: ({ text }) => ({ bytes: Buffer.byteLength(text), limit: null }),
  check({ text }, nameOf) {
    if (text === undefined) {
      throw missing(nameOf('message'));
    }
  },
};
