/**
 * Stories that `npm test` tries in Firefox too. It needs up to twice as long as Chromium for the same story, so there it tries what
 * browsers do in ways of their own: redirects of a sign-in, files, streams, and the focus of the keyboard. `npm run stories`,
 * and the part `browsers` of `npm run test:full`, try everything in both.
 */
export const TRIES_ALL = process.env['TEST_ALL_BROWSERS'] === '1';

/** Stories, by the subject that their file gives to `findBrowsers`. */
export const FIREFOX_STORIES: ReadonlySet<string> = new Set([
  'OpenID Connect',
  'media on a real gateway',
  'the users of an audience as a file',
  'a campaign that a page follows through the death of a gateway',
  'the calendar of campaigns',
  'the preference page',
]);

/** The screen, by its name, that is drawn there with what it has: figures, lists and a chart. */
export const FIREFOX_SCREEN = 'home';
