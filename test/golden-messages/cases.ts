/** A request that is sent, and what its messages are compared with: `expected/<name>.json`. */
export interface FormCase {
  name: string;
  /** A definition that is stored first; its key is put into the sends as `notificationKey`. */
  definition?: object;
  path: string;
  body: object | object[];
}

const BULK = '/rest/3.0/sendBulkNotification';
const SEND = '/rest/3.0/sendNotification';
const ALL = { sendToAll: true };
const PUSH = ['IOS', 'ANDROID'];
const BROWSERS = ['CHROME', 'MACOS', 'FIREFOX', 'EDGE', 'SAFARI', 'YANDEX', 'OPERA'];
const ICON = { iconUrl: 'https://shop.example/icon.png' };
const TEXT = { title: 'Campaign', text: 'Everything 20 % off' };

const bulk = (name: string, message: object, target: object = ALL, more: object = {}): FormCase => ({
  name: `bulk-${name}`,
  path: BULK,
  body: { message: { ...TEXT, platforms: PUSH, ...message }, target, ...more },
});
const send = (name: string, definition: object, entry: object | object[]): FormCase => ({
  name: `send-${name}`,
  definition: { title: 'Definition', message: 'Default text', platforms: PUSH, ...definition },
  path: SEND,
  body: entry,
});
const target = (name: string, form: object): FormCase => bulk(`target-${name}`, { platforms: ['IOS'] }, form);

const PAGES = [
  {
    title: 'One',
    content: 'First',
    itemImageUrl: 'https://shop.example/1.png',
    clickAction: { action: 'DEEP_LINK', deeplinkType: 'URL', deepLinkUrl: 'shop://1' },
  },
  {
    title: 'Two',
    content: 'Second',
    itemImageUrl: 'https://shop.example/2.png',
    clickAction: { url: 'https://shop.example/2' },
  },
];
const RICH = {
  ios: {
    title: 'iOS',
    subtitle: 'Below',
    mediaUrl: 'https://shop.example/i.mp4',
    thumbnailUrl: 'https://shop.example/i.png',
    sound: 'chime',
    badge: true,
  },
  android: {
    title: 'Android',
    subtitle: 'Below',
    mediaUrl: 'https://shop.example/a.png',
    thumbnailUrl: 'https://shop.example/t.png',
    sound: 'chime',
    vibration: true,
    bigText: 'A longer text',
  },
};
const LANGUAGES = {
  Turkish: { title: 'Kampanya', text: 'Her şey yüzde 20 indirimli', click: { url: 'https://shop.example/tr' } },
  de: { title: 'Aktion', text: 'Alles 20 % billiger' },
};

/** Every form of a message that the specification has. */
export const CASES: FormCase[] = [
  target('all', ALL),
  target('tag', { tag: 'vip' }),
  target('tags', { tag: ['vip', 'reader'] }),
  target('tags-or', { tag: { $or: ['vip', 'reader'] } }),
  target('tags-and', { tag: { $and: ['vip', 'reader'] } }),
  target('tags-not', { tag: { $not: ['vip'] } }),
  target('segment', { segment: 'gold members' }),
  target('segment-not', { segment: { $not: ['gold members'] } }),
  target('profile', { profile: { plan: ['gold', 'silver'], likes: 'tea' } }),
  target('profile-operators', { profile: { $or: { plan: ['gold'], visits: [1] }, name: { $exists: true } } }),
  target('combined', { tag: 'reader', segment: 'gold members', profile: { visits: 7 }, sendToAll: false }),

  bulk('plain-everywhere', { ...ICON, platforms: [...PUSH, ...BROWSERS, 'WP', 'EMAIL', 'SMS'] }),
  bulk('rich', {
    ...RICH,
    click: { deeplink: 'shop://sale' },
    customJson: { campaign: 7, nested: { a: [1] } },
    threadId: 'sales',
  }),
  bulk('carousel', { ios: { carousel: PAGES }, android: { carousel: PAGES } }),
  bulk('slider', { ios: { slider: PAGES }, android: { slider: PAGES } }),
  {
    name: 'bulk-carousel-at-the-top',
    path: BULK,
    body: { title: 'Campaign', message: 'Look', platforms: PUSH, carousel: PAGES, target: ALL },
  },
  bulk('buttons', {
    ...ICON,
    platforms: [...PUSH, 'CHROME'],
    buttonSet: { id: 1, Yes: 'https://shop.example/yes', No: 'shop://no' },
  }),
  bulk(
    'buttons-renamed',
    {
      ...ICON,
      platforms: [...PUSH, 'CHROME'],
      buttonSet: { id: 1, buttonNames: { Yes: 'Sure' }, Sure: 'https://shop.example/@{name}' },
    },
    { tag: 'vip' },
  ),
  bulk('buttons-per-browser', {
    ...ICON,
    platforms: ['CHROME', 'FIREFOX', 'EDGE', 'MACOS'],
    buttonSet: {
      CHROME: { id: 1, Yes: 'https://shop.example/c' },
      FIREFOX: { id: 1, No: 'https://shop.example/f' },
      EDGE: { id: 1 },
      MACOS: { id: 1, Yes: 'https://shop.example/m' },
    },
  }),
  bulk('web', {
    ...ICON,
    platforms: BROWSERS,
    wpChromeImage: 'https://shop.example/w.png',
    interactionRequired: true,
    click: { url: 'https://shop.example' },
    personalizedTitle: 'Hi @{name}',
  }),
  bulk('languages', {
    ...ICON,
    platforms: [...PUSH, 'CHROME', 'FIREFOX'],
    languages: LANGUAGES,
    click: { url: 'https://shop.example' },
  }),
  bulk('languages-beside', {}, { tag: 'reader' }, { languages: LANGUAGES }),
  bulk('personal', {
    personalizedMessage: 'Hi @{name}, @{visits} visits for @{likes}',
    personalizedSubText: 'Only for @{name}',
    ios: { subtitle: 'For you' },
  }),
  bulk('deeplink-of-one', { click: { deeplink: 'shop://user/@{name}' } }),
  bulk('quiet', { doNotNotify: true, ...RICH, customJson: { k: 'v' } }),
  bulk('inbox-labels-ttl', { inbox: true, labels: 'Apple', ttl: '2h', categories: 'News' }, { tag: 'vip' }),
  bulk(
    'mail-and-sms',
    { platforms: ['EMAIL', 'SMS'], subject: 'Hi @{name}', text: '<p>Hi @{name}</p>' },
    { tag: 'reader' },
  ),

  send(
    'params',
    { personalizedMessage: 'Order @{order} for @{name}', click: { deeplink: 'shop://order/@{order}' } },
    { target: { extId: 'ann' }, message: { params: { order: 'A 1', name: 'J. Doe' } } },
  ),
  send('array', { personalizedMessage: 'Hi @{who}' }, [
    { target: { extId: ['ann', 'bob'] }, message: { params: { who: 'you' } } },
    { target: { deviceToken: 'b0'.repeat(32) }, message: { params: { who: 'Bob' } } },
    { target: { pa: { plan: ['gold'] } }, message: { params: { who: 'member' } }, lastActiveDevice: true },
  ]),
  send(
    'every-override',
    {
      ...RICH,
      buttonSet: { id: 1, Yes: 'https://shop.example/y' },
      customJson: { same: 1, changed: 1 },
      languages: LANGUAGES,
      click: { url: 'https://shop.example' },
    },
    {
      target: { extId: 'ann' },
      message: {
        params: { any: 'thing' },
        click: { deeplink: 'shop://sent/@{any}' },
        ios: {
          title: 'Sent',
          subtitle: 'Sent below',
          mediaUrl: 'https://shop.example/s.png',
          thumbnailUrl: 'https://shop.example/st.png',
          sound: 'default',
        },
        android: {
          title: 'Sent',
          subtitle: 'Sent below',
          mediaUrl: 'https://shop.example/s.png',
          thumbnailUrl: 'https://shop.example/st.png',
          sound: 'default',
          vibration: false,
          bigText: 'Sent, at length',
        },
        customJson: { changed: 2, added: true },
        ttl: '30m',
        inbox: true,
        doNotNotify: false,
        buttonSet: { id: 1, No: 'https://shop.example/n' },
      },
    },
  ),
  send(
    'silent',
    { title: undefined, message: undefined, platforms: [...PUSH, 'CHROME'], ...ICON },
    { target: { extId: ['ann', 'on CHROME'] }, message: { params: { sync: true } } },
  ),
  send('do-not-notify', {}, { target: { extId: 'bob' }, message: { doNotNotify: true } }),
  send(
    'mail',
    {
      platforms: ['EMAIL'],
      message: '<p title="@{x}">Hi @{name}, <a href="@{url}">go</a></p>',
      subject: 'For @{name}',
      senderName: 'Shop',
    },
    { target: { email: 'ann@example.com' }, message: { params: { x: '"><b>', url: 'https://shop.example/?a=1&b=2' } } },
  ),
  send(
    'sms',
    { platforms: ['SMS'], message: 'Your code is @{code}' },
    { target: { extId: 'bob' }, message: { params: { code: 1234 } } },
  ),

  {
    name: 'direct-mail',
    path: '/rest/3.0/sendEmailAndSms',
    body: {
      target: { email: 'ann@example.com' },
      platforms: ['EMAIL'],
      title: 'Account',
      message: '<p>Your account is <b>created</b></p>',
      from: 'info@shop.example',
      senderName: 'Shop',
      subject: 'Your account',
    },
  },
  {
    name: 'direct-sms',
    path: '/rest/3.0/sendEmailAndSms',
    body: { target: { msisdn: '+905320000002' }, platforms: ['SMS'], title: 'Code', message: 'Your code is 1234' },
  },

  {
    name: 'legacy-1.1',
    path: '/push/1.1/notification',
    body: {
      title: 'Legacy',
      notificationMsg: 'Hello',
      richPushHtml: '<h1>Hi</h1>',
      tags: ['vip'],
      platforms: PUSH,
      customJson: { a: 1 },
    },
  },
  {
    name: 'legacy-1.1-one-device',
    path: '/push/1.1/notification',
    body: { title: 'Legacy', notificationMsg: 'Hello', registrationId: 'fBob:APA91bBob' },
  },
  {
    name: 'legacy-1.2',
    path: '/push/1.2/notification',
    body: {
      target: { platforms: PUSH, tags: ['reader'], customFields: { plan: 'gold' } },
      notification: {
        title: 'Legacy',
        notificationMsg: 'Hello',
        largeIconUrl: 'https://shop.example/big.png',
        customJson: { a: 1 },
      },
    },
  },
];
