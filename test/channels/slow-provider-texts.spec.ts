import { describe, expect, it } from 'vitest';
import { toProviderWords } from '#libs/channels';
import { blamesSender, namesUnknownUser } from '../../libs/channels/providers/smtp/answer-words.js';
import { listPlaces } from '../../libs/channels/providers/whatsapp/template-parts.js';
import { HOSTILE_TEXTS, slowTexts, type HostileText } from '../support/rooms/hostile-texts.js';

/** Texts that a pattern of hosts, addresses or places tries again at every character. */
const NAMES: HostileText[] = ['a.', '1.', 'a-', 'a@', '@a', '<a', '{{', '{{ ', '+1', 'a_'].map((part) => ({
  name: part,
  make: (length) => `{{ ${part.repeat(length / part.length)}`,
}));

describe('Processing time of hostile texts about providers', () => {
  it.each<[string, (text: string) => unknown]>([
    ['the words of a provider', (text) => toProviderWords(text, ['secret'])],
    ['the answer of a mail relay', (text) => [blamesSender(text, ['ann@example.com']), namesUnknownUser(text)]],
    ['the text of a template of WhatsApp', (text) => [listPlaces(text), listPlaces(`{{${text}`)]],
  ])('A hostile text is read in time proportional to its length as %s', async (_, read) =>
    expect(await slowTexts(read, [...HOSTILE_TEXTS, ...NAMES])).toEqual([]),
  );
});
