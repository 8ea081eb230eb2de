import { describe, expect, it } from 'vitest';
import type { Rendered, RenderSettings } from '../model/render.types.js';
import type { Platform } from '../model/platforms.js';
import { createRenderPlan } from './render-plan.js';
import { parseBulk } from '../../../test/support/rooms/parse.js';
import { bodyOf, definitionPlan, planOf } from '../../../test/support/messages/render-plans.js';

function textOf(rendered: Rendered): string | undefined {
  return rendered.kind === 'ok' ? rendered.shown.text : rendered.reason;
}

describe('Payload forms', () => {
  const rich = {
    ios: { title: 'iOS', subtitle: 'Sub', mediaUrl: 'https://a/i.png', sound: 'chime', badge: true },
    android: {
      title: 'Android',
      subtitle: 'Sub',
      mediaUrl: 'https://a/a.png',
      bigText: 'Big',
      vibration: true,
      slider: [{ itemImageUrl: 'i' }],
    },
    click: { deeplink: 'app://x' },
    customJson: { aps: 'mine', heraldId: 'mine', n: 1 },
    threadId: 't',
    wpChromeImage: 'https://a/w.png',
    interactionRequired: true,
    buttonSet: { id: 7, Yes: 'https://a/yes' },
  };

  it('An APNs payload has the alert in aps and the other parts beside it', () => {
    const rendered = planOf(rich).render({ platform: 'IOS' });
    expect(rendered).toMatchObject({ kind: 'ok', channel: 'apns', payload: { pushType: 'alert', priority: 10 } });
    expect(bodyOf(rendered)).toEqual({
      aps: {
        alert: { title: 'iOS', subtitle: 'Sub', body: 'Default' },
        sound: 'chime',
        badge: 1,
        'mutable-content': 1,
        'thread-id': 't',
        category: 'buttonSet-7',
      },
      deeplink: 'app://x',
      mediaUrl: 'https://a/i.png',
      buttons: [{ name: 'Yes', url: 'https://a/yes' }],
      buttonSetId: 7,
      customJson: { aps: 'mine', heraldId: 'mine', n: 1 },
    });
  });

  it('An FCM payload has the texts that FCM cannot show only in data', () => {
    expect(bodyOf(planOf(rich).render({ platform: 'ANDROID' }))).toEqual({
      notification: { title: 'Android', body: 'Default' },
      android: {
        priority: 'HIGH',
        notification: { image: 'https://a/a.png', default_sound: true, default_vibrate_timings: true },
      },
      data: {
        deeplink: 'app://x',
        mediaUrl: 'https://a/a.png',
        slider: '[{"itemImageUrl":"i"}]',
        buttons: '[{"name":"Yes","url":"https://a/yes"}]',
        buttonSetId: '7',
        customJson: '{"aps":"mine","heraldId":"mine","n":1}',
        subText: 'Sub',
        bigText: 'Big',
        threadId: 't',
      },
    });
  });

  describe('FCM messages drawn by the app', () => {
    const render = (message: object, display: RenderSettings['display'], drawsMessages: boolean) => {
      const parsed = parseBulk({ title: 'Campaign', text: 'Default', platforms: ['ANDROID'], ...message });
      const settings = { language: 'en', timeZone: 'UTC', launchedAt: 0, display };
      return createRenderPlan(parsed, settings).render({ platform: 'ANDROID', drawsMessages });
    };
    const isDrawn = (rendered: Rendered): boolean => {
      const { notification, data } = bodyOf(rendered) as { notification?: object; data: { display?: string } };
      expect(notification === undefined).toBe(data.display === 'app');
      return notification === undefined;
    };

    it('A message drawn by the app has everything in data, with high priority', () => {
      expect(bodyOf(render(rich, 'auto', true))).toEqual({
        android: { priority: 'HIGH' },
        data: {
          display: 'app',
          title: 'Android',
          text: 'Default',
          subText: 'Sub',
          bigText: 'Big',
          threadId: 't',
          sound: 'default',
          vibration: 'true',
          deeplink: 'app://x',
          mediaUrl: 'https://a/a.png',
          slider: '[{"itemImageUrl":"i"}]',
          buttons: '[{"name":"Yes","url":"https://a/yes"}]',
          buttonSetId: '7',
          customJson: '{"aps":"mine","heraldId":"mine","n":1}',
        },
      });
    });

    it.each([
      [{ android: { carousel: [{ title: 'One' }] } }],
      [{ android: { slider: [{ itemImageUrl: 'i' }] } }],
      [{ android: { bigText: 'Big' } }],
      [{ android: { subtitle: 'Sub' } }],
      [{ android: { thumbnailUrl: 'https://a/t.png' } }],
      [{ personalizedSubText: 'Sub' }],
      [{ buttonSet: { id: 7, Yes: 'https://a/yes' } }],
      [{ threadId: 't' }],
    ])('The app draws a message by default if the content needs it and the installation can: %j', (message) => {
      expect(isDrawn(render(message, 'auto', true))).toBe(true);
      expect(isDrawn(render(message, 'auto', false))).toBe(false);
      expect(isDrawn(render(message, 'system', true))).toBe(false);
      expect(isDrawn(render(message, 'app', false))).toBe(true);
    });

    it('The system shows a message by default if it can show all of it', () => {
      const plain = {
        android: { title: 'A', mediaUrl: 'https://a/a.png', sound: 'chime' },
        click: { url: 'https://a' },
      };
      expect(isDrawn(render(plain, 'auto', true))).toBe(false);
      expect(isDrawn(render(plain, 'app', false))).toBe(true);
    });

    it('A message with doNotNotify is the same with every display setting', () => {
      const quiet = { ...rich, doNotNotify: true };
      expect(bodyOf(render(quiet, 'app', true))).toEqual(bodyOf(render(quiet, 'system', false)));
    });

    it('A message that is too large as data becomes a notification', () => {
      const large = { android: { bigText: 'x'.repeat(3900) } };
      expect(isDrawn(render(large, 'auto', true))).toBe(false);
    });
  });

  it('A Web Push payload has a picture only where it is shown', () => {
    const plan = planOf({ ...rich, click: { url: 'https://a/x' } });
    const body = {
      title: 'Campaign',
      body: 'Default',
      icon: 'https://a/icon.png',
      actions: [{ action: '0', title: 'Yes', url: 'https://a/yes' }],
      requireInteraction: true,
      threadId: 't',
      url: 'https://a/x',
      customJson: { aps: 'mine', heraldId: 'mine', n: 1 },
    };
    expect(bodyOf(plan.render({ platform: 'MACOS' }))).toEqual(body);
    expect(bodyOf(plan.render({ platform: 'CHROME' }))).toEqual({ ...body, image: 'https://a/w.png' });
  });

  it('A Mac on APNs gets the texts for browsers in an APNs payload', () => {
    const plan = planOf({ ...rich, platforms: ['MACOS', 'SAFARI'], personalizedTitle: 'Hi @{name}' });
    const safariRecipient = { platform: 'SAFARI', channel: 'apns', profile: { name: 'Ada' } } as const;
    expect(bodyOf(plan.render(safariRecipient))).toEqual({
      aps: {
        alert: { title: 'Hi Ada', body: 'Default' },
        sound: 'default',
        'thread-id': 't',
        category: 'buttonSet-7',
        'url-args': [],
      },
      deeplink: 'app://x',
      buttons: [{ name: 'Yes', url: 'https://a/yes' }],
      buttonSetId: 7,
      customJson: { aps: 'mine', heraldId: 'mine', n: 1 },
    });
    expect(plan.render({ platform: 'MACOS', channel: 'apns' })).toMatchObject({
      kind: 'failed',
      reason: 'MISSING_ATTRIBUTE',
    });
    expect(plan.render({ ...safariRecipient, channel: 'webpush' })).toMatchObject({ channel: 'webpush' });
    expect(plan.render({ ...safariRecipient, channel: undefined })).toMatchObject({ channel: 'webpush' });
  });

  it('A message to Windows Phone fails because the platform has no provider', () => {
    expect(planOf({ platforms: ['WP'] }).render({ platform: 'WP' })).toEqual({ kind: 'failed', reason: 'NO_PROVIDER' });
  });

  it('An e-mail has an HTML body, escaped values and single-line headers', () => {
    const plan = definitionPlan(
      { title: 'T', platforms: ['EMAIL'], message: '<p>@{name}</p>', subject: 'Hi @{name}', senderName: 'A\r\nBcc: x' },
      {},
    );
    const name = '<script>x</script>\r\nBcc: all@example.com';
    expect(bodyOf(plan.render({ platform: 'EMAIL', profile: { name } }))).toEqual({
      subject: 'Hi <script>x</script> Bcc: all@example.com',
      html: '<p>&lt;script&gt;x&lt;/script&gt;\r\nBcc: all@example.com</p>',
      text: '<script>x</script>\r\nBcc: all@example.com',
      fromName: 'A Bcc: x',
    });
    expect(plan.render({ platform: 'EMAIL' })).toMatchObject({ kind: 'failed', reason: 'MISSING_ATTRIBUTE' });
  });

  it('A value in a text cannot leave its link', () => {
    const body = '<p>@{a} <a href="https://s.example/o/@{a}?x=@{a}">order</a></p>';
    const a = "b c/d?e#f)'";
    const mail = definitionPlan({ title: 'T', platforms: ['EMAIL'], message: body }, { params: { a } });
    const link = 'https://s.example/o/b%20c%2Fd%3Fe%23f%29%27?x=b%20c%2Fd%3Fe%23f%29%27';
    expect(bodyOf(mail.render({ platform: 'EMAIL' }))).toMatchObject({ text: `${a} order [${link}]` });
    const sms = { title: 'T', platforms: ['SMS'], message: '@{a}: https://s.example/@{a}. https://@{host}/x' };
    const plan = definitionPlan(sms, { params: { a, host: 'h.example:8443/y z' } });
    expect(bodyOf(plan.render({ platform: 'SMS' }))).toMatchObject({
      body: `${a}: https://s.example/b%20c%2Fd%3Fe%23f%29%27. https://h.example:8443/y%20z/x`,
    });
  });

  it('An SMS has its text, the number of segments and the sender', () => {
    const plan = definitionPlan(
      { title: 'T', platforms: ['SMS'], message: 'Code @{code}', smsHeader: 'ACME' },
      { params: { code: 12 } },
    );
    expect(plan.needsProfile).toBe(false);
    expect(plan.needsLanguage).toBe(false);
    expect(bodyOf(plan.render({ platform: 'SMS' }))).toEqual({ body: 'Code 12', segments: 1, sender: 'ACME' });
  });
});

describe('Quiet pushes', () => {
  it('A silent notification has parameters and nothing to display', () => {
    const plan = definitionPlan({ platforms: ['IOS', 'ANDROID'] }, { params: { id: 5 } });
    const ios = plan.render({ platform: 'IOS' });
    expect(ios).toMatchObject({ payload: { pushType: 'background', priority: 5 } });
    expect(bodyOf(ios)).toEqual({ aps: { 'content-available': 1 }, params: { id: 5 } });
    expect(bodyOf(plan.render({ platform: 'ANDROID' }))).toEqual({
      data: { params: '{"id":5}' },
      android: { priority: 'NORMAL' },
    });
  });

  it('A message with doNotNotify delivers its texts as data', () => {
    const plan = planOf({ doNotNotify: true, android: { title: 'A' } });
    expect(bodyOf(plan.render({ platform: 'IOS' }))).toEqual({ aps: { 'content-available': 1 }, text: 'Default' });
    expect(bodyOf(plan.render({ platform: 'ANDROID' }))).toEqual({
      data: { title: 'A', text: 'Default' },
      android: { priority: 'NORMAL' },
    });
  });
});

describe('Personal texts', () => {
  it('A missing attribute leads to the default text', () => {
    const plan = planOf({ personalizedMessage: 'Hi @{name}, @{surname}' });
    expect(plan.attributes).toEqual(['name', 'surname']);
    expect(textOf(plan.render({ platform: 'IOS', profile: { name: 'A', surname: 'B' } }))).toBe('Hi A, B');
    expect(textOf(plan.render({ platform: 'IOS', profile: { name: 'A' } }))).toBe('Default');
    expect(textOf(plan.render({ platform: 'IOS', profile: JSON.parse('{"name":null,"surname":"B"}') }))).toBe(
      'Default',
    );
  });

  it('A missing attribute of personalizedTitle makes Web Push fail, and no other platform', () => {
    const plan = planOf({ personalizedTitle: '@{name}!' });
    expect(plan.render({ platform: 'CHROME' })).toMatchObject({ kind: 'failed', reason: 'MISSING_ATTRIBUTE' });
    expect(bodyOf(plan.render({ platform: 'CHROME', profile: { name: 'A' } }))).toMatchObject({ title: 'A!' });
    expect(plan.render({ platform: 'IOS' }).kind).toBe('ok');
  });

  it('Recipients whose language the message does not have get the default language', () => {
    const languages = { Turkish: { text: 'Merhaba' }, 'pt-BR': { text: 'Olá' } };
    const parsed = parseBulk({ title: 'Campaign', text: 'Default', platforms: ['IOS'], languages });
    const textFor = (language: string | null, own: string | undefined) => {
      const plan = createRenderPlan(parsed, { language, timeZone: 'UTC', launchedAt: 0, display: 'auto' });
      return textOf(plan.render({ platform: 'IOS', ...(own !== undefined && { language: own }) }));
    };
    expect([textFor('tr', undefined), textFor('tr', 'fr'), textFor('tr-TR', 'pt')]).toEqual(Array(3).fill('Merhaba'));
    expect(textFor('tr', 'pt-BR')).toBe('Olá');
    expect([textFor('de', 'fr'), textFor(null, 'fr'), textFor(null, undefined)]).toEqual(Array(3).fill('Default'));
  });

  it('A missing value of a deeplink makes the message fail for that user', () => {
    const plan = planOf({ click: { deeplink: 'app://p/@{id}' } });
    expect(plan.render({ platform: 'IOS' })).toMatchObject({ kind: 'failed', reason: 'MISSING_ATTRIBUTE' });
    expect(bodyOf(plan.render({ platform: 'IOS', profile: { id: '1/2' } }))).toMatchObject({
      deeplink: 'app://p/1%2F2',
    });
    const leading = planOf({ click: { url: '@{page}' } });
    const profile = { page: 'javascript:alert(1)' };
    expect(leading.render({ platform: 'CHROME', profile })).toEqual({ kind: 'failed', reason: 'BAD_LINK' });
  });

  it('Parameters take precedence over attributes and need no profile', () => {
    const plan = definitionPlan(
      { title: 'T', message: 'Default', platforms: ['IOS'], personalizedMessage: 'Hi @{name}' },
      { params: { name: 'Param' } },
    );
    expect(plan.needsProfile).toBe(false);
    expect(textOf(plan.render({ platform: 'IOS', profile: { name: 'Attribute' } }))).toBe('Hi Param');
  });

  it('An inherited property is not read as an attribute', () => {
    const plan = planOf({ personalizedMessage: '@{constructor} @{toString}' });
    expect(textOf(plan.render({ platform: 'IOS', profile: {} }))).toBe('Default');
  });

  it('A message that becomes too large fails only for that user', () => {
    const plan = planOf({ personalizedMessage: '@{story}' });
    const large = plan.render({ platform: 'IOS', profile: { story: 'x'.repeat(5000) } });
    expect(large).toEqual({ kind: 'failed', reason: 'PAYLOAD_TOO_LARGE' });
    expect(plan.render({ platform: 'IOS', profile: { story: 'short' } }).kind).toBe('ok');
  });
});

describe('Missing values', () => {
  const gap = expect.objectContaining({ kind: 'missing', name: 'x' }) as object;
  const places = [expect.objectContaining({ gap }) as object];
  const gaps = { names: ['x'], hasDefault: false, isPlainText: false, isLeftOut: false, places };
  const web = { platforms: ['CHROME'] };
  const page = [{ title: 'T', itemImageUrl: 'https://a/@{x}.png' }];
  it.each([
    ['the plain text', { personalizedMessage: 'Hi @{x}' }, 'IOS', { aps: { alert: { body: 'Default' } } }],
    ['no sub text', { personalizedSubText: '@{x}' }, 'IOS', { aps: { alert: { body: 'Default' } } }],
    ['no sub text', { ios: { subtitle: '@{x}' } }, 'IOS', { aps: { alert: { body: 'Default' } } }],
    ['no picture', { ios: { mediaUrl: 'https://a/@{x}' } }, 'IOS', { aps: { alert: { body: 'Default' } } }],
    ['no picture', { ios: { thumbnailUrl: '@{x}' } }, 'IOS', { aps: { alert: { body: 'Default' } } }],
    ['no picture', { android: { mediaUrl: 'https://a/@{x}' } }, 'ANDROID', { notification: { body: 'Default' } }],
    ['no picture', { ios: { carousel: page } }, 'IOS', { carousel: [{ title: 'T' }] }],
    ['no picture', { ...web, wpChromeImage: 'https://a/@{x}' }, 'CHROME', { icon: 'https://a/icon.png' }],
    ['no icon', { ...web, iconUrl: 'https://a/@{x}' }, 'CHROME', { body: 'Default' }],
  ] as const)('A missing value leaves %s: %j', (effect, message, platform, body) => {
    const plan = planOf(message);
    const rendered = plan.render({ platform });
    expect(bodyOf(rendered)).toMatchObject(body);
    expect(JSON.stringify(rendered.kind === 'ok' && rendered.payload)).not.toContain('@{');
    const isPlainText = effect === 'the plain text';
    expect(rendered.gaps).toEqual({ ...gaps, isPlainText, isLeftOut: !isPlainText });
    expect(JSON.stringify(bodyOf(plan.render({ platform, profile: { x: 'a b' } })))).toMatch(/a(%20| )b/);
    expect(plan.render({ platform, profile: { x: 'a b' } }).gaps).toBeUndefined();
  });

  it.each([
    ['IOS', { text: 'Dear @{x}' }],
    ['IOS', { ios: { title: '@{x}' } }],
    ['ANDROID', { android: { title: '@{x}' } }],
    ['ANDROID', { android: { bigText: '@{x}' } }],
    ['IOS', { languages: { tr: { text: '@{x}' } } }],
    ['IOS', { languages: { tr: { title: '@{x}' } } }],
    ['CHROME', { personalizedTitle: '@{x}' }],
    ['CHROME', { title: '@{x}' }],
    ['IOS', { click: { deeplink: 'a://@{x}' } }],
    ['IOS', { ios: { carousel: [{ content: '@{x}' }] } }],
    ['IOS', { buttonSet: { id: 1, Buy: 'https://a/@{x}' } }],
    ['IOS', { buttonSet: { id: 1, 'Buy @{x}': 'https://a' } }],
  ] as const)('A missing value without a default makes the message fail on %s: %j', (platform, message) => {
    const plan = planOf(message);
    expect(plan.render({ platform, language: 'tr' })).toEqual({ kind: 'failed', reason: 'MISSING_ATTRIBUTE', gaps });
    expect(plan.render({ platform, language: 'tr', profile: { x: 'v' } }).kind).toBe('ok');
    const template = JSON.parse(JSON.stringify(message).replace('@{x}', '@{x|there}')) as object;
    const filled = planOf(template).render({ platform, language: 'tr' });
    expect(JSON.stringify(bodyOf(filled))).toContain('there');
    expect(filled.gaps).toEqual({ ...gaps, hasDefault: true, places: [] });
  });

  it('A page that shows nothing is left out, and so is a list of such pages', () => {
    const slider = (...urls: string[]) => ({ ios: { slider: urls.map((itemImageUrl) => ({ itemImageUrl })) } });
    const two = planOf(slider('https://a/1.png', 'https://a/@{x}'));
    expect(bodyOf(two.render({ platform: 'IOS' }))).toMatchObject({ slider: [{ itemImageUrl: 'https://a/1.png' }] });
    const none = bodyOf(planOf(slider('@{x}')).render({ platform: 'IOS' }));
    expect(none).toEqual({ aps: { alert: { body: 'Default' }, sound: 'default' } });
  });

  it('A picture, a title and a sub text that a default makes empty are left out', () => {
    const part = { title: '@{x|}', subtitle: '@{x|}', mediaUrl: '@{x|}', thumbnailUrl: '@{x| }' };
    const plan = planOf({ ios: part, android: part });
    expect(bodyOf(plan.render({ platform: 'IOS' }))).toEqual({ aps: { alert: { body: 'Default' }, sound: 'default' } });
    expect(bodyOf(plan.render({ platform: 'ANDROID' }))).toMatchObject({ notification: { body: 'Default' }, data: {} });
    expect(bodyOf(plan.render({ platform: 'ANDROID' }))).not.toHaveProperty('data.mediaUrl');
  });

  it('An address in a text stays whole, with encoded and unformatted values', () => {
    const plan = planOf({ text: 'See https://s.example/?u=@{x}&d=@{born} for @{x}' });
    const profile = { x: 'A "b" <c>', born: 636_163_200_000 };
    const rendered = plan.render({ platform: 'IOS', profile, kinds: new Map([['born', 'date'] as const]) });
    expect(textOf(rendered)).toBe('See https://s.example/?u=A%20%22b%22%20%3Cc%3E&d=636163200000 for A "b" <c>');
  });

  it('A picture whose address would run code is left out', () => {
    const plan = planOf({ ios: { mediaUrl: '@{x}' } });
    expect(bodyOf(plan.render({ platform: 'IOS', profile: { x: 'javascript:alert(1)' } }))).not.toHaveProperty(
      'mediaUrl',
    );
  });

  it('No value in an e-mail leads a reader to another page', () => {
    const plan = definitionPlan({
      title: 'T',
      platforms: ['EMAIL'],
      message: '<meta content="0;url=@{x}" http-equiv="refresh"><p>Hello</p>',
    });
    const { html } = bodyOf(plan.render({ platform: 'EMAIL', profile: { x: 'https://evil.example/?a=1' } })) as {
      html: string;
    };
    expect(html).toContain('<meta content="0;url=httpsevil.examplea1" http-equiv="refresh">');
  });

  it('A default in an e-mail is read as the text that its HTML represents', () => {
    const plan = definitionPlan({
      title: 'T',
      platforms: ['EMAIL'],
      message: '<p>Dear @{name|customer &amp; friend}</p><a href="https://a.example/@{id|all things}">x</a>',
    });
    expect(bodyOf(plan.render({ platform: 'EMAIL' }))).toMatchObject({
      html: '<p>Dear customer &amp; friend</p><a href="https://a.example/all%20things">x</a>',
      text: 'Dear customer & friend\n\nx [https://a.example/all%20things]',
    });
  });
});

describe('Dates, times and numbers', () => {
  const kinds = new Map([
    ['born', 'date'],
    ['due', 'time'],
    ['points', 'number'],
  ] as const);
  const profile = { born: 636_163_200_000, due: Date.UTC(2026, 10, 22, 21, 30), points: 12_345.5 };
  const message = {
    text: '@{born}; @{due}; @{points}',
    click: { deeplink: 'app://p/@{points}/@{born}' },
    ios: { mediaUrl: 'https://a/@{points}.png' },
    languages: { Turkish: { text: 'TR @{born}; @{due}; @{points}' } },
  };
  it('Dates and numbers in a text follow its language and the zone of the user, and stay raw in links', () => {
    const plan = planOf(message);
    const recipient = { platform: 'IOS', profile, kinds } as const;
    const turkish = plan.render({ ...recipient, language: 'tr-TR', timeZone: 'Europe/Istanbul' });
    expect(textOf(turkish)).toBe('TR 28 Şubat 1990; 23 Kasım 2026 00:30; 12.345,5');
    expect(bodyOf(turkish)).toMatchObject({
      deeplink: 'app://p/12345.5/636163200000',
      mediaUrl: 'https://a/12345.5.png',
    });
    const english = 'February 28, 1990; November 22, 2026 at 4:30 PM; 12,345.5';
    expect(textOf(plan.render({ ...recipient, language: 'fr', timeZone: 'America/New_York' }))).toBe(english);
    expect(textOf(plan.render({ ...recipient, timeZone: 'Asia/Tokyo' }))).toContain('November 23, 2026 at 6:30 AM');
  });

  it('Dates and numbers follow the settings of the application when nothing else is known', () => {
    const plan = createRenderPlan(parseBulk({ ...message, title: 'T', platforms: ['IOS'] }), {
      language: 'de',
      timeZone: 'Europe/Berlin',
      launchedAt: 0,
      display: 'auto',
    });
    expect(textOf(plan.render({ platform: 'IOS', profile, kinds }))).toBe(
      '28. Februar 1990; 22. November 2026 um 22:30; 12.345,5',
    );
  });

  it('Numbers in parameters are not formatted: a code has no separators', () => {
    const plan = definitionPlan(
      { title: 'T', message: 'Code @{points}', platforms: ['SMS'] },
      { params: { points: 123_456 } },
    );
    expect(textOf(plan.render({ platform: 'SMS', profile, kinds }))).toBe('Code 123456');
  });

  it('Numbers in a list are formatted one by one', () => {
    const plan = planOf({ text: '@{points}' });
    expect(textOf(plan.render({ platform: 'IOS', profile: { points: [10_000, 2] }, kinds }))).toBe('10,000, 2');
  });
});

describe('Languages', () => {
  const languages = {
    Turkish: { title: 'Başlık', text: 'Merhaba', click: { url: 'https://a/tr' } },
    de: { text: 'Hallo @{name}' },
  };

  it('Each recipient gets the message in their language, or else the default', () => {
    const plan = planOf({ languages, click: { url: 'https://a' } });
    expect(plan.needsLanguage).toBe(true);
    expect(bodyOf(plan.render({ platform: 'CHROME', language: 'tr-TR' }))).toMatchObject({
      title: 'Başlık',
      body: 'Merhaba',
      url: 'https://a/tr',
    });
    expect(bodyOf(plan.render({ platform: 'CHROME', language: 'fr' }))).toMatchObject({
      title: 'Campaign',
      url: 'https://a',
    });
    expect(textOf(plan.render({ platform: 'IOS', language: 'de', profile: { name: 'Ada' } }))).toBe('Hallo Ada');
    expect(textOf(plan.render({ platform: 'IOS', language: 'de' }))).toBe('MISSING_ATTRIBUTE');
  });

  it('A test message has the language that its sender chose, for every recipient', () => {
    const ofTest = (onlyLanguage: string) =>
      createRenderPlan({
        ...parseBulk({ title: 'Campaign', text: 'Default', platforms: ['IOS'], languages }),
        onlyLanguage,
      });
    expect(textOf(ofTest('Turkish').render({ platform: 'IOS', language: 'de' }))).toBe('Merhaba');
    expect(textOf(ofTest('').render({ platform: 'IOS', language: 'tr' }))).toBe('Default');
  });

  it('A click of the send replaces the click of every language', () => {
    const plan = planOf({ languages }, { click: { deeplink: 'app://sent' } });
    const body = bodyOf(plan.render({ platform: 'IOS', language: 'tr' }));
    expect(body).toMatchObject({ deeplink: 'app://sent' });
    expect(body).not.toHaveProperty('url');
  });
});

describe('Sharing of rendered messages', () => {
  it('Equal results of rendering are one object', () => {
    const plan = planOf({ personalizedMessage: 'Hi @{city}' });
    const render = (profile: object, platform: Platform = 'IOS') => {
      const rendered = plan.render({ platform, profile: { ...profile } });
      return rendered.kind === 'ok' ? rendered.payload : undefined;
    };
    expect(render({})).toBe(render({ other: 1 }));
    expect(render({ city: 'Izmir' })).toBe(render({ city: 'Izmir', other: 2 }));
    expect(render({ city: 'Izmir' })).not.toBe(render({ city: 'Ankara' }));
    expect(render({ city: 'Izmir' })).not.toBe(render({ city: 'Izmir' }, 'ANDROID'));
  });

  it('Rendering fails for a platform that is not targeted', () => {
    expect(planOf({}).render({ platform: 'EDGE' })).toEqual({ kind: 'failed', reason: 'PLATFORM_NOT_TARGETED' });
  });
});
