import type { Message, SendPart } from '../model/message.types.js';
import type { LanguagePart, MobilePart } from '../model/message-part.types.js';
import { refuseBrokenPlaceholders } from '#libs/content/template';
import { compact } from '../model/clean-values.js';

/**
 * The message of one transactional send: the definition with what the send changes (interface, section 4.3). Parameters
 * and custom JSON are merged key by key, platform blocks field by field, everything else is replaced. A click action of
 * the send also replaces those of the languages, and so does a title on its platform.
 *
 * @throws AppError malformed for a fault in a template of the send
 */
export function mergeSend(definition: Message, send: SendPart): Message {
  const { liveActivity, ...changes } = send;
  if (definition.templates) {
    const { templates, blocks } = definition;
    refuseBrokenPlaceholders({ ...changes, templates, ...(blocks && { blocks }) }, (field) => `message.${field}`);
  }
  return compact<Message>({
    ...definition,
    ...changes,
    liveActivity: definition.liveActivity && { ...definition.liveActivity, ...liveActivity },
    ios: overridden(definition.ios, send.ios),
    android: overridden(definition.android, send.android),
    params: merged(definition.params, send.params),
    customJson: merged(definition.customJson, send.customJson),
    // A mark of the send also replaces the types of the definition.
    ...(send.transactional && {
      smsIysMessageType: send.smsIysMessageType,
      emailIysMessageType: send.emailIysMessageType,
    }),
    ...(send.click ? { languages: withoutClick(definition.languages) } : {}),
    ...(send.buttonSet || send.buttonSets ? { buttonSet: send.buttonSet, buttonSets: send.buttonSets } : {}),
  });
}

function overridden<P extends MobilePart>(stored: P, sent: P): P {
  return compact<P>({ ...stored, ...sent, titleOfSend: sent.title === undefined ? stored.titleOfSend : true });
}

function merged<T extends object>(stored: T | undefined, sent: T | undefined): T | undefined {
  return stored && sent ? { ...stored, ...sent } : (sent ?? stored);
}

function withoutClick(languages: Message['languages']): Message['languages'] {
  if (!languages) {
    return undefined;
  }
  const stripped = Object.entries(languages).map(([name, { title, text }]): [string, LanguagePart] => [
    name,
    compact<LanguagePart>({ title, text }),
  ]);
  return Object.fromEntries(stripped);
}
