import { describe, expect, it } from 'vitest';
import { addCampaignParameters } from './campaign-parameters.js';

const PARAMETERS = { utm_source: 'shop', utm_medium: 'email', utm_campaign: 'Spring & sun' };
const ADDED = 'utm_source=shop&utm_medium=email&utm_campaign=Spring%20%26%20sun';

describe('Campaign parameters of links', () => {
  it.each([
    ['https://shop.example', `https://shop.example?${ADDED}`],
    ['https://shop.example/a', `https://shop.example/a?${ADDED}`],
    ['https://shop.example/a?', `https://shop.example/a?${ADDED}`],
    ['https://shop.example/a?b=c', `https://shop.example/a?b=c&${ADDED}`],
    ['https://shop.example/a?b=%20ü&', `https://shop.example/a?b=%20ü&${ADDED}`],
    ['https://shop.example/a#part?x=1', `https://shop.example/a?${ADDED}#part?x=1`],
    [
      'https://shop.example/a?utm_source=own',
      'https://shop.example/a?utm_source=own&utm_medium=email&utm_campaign=Spring%20%26%20sun',
    ],
    [`https://shop.example/a?${ADDED}`, `https://shop.example/a?${ADDED}`],
  ])('%s becomes %s', (url, expected) => {
    expect(addCampaignParameters(url, PARAMETERS)).toBe(expected);
    expect(addCampaignParameters(expected, PARAMETERS), 'again').toBe(expected);
  });

  it('A campaign without a name adds no empty parameter', () => {
    expect(addCampaignParameters('https://shop.example', { ...PARAMETERS, utm_campaign: '' })).toBe(
      'https://shop.example?utm_source=shop&utm_medium=email',
    );
  });
});
