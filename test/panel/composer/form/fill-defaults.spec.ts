import { describe, expect, it } from 'vitest';
import { newCampaignDraft, type CampaignDraft } from '../../../../apps/panel/composer/contents/campaign-draft.js';
import { fillDefaults, hasPlace } from '../../../../apps/panel/composer/sending/fill-defaults.js';

const place = (name: string, column: number, more: object = {}) => ({
  kind: 'missing' as const,
  field: 'text',
  name,
  line: 1,
  column,
  block: null,
  after: '',
  offer: '…',
  people: 1,
  isForAll: false,
  ...more,
});

function written(text: string): CampaignDraft {
  const draft = newCampaignDraft();
  return { ...draft, contents: draft.contents.map((content) => ({ ...content, text })) };
}

const textOf = ({ contents }: CampaignDraft) => contents[0]?.text;

describe('Defaults written into a campaign', () => {
  it('Each place gets its own default, also several in one line', () => {
    const draft = written('  Hi {{ name | upcase }} of @{town}');
    const defaults = [
      { place: place('name', 7), fallback: "it's you" },
      { place: place('town', 27), fallback: 'here|}' },
    ];
    expect(textOf(fillDefaults(draft, defaults))).toBe(
      '  Hi {{ name | default: "it\'s you" | upcase }} of @{town|here}',
    );
  });

  it('Places of other lines and languages are found', () => {
    const draft = newCampaignDraft();
    const mail = { ...draft.contents[0]?.mail } as NonNullable<(typeof draft.contents)[0]>['mail'];
    const german = { name: 'de', title: '', text: 'Hallo\n{{ name }}', link: '', mail };
    const translated = { ...draft, contents: draft.contents.map((content) => ({ ...content, languages: [german] })) };
    const at = place('name', 4, { field: 'languages.de.text', line: 2 });
    const [content] = fillDefaults(translated, [{ place: at, fallback: 'du' }]).contents;
    expect(content?.languages[0]?.text).toBe("Hallo\n{{ name | default: 'du' }}");
  });

  it('A place that is not there any more, of a block or of the HTML of a mail, is left alone', () => {
    const draft = written('Hi {{ name }}');
    expect(hasPlace(draft, place('name', 7))).toBe(true);
    expect(hasPlace(draft, place('name', 2))).toBe(false);
    expect(hasPlace(draft, place('name', 7, { block: 'footer' }))).toBe(false);
    expect(hasPlace(draft, place('name', 7, { field: 'contents[3].text' }))).toBe(false);
    const mail = { ...draft, contents: draft.contents.map((content) => ({ ...content, platforms: ['EMAIL'] })) };
    expect(hasPlace(mail, place('name', 7))).toBe(false);
  });
});
