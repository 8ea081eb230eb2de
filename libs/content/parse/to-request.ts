import type { Message } from '../model/message.types.js';
import type { ButtonSet, MobilePart, Page } from '../model/message-part.types.js';
import { compact } from '../model/clean-values.js';

const MINUTE = 60;

/**
 * The body of a request that gives this message: what `definitionMessage` or `bulkMessage` reads back to it.
 *
 * @param textField  name of the default text: `message` in a definition, `text` in a bulk send
 */
export function toRequest(stored: Message, textField: 'message' | 'text'): Record<string, unknown> {
  const { text, ios, android, ttlSeconds, buttonSet, buttonSets, hook, ...message } = stored;
  const { silent: _silent, blocks: _blocks, richPushHtml: _page, params: _params, ...plain } = message;
  return compact<Record<string, unknown>>({
    ...plain,
    [textField]: text,
    ios: toPart(ios),
    android: toPart(android),
    ttl: ttlSeconds === undefined ? undefined : `${Math.max(1, Math.floor(ttlSeconds / MINUTE))}m`,
    buttonSet: toButtons(buttonSet, buttonSets),
    hook: hook && compact({ name: hook.name, params: isEmpty(hook.params) ? undefined : hook.params }),
  });
}

function toPart({ titleOfSend: _ofSend, carousel, slider, ...part }: MobilePart): object | undefined {
  const request = compact({ ...part, carousel: carousel?.map(toPage), slider: slider?.map(toPage) });
  return isEmpty(request) ? undefined : request;
}

function toPage({ link, ...page }: Page): object {
  const clickAction = link && ('url' in link ? { url: link.url } : { deepLinkUrl: link.deeplink });
  return compact({ ...page, clickAction });
}

function toButtons(all: ButtonSet | undefined, byPlatform: Message['buttonSets']): object | undefined {
  const platforms = Object.entries(byPlatform ?? {}).map(([platform, set]) => [platform, toButtonSet(set)]);
  return all || platforms.length > 0 ? { ...(all && toButtonSet(all)), ...Object.fromEntries(platforms) } : undefined;
}

/** Every button under its name, also one that opens nothing: the names may not be those of the set. */
function toButtonSet({ id, buttons }: ButtonSet): object {
  const sets = buttons.flatMap(({ name, sets: values }) => (values ? [[name, values] as const] : []));
  return {
    id,
    buttonNames: Object.fromEntries(buttons.map(({ name, replaces }) => [replaces ?? name, name])),
    ...Object.fromEntries(buttons.flatMap(({ name, url }) => (url === undefined ? [] : [[name, url]]))),
    ...(sets.length > 0 && { setAttrOrTag: Object.fromEntries(sets) }),
  };
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
