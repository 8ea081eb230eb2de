const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();

const PUSH = {
  app: null,
  subtitle: null,
  picture: null,
  buttons: [],
  badge: null,
  slides: [],
  activity: null,
  facts: [],
  note: null,
};

/** One of each kind. */
export const DELIVERIES = {
  channels: ['apns', 'fcm', 'webpush', 'smtp', 'sms'],
  items: [
    {
      seq: 25,
      channel: 'apns',
      address: 'f3a1'.repeat(16),
      messageId: '00000000-0000-8084-8000-070cb1d62014',
      at: ago(3),
      reports: [],
      push: {
        ...PUSH,
        device: 'iPhone',
        app: 'com.example.shop',
        title: 'Spring is here',
        subtitle: 'Members first',
        text: 'All shoes 20 % off until Sunday.\nFree delivery from 40 €.',
        picture: 'https://img.example.com/spring.jpg',
        buttons: ['Show', 'Not now'],
        badge: '2',
        facts: [
          { name: 'sound', value: 'chime' },
          { name: 'link', value: 'shop://spring' },
        ],
      },
    },
    {
      seq: 24,
      channel: 'fcm',
      address: 'dGVzdC10b2tlbg:APA91bH',
      messageId: '00000000-0000-8088-8000-070cb1d62015',
      at: ago(4),
      reports: [],
      push: {
        ...PUSH,
        device: 'Android',
        title: 'Spring is here',
        text: 'All shoes 20 % off until Sunday.',
        buttons: ['Show'],
        slides: [
          { title: 'Sandals', text: 'from 29 €' },
          { title: 'Sneakers', text: 'from 49 €' },
        ],
      },
    },
    {
      seq: 23,
      channel: 'webpush',
      address: '0-t5qBsEiJGFU3pkPz',
      messageId: '00000000-0000-808c-8000-070cb1d62016',
      at: ago(6),
      reports: [],
      push: { ...PUSH, device: 'Browser', title: 'Your order has left', text: 'It comes today.', buttons: ['Follow'] },
    },
    {
      seq: 22,
      channel: 'smtp',
      address: 'ada@example.com',
      messageId: '00000000-0000-8090-8000-070cb1d62017',
      at: ago(60),
      reports: ['opened', 'clicked', 'delayed', 'bounced', 'complained'],
      mail: {
        subject: 'Your invoice of November',
        from: 'Shop <no-reply@shop.example>',
        to: 'ada@example.com',
        text: 'Dear Ada,\nyour invoice is attached.',
        hasHtml: true,
        headers: [{ name: 'list-unsubscribe', value: '<https://shop.example/u/1>' }],
        attachments: [{ name: 'invoice.pdf', type: 'application/pdf', bytes: 48_213 }],
        signatures: ['shop.example: pass'],
        bytes: 51_002,
      },
    },
    {
      seq: 21,
      channel: 'sms',
      address: '+905321110001',
      messageId: '5c1f0f8e7f3d4cbb',
      at: ago(90),
      reports: ['delivered', 'undelivered', 'answered'],
      sms: {
        from: 'SHOP',
        text: 'Kodunuz 174 921. Kimseyle paylaşmayın.',
        segments: 1,
        encoding: 'UCS-2',
        characters: 38,
        media: [],
      },
    },
  ],
  older: 21,
};

/** A mail page as the simulators serve it: it tries what a mail must not. */
export const MAIL_PAGE =
  '<h1 style="font-family:sans-serif">Invoice</h1><p>Dear Ada</p><script>parent.document.title="taken"</script>';
