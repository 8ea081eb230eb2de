import { describe, expect, it } from 'vitest';
import { platformOf } from './platform.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('platformOf', () => {
  it.each([
    [CHROME, 'CHROME'],
    [CHROME.replace('Windows NT 10.0; Win64; x64', 'Linux; Android 10; K'), 'CHROME'],
    [CHROME.replace('Chrome/', 'HeadlessChrome/'), 'CHROME'],
    [`${CHROME} Edg/149.0.0.0`, 'EDGE'],
    [`${CHROME} OPR/120.0.0.0`, 'OPERA'],
    [CHROME.replace('Safari', 'YaBrowser/26.4.0.0 Safari'), 'YANDEX'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'FIREFOX'],
    ['Mozilla/5.0 (Android 14; Mobile; rv:153.0) Gecko/153.0 Firefox/153.0', 'FIREFOX'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'MACOS',
    ],
    [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'SAFARI'],
    [`${IPHONE} CriOS/149.0 Mobile/15E148 Safari/604.1`, 'SAFARI'],
    [`${IPHONE} EdgiOS/149.0 Mobile/15E148 Safari/604.1`, 'SAFARI'],
    ['', 'SAFARI'],
  ])('platformOf determines the platform of the user agent "%s"', (agent, platform) => {
    expect(platformOf(agent)).toBe(platform);
  });
});
