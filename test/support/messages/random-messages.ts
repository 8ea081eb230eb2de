import fc from 'fast-check';

/** Texts with a meaning in some format that a value passes through, and texts that break unprepared code. */
const HOSTILE = [
  '"}],"aps":{"alert":"x"}',
  '\\',
  '\\u0022',
  '\r\nBcc: all@example.com\r\n\r\n<b>',
  '</script><script>alert(1)</script>',
  '" onmouseover="alert(1)',
  "' onmouseover='alert(1)",
  'javascript:alert(1)',
  ' jAvA\nScript:alert(1)',
  'data:text/html,<script>',
  '&#106;avascript:alert(1)',
  '@{a}',
  '@{b',
  '}',
  '__proto__',
  'constructor',
  '\ud800',
  'a\udc00b',
  '\0',
  'a\0b',
  '\u2028',
  '\u2029',
  '\u202eEgno',
  '\ufeff',
  '\u200b',
  'مرحبا',
  '👩‍👩‍👧‍👦🇹🇷',
  'İıŞş',
  'ﷺ'.repeat(20),
  'x'.repeat(300),
  '%00%0d%0a',
  '${7*7}',
  '{{constructor.constructor}}',
  "'; DROP TABLE users; --",
  '\u001b[31m',
  '\uffff',
  '',
  ' ',
];
/** A text that few expect. */
export const hostile = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);
/** Such a text without a broken placeholder, for which a message is refused. */
const words = hostile.filter((text) => !text.startsWith('@{') || text.endsWith('}'));
const piece = fc.oneof(
  { weight: 2, arbitrary: words },
  { weight: 1, arbitrary: fc.constantFrom('@{a}', '@{b}', '@{ a }', '@{constructor}', '@{__proto__}', ' and ') },
);
/** A text with placeholders `@{a}` and `@{b}`. */
export const template = fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => `.${parts.join('')}`);
/** Such a text in markup, whole or not. */
export const html = fc
  .tuple(
    fc.constantFrom('', '<p>', '<a href="https://a.example/?x=@{a}&y=@{b}">', '<a href="@{a}">', '<p title=@{a}>'),
    piece,
    fc.constantFrom('', '</p>', '</a>', '<script>x="@{a}"</script>', '<i onclick="f(\'@{b}\')">', "<p title='@{b}'>"),
  )
  .map((parts) => parts.join(''));
const click = fc.oneof(fc.record({ deeplink: template }), fc.record({ url: template }));
const page = fc.record({ title: template, itemImageUrl: words, clickAction: fc.record({ deepLinkUrl: template }) });
export const OPTIONAL = { requiredKeys: [] };

/** Everything that may stand beside `title`, `text` and `platforms` of a bulk message. */
export const raw = fc.record(
  {
    personalizedMessage: template,
    personalizedSubText: template,
    personalizedTitle: template,
    click,
    customJson: fc.dictionary(hostile, fc.oneof(hostile, fc.integer(), fc.constant(null), fc.array(hostile)), {
      maxKeys: 3,
    }),
    ios: fc.record(
      {
        title: template,
        subtitle: template,
        mediaUrl: words,
        thumbnailUrl: words,
        badge: fc.nat(9),
        slider: fc.array(page, { maxLength: 2 }),
      },
      OPTIONAL,
    ),
    android: fc.record(
      {
        title: template,
        bigText: template,
        thumbnailUrl: words,
        vibration: fc.boolean(),
        carousel: fc.array(page, { maxLength: 2 }),
      },
      OPTIONAL,
    ),
    languages: fc.dictionary(
      fc.constantFrom('tr', 'German', 'tr-TR', 'fr', 'constructor'),
      fc.record({ text: template, title: template, click }, OPTIONAL),
      { maxKeys: 4 },
    ),
    buttonSet: fc.record({ id: fc.constant(1), Yes: template }),
    threadId: words,
    doNotNotify: fc.boolean(),
    interactionRequired: fc.boolean(),
  },
  OPTIONAL,
);
