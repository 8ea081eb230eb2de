/**
 * What `npm test` tries in Firefox too. It needs several times as long as Chromium for the same story, so there it tries what
 * browsers do in ways of their own: signing in, the policy of the page, focus and keys, files that are given and taken,
 * streams, storage, and two pages at once. `npm run stories` tries everything in both.
 */
export const TRIES_ALL = process.env['TEST_ALL_BROWSERS'] === '1';

/** Stories, by the subject that their file gives to `findBrowsers`. */
export const FIREFOX_STORIES: ReadonlySet<string> = new Set([
  'OpenID Connect',
  'the panel on a real gateway',
  'stories in the panel',
  'drafts',
  'presence on drafts',
  'tests of a message',
  'moving campaigns on the calendar',
  'approvals on a real gateway',
  'groups of clauses on a real gateway',
  'imports on a real gateway',
  'tags for audiences on a real gateway',
  'the file of a person',
  'the users of an audience as a file',
  'a campaign that a page follows through the death of a gateway',
]);

/** Screens, by their name: figures, a long form, tables, charts, and times. The first is tried in every state. */
export const FIREFOX_SCREENS: readonly string[] = ['home', 'composer', 'campaign', 'reports', 'calendar'];
