import type { Fact, MailCard, PushCard, ShownDelivery, SmsCard } from '../../shown/shown.types.js';
import { make } from './dom.js';

const PROVIDERS: Record<string, string> = {
  apns: 'Apple push',
  fcm: 'Google push',
  webpush: 'Web push',
  smtp: 'E-mail',
  sms: 'SMS',
};

/** Draws a delivery as its receiver sees it. */
export function drawDelivery(delivery: ShownDelivery): HTMLLIElement {
  const { card } = delivery;
  const item = make('li', `delivery ${card.kind}`);
  item.dataset.seq = String(delivery.seq);
  const drawn =
    card.kind === 'push'
      ? drawPush(card)
      : card.kind === 'mail'
        ? drawMail(card, delivery.seq)
        : drawSms(card, delivery.provider);
  item.append(drawHead(delivery), drawn, drawSource(delivery));
  return item;
}

function drawHead({ provider, address, at }: ShownDelivery): HTMLElement {
  const time = make('time', '', new Date(at).toLocaleTimeString());
  time.dateTime = at;
  time.title = new Date(at).toLocaleString();
  const to = make('span', 'address', address);
  to.title = address;
  return make('header', '', make('span', `provider ${provider}`, PROVIDERS[provider] ?? provider), to, time);
}

function drawPush(card: PushCard): HTMLElement {
  const banner = make('div', `banner ${card.device.toLowerCase()}`);
  const icon = make('span', 'app-icon');
  icon.ariaHidden = 'true';
  if (card.badge !== undefined) {
    icon.append(make('span', 'badge', card.badge));
  }
  const words = make(
    'div',
    'words',
    make('p', 'app', `${card.app ?? card.device} · now`),
    card.title !== undefined && make('p', 'headline', card.title),
    card.subtitle !== undefined && make('p', 'subtitle', card.subtitle),
    card.text !== undefined && make('p', 'text', card.text),
    card.note !== undefined && make('p', 'note', card.note),
  );
  banner.append(icon, words);
  if (card.picture !== undefined) {
    banner.append(
      make('p', 'picture', make('span', 'caption', 'Picture, not loaded'), make('span', 'url', card.picture)),
    );
  }
  if (card.activity) {
    const { event, type, state } = card.activity;
    banner.append(
      make(
        'div',
        'activity',
        make('p', 'caption', `Live activity · ${event}${type === undefined ? '' : ` · ${type}`}`),
        drawFacts(state),
      ),
    );
  }
  if (card.slides.length > 0) {
    const slides = card.slides.map(({ title, text }) => make('li', '', make('b', '', title), make('span', '', text)));
    banner.append(make('ol', 'slides', ...slides));
  }
  if (card.buttons.length > 0) {
    banner.append(make('div', 'actions', ...card.buttons.map((name) => make('span', 'action', name))));
  }
  const badge: Fact[] = card.badge === undefined ? [] : [['badge', card.badge]];
  return make('div', 'body', banner, drawFacts([...badge, ...card.facts]));
}

function drawMail(card: MailCard, seq: number): HTMLElement {
  const body = make(
    'div',
    'body',
    make('p', 'headline', card.subject || 'Without a subject'),
    make('p', 'caption', `${card.from} to ${card.to} · ${formatBytes(card.bytes)}`),
  );
  if (card.hasHtml) {
    const frame = make('iframe', 'mail-frame');
    frame.setAttribute('sandbox', '');
    frame.referrerPolicy = 'no-referrer';
    frame.loading = 'lazy';
    frame.title = 'The mail as it was written';
    frame.src = `/deliveries/${seq}/html`;
    body.append(frame, make('p', 'caption', 'Scripts do not run in it, and pictures of other hosts are not loaded.'));
  }
  if (card.text !== undefined) {
    body.append(card.hasHtml ? fold('Text', make('pre', '', card.text)) : make('pre', 'plain-text', card.text));
  }
  if (card.attachments.length > 0) {
    const files = card.attachments.map(({ name, type, bytes }) =>
      make('li', '', make('span', 'file', name), make('span', 'caption', `${type}, ${formatBytes(bytes)}`)),
    );
    body.append(make('ul', 'files', ...files));
  }
  if (card.signatures.length > 0) {
    body.append(make('p', 'caption', `DKIM ${card.signatures.join(', ')}`));
  }
  body.append(fold(`Headers (${card.headers.length})`, drawFacts(card.headers)));
  return body;
}

/** Providers of messages without parts that are paid for. */
const WITHOUT_PARTS: readonly string[] = ['whatsapp', 'telegram', 'slack'];

function drawSms(card: SmsCard, provider: string): HTMLElement {
  const count = `${card.segments} ${card.segments === 1 ? 'segment' : 'segments'}`;
  return make(
    'div',
    'body',
    make('p', 'caption', `from ${card.from}`),
    make('p', 'bubble', card.text),
    WITHOUT_PARTS.includes(provider)
      ? undefined
      : make('p', 'caption', `${count} · ${card.characters} characters of ${card.encoding}`),
    ...card.media.map((url) => make('p', 'url', url)),
  );
}

function drawFacts(facts: readonly Fact[]): HTMLElement | undefined {
  return facts.length === 0
    ? undefined
    : make(
        'dl',
        'facts',
        ...facts.map(([name, value]) => make('div', '', make('dt', '', name), make('dd', '', value))),
      );
}

/** Shows the exact payload, loaded when the reader opens it. */
function drawSource({ seq, messageId }: ShownDelivery): HTMLElement {
  const text = make('pre', '', 'Loading');
  const details = fold('As it was sent', make('p', 'caption', `message ${messageId}`), text);
  details.addEventListener(
    'toggle',
    () => {
      loadSource(seq).then(
        (loaded) => (text.textContent = loaded),
        () => (text.textContent = 'The simulators do not answer.'),
      );
    },
    { once: true },
  );
  return details;
}

async function loadSource(seq: number): Promise<string> {
  const answer = await fetch(`/deliveries?after=${seq - 1}&limit=1`, { headers: { accept: 'application/json' } });
  const { deliveries } = (await answer.json()) as { deliveries: { seq: number; payload: unknown }[] };
  const [found] = deliveries;
  return found?.seq === seq ? JSON.stringify(found.payload, null, 2) : 'The log has it no longer.';
}

function fold(summary: string, ...children: (Node | undefined)[]): HTMLDetailsElement {
  return make('details', '', make('summary', '', summary), ...children);
}

function formatBytes(bytes: number): string {
  return bytes < 1024
    ? `${bytes} bytes`
    : bytes < 1024 ** 2
      ? `${(bytes / 1024).toFixed(1)} KB`
      : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
