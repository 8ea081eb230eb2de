import type { Channel } from '#libs/channels';
import { renderApns } from './apns.js';
import { renderEmail, renderSms } from './email-and-sms.js';
import { renderFcm } from './fcm.js';
import { PlaceholderFiller } from '../template/placeholder-filler.js';
import { fitsApns, fitsFcm, fitsSms, fitsWebPush } from '../model/size-limits.js';
import type { LanguagePart, Message, RenderFailure, Rendered } from '../model/message.types.js';
import { channelOf, type Platform } from '../model/platforms.js';
import { TemplateCache, toValueText, type Lookup } from '../template/template.js';
import { UNSUBSCRIBE_MARK, UNSUBSCRIBE_NAME } from '../template/tracked-links.js';
import { renderWebPush } from './web-push.js';

/** Renders a message without caching anything but its templates. */
export class Renderer {
  /** Languages of the message, by its own names; undefined is the message itself. */
  readonly languages: readonly (string | undefined)[];
  private readonly templates = new TemplateCache();

  constructor(private readonly message: Message) {
    this.languages = [undefined, ...Object.keys(message.languages ?? {})];
  }

  /**
   * @param language   one of `languages`
   * @param attribute  text of a profile attribute by code; used only where the parameters of the message have no value
   * @param channel    one of `channelsOf(platform)`
   */
  render(
    platform: Platform,
    language: string | undefined,
    attribute: Lookup,
    channel: Channel = channelOf(platform),
  ): Rendered {
    if (platform === 'WP') {
      return renderFailed('NO_PROVIDER');
    }
    const { params } = this.message;
    const filler = new PlaceholderFiller(this.templates, (name) => {
      const parameter = params && Object.hasOwn(params, name) ? toValueText(params[name]) : undefined;
      return parameter ?? (platform === 'EMAIL' && name === UNSUBSCRIBE_NAME ? UNSUBSCRIBE_MARK : attribute(name));
    });
    const part = language === undefined ? undefined : this.message.languages?.[language];
    const rendered = this.build(platform, channel, part, filler);
    return filler.failure === undefined ? rendered : renderFailed(filler.failure);
  }

  private build(
    platform: Platform,
    channel: Channel,
    language: LanguagePart | undefined,
    filler: PlaceholderFiller,
  ): Rendered {
    const { message } = this;
    switch (channel) {
      case 'apns': {
        const { payload, shown } = renderApns(message, platform, language, filler);
        return fitsApns(payload) ? { kind: 'ok', channel, payload, shown } : renderFailed('PAYLOAD_TOO_LARGE');
      }
      case 'fcm': {
        const { payload, shown } = renderFcm(message, language, filler);
        return fitsFcm(payload) ? { kind: 'ok', channel, payload, shown } : renderFailed('PAYLOAD_TOO_LARGE');
      }
      case 'webpush': {
        const { payload, shown } = renderWebPush(message, platform, language, filler);
        return fitsWebPush(payload) ? { kind: 'ok', channel, payload, shown } : renderFailed('PAYLOAD_TOO_LARGE');
      }
      case 'smtp': {
        const { payload, shown } = renderEmail(message, language, filler);
        return { kind: 'ok', channel, payload, shown };
      }
      case 'sms': {
        const { payload, shown } = renderSms(message, language, filler);
        return fitsSms(payload) ? { kind: 'ok', channel, payload, shown } : renderFailed('PAYLOAD_TOO_LARGE');
      }
    }
  }
}

export function renderFailed(reason: RenderFailure): Rendered {
  return { kind: 'failed', reason };
}
