/** The private values of the one sought user, and values that no user has. */
export const ADA = { income: 50_000, nationalId: '11223344', email: 'ada@example.com', card: '4929' } as const;
export type Secrets = Readonly<Record<keyof typeof ADA, string | number>>;
export const NOBODY: Secrets = { income: 50_001, nationalId: '99887766', email: 'eve@example.com', card: '5555' };

/** Ways to ask a target for private values. Each goes with a tag that one user alone has. */
export const CONDITIONS: Readonly<Record<string, (secrets: Secrets) => object>> = {
  'a value': ({ income }) => ({ profile: { income } }),
  'a list of values': ({ income }) => ({ profile: { income: [1, income] } }),
  'a range': ({ income }) => ({ profile: { income: { $gte: income } } }),
  'two limits': ({ income }) => ({ profile: { income: { $between: [income, income] } } }),
  'the opposite of a value': ({ income }) => ({ profile: { income: { $not: { $gt: income } } } }),
  'one of some attributes': ({ income }) => ({ profile: { $or: { income: [income], plan: ['none'] } } }),
  'a part of a text': ({ nationalId }) => ({ profile: { nationalId: { $contains: [nationalId] } } }),
  'an address': ({ email }) => ({ profile: { email } }),
};

/** Further conditions of the target of a segment. */
export const SEGMENT_CONDITIONS: Readonly<Record<string, (secrets: Secrets) => object>> = {
  'a group': ({ income }) => ({ any: [{ profile: { income } }, { tag: 'nobody' }] }),
  'a group of those outside': ({ income }) => ({ none: [{ profile: { income: { $lt: income } } }] }),
  'a detail of an event': ({ card }) => ({ event: { name: 'Paid', where: { card: [card] } } }),
  'limits of a detail': ({ card }) => ({ event: { name: 'Paid', where: { amount: { atLeast: Number(card) } } } }),
};

const MESSAGE = { title: 'Sale', text: 'Now', platforms: ['IOS'] };
const CHECKED = { hash: 'a'.repeat(64), planned: 0 };

/**
 * An operation that answers a question about private values, whoever asks.
 *
 * @property body    of a request with such a target
 * @property takes   `profile`: conditions on attributes alone; `segment`: what a segment takes, too
 * @property scope   of the REST operation
 */
export interface Question {
  body: (target: object) => object;
  takes: 'profile' | 'bulk' | 'segment';
  scope?: string;
}

/** Segments that are there before anybody asks. */
export const SEGMENTS = [
  { name: 'rich', target: { profile: { income: { $gte: 40_000 } } } },
  { name: 'open', target: { tag: 'gold' } },
];
const sectionWith = (target: object): string => JSON.stringify({ segments: [...SEGMENTS, { name: 'NAME', target }] });
const conditionsOf = (target: object): unknown => (target as { profile?: object }).profile;

/** Operations of the REST interface whose answer, or what comes of them, depends on what a target asks. */
export const REST_QUESTIONS: Readonly<Record<string, Question>> = {
  'post /rest/3.0/targeting/count': {
    scope: 'audience',
    takes: 'profile',
    body: (target) => ({ target: { profile: conditionsOf(target) } }),
  },
  'post /rest/3.0/targeting/explain': {
    scope: 'audience',
    takes: 'segment',
    body: (target) => ({ extId: 'ada', target }),
  },
  'post /rest/3.0/sendBulkNotification/dryRun': {
    scope: 'notifications',
    takes: 'bulk',
    body: (target) => ({ message: MESSAGE, target }),
  },
  'post /rest/3.0/sendBulkNotification': {
    scope: 'notifications',
    takes: 'bulk',
    body: (target) => ({ message: MESSAGE, target }),
  },
  'post /rest/3.0/campaigns/dryRun': {
    scope: 'notifications',
    takes: 'bulk',
    body: (target) => ({ title: 'Sale', contents: [MESSAGE], target }),
  },
  'post /rest/3.0/campaigns': {
    scope: 'notifications',
    takes: 'bulk',
    body: (target) => ({ title: 'Sale', contents: [MESSAGE], target }),
  },
  'post /rest/3.0/sendNotification': {
    scope: 'notifications',
    takes: 'profile',
    body: (target) => ({ notificationKey: 'KEY', target: { pa: conditionsOf(target) } }),
  },
  'post /push/1.2/notification': {
    scope: 'notifications',
    takes: 'profile',
    body: (target) => ({
      target: { customFields: conditionsOf(target) },
      notification: { title: 'Sale', notificationMsg: 'Now' },
    }),
  },
  'post /push/1.1/notification': {
    scope: 'notifications',
    takes: 'profile',
    body: (target) => ({ title: 'Sale', notificationMsg: 'Now', customFields: conditionsOf(target) }),
  },
  'post /rest/3.0/app/segments/save': {
    scope: 'setup',
    takes: 'segment',
    body: (target) => ({ segments: [{ name: 'NAME', target }] }),
  },
};

/** Operations of the panel whose answer depends on what a target asks. */
export const PANEL_QUESTIONS: Readonly<Record<string, Question>> = {
  'post /apps/{app}/audience/preview': { takes: 'segment', body: (target) => ({ target }) },
  'post /apps/{app}/audience/sample': { takes: 'segment', body: (target) => ({ target }) },
  'post /apps/{app}/audience/overlap': { takes: 'segment', body: (target) => ({ targets: [target, { tag: 'gold' }] }) },
  'post /apps/{app}/audience/breakdown': {
    takes: 'segment',
    body: (target) => ({ target, by: 'attribute', code: 'plan' }),
  },
  'post /apps/{app}/audience/reach': { takes: 'segment', body: (target) => ({ target, platforms: ['IOS'] }) },
  'post /apps/{app}/audience/attributes': { takes: 'segment', body: (target) => ({ target }) },
  'post /apps/{app}/audience/segments': { takes: 'segment', body: (target) => ({ name: 'NAME', target }) },
  'post /apps/{app}/audience/segments/{id}/change': { takes: 'segment', body: (target) => ({ target, base: 'BASE' }) },
  'post /apps/{app}/audience/export': { takes: 'segment', body: (target) => ({ target, columns: [] }) },
  'post /apps/{app}/audience/taggings': {
    takes: 'segment',
    body: (target) => ({ target, tag: 'found', direction: 'ADD' }),
  },
  'post /apps/{app}/campaigns/overlap': {
    takes: 'segment',
    body: (target) => ({ campaigns: [{ target }, { target: { tag: 'gold' } }] }),
  },
  'post /apps/{app}/compose/check': { takes: 'segment', body: (target) => ({ message: MESSAGE, target }) },
  'post /apps/{app}/compose/will-get': {
    takes: 'segment',
    body: (target) => ({ message: MESSAGE, target, extId: 'ada' }),
  },
  'post /apps/{app}/compose/launch': {
    takes: 'segment',
    body: (target) => ({ campaign: { message: MESSAGE, target }, seen: CHECKED }),
  },
  'post /apps/{app}/setup/{section}/review': {
    takes: 'segment',
    body: (target) => ({ text: sectionWith(target) }),
  },
  'post /apps/{app}/setup/{section}/apply': {
    takes: 'segment',
    body: (target) => ({ text: sectionWith(target), base: 'SECTION' }),
  },
};
