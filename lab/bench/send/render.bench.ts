import { parseArgs } from 'node:util';
import { createRenderPlan, type Platform, type RenderRecipient } from '#libs/content';
import { parseBulk } from '../../../test/support/rooms/parse.js';
import { round2 } from '../support/measurements.js';

/**
 * `npm run bench -- render --messages N`: messages rendered per second and CPU per 1,000, for each platform, the same for
 * everyone and one for each recipient (title, text, sub text and link with attributes that no two have in common). One
 * process, no database; what a sender makes of a payload is not in it.
 */
const { values } = parseArgs({ options: { messages: { type: 'string', default: '100000' } } });
const messages = Number(values.messages);
if (!(messages > 0)) {
  throw new Error('Usage: bench render --messages N');
}

const PLATFORMS = ['IOS', 'ANDROID', 'CHROME', 'EMAIL', 'SMS'] as const satisfies Platform[];
const COMMON = {
  title: 'Spring sale',
  text: 'Everything 20 % off, today only',
  iconUrl: 'https://shop.example/icon.png',
  click: { url: 'https://shop.example/sale' },
  customJson: { campaign: 'spring', shelf: 'a1', tier: 'gold' },
  ios: { title: 'Sale', mediaUrl: 'https://shop.example/sale.png' },
  android: { title: 'Sale', mediaUrl: 'https://shop.example/sale.png', bigText: 'Everything 20 % off' },
};
const PERSONAL = {
  ...COMMON,
  personalizedTitle: '@{name}, it is spring',
  personalizedMessage: 'Dear @{name}, your @{points} points are worth 20 % today',
  personalizedSubText: 'For @{name}',
  click: { url: 'https://shop.example/sale?user=@{code}' },
};
const MAIL = `<html><body>${'<p>All of our shoes, coats and hats are cheaper today.</p>'.repeat(40)}</body></html>`;
const MAIL_PERSONAL = MAIL.replace(
  '<p>',
  '<p>Dear @{name}, you have @{points} points.</p><p><a href="https://shop.example/?u=@{code}">Shop</a></p><p>',
);

function bodyOf(platform: Platform, personal: boolean): object {
  const message = personal ? PERSONAL : COMMON;
  const mail = personal ? { ...message, personalizedMessage: MAIL_PERSONAL } : { ...message, text: MAIL };
  return { ...(platform === 'EMAIL' ? mail : message), platforms: [platform] };
}

function measure(platform: Platform, personal: boolean): Record<string, number> {
  const plan = createRenderPlan(parseBulk(bodyOf(platform, personal)));
  const render = (from: number, count: number): void => {
    for (let n = from; n < from + count; n++) {
      const recipient: RenderRecipient = { platform, profile: { name: `Ann ${n}`, points: n, code: `u${n}` } };
      if (plan.render(recipient).kind !== 'ok') {
        throw new Error(`A message for ${platform} was not rendered`);
      }
    }
  };
  render(0, Math.ceil(messages / 10));
  const [cpu, started] = [process.cpuUsage(), performance.now()];
  render(messages, messages);
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const name = `${platform.toLowerCase()}_${personal ? 'personal' : 'plain'}`;
  return {
    [`${name}_per_s`]: Math.round(messages / seconds),
    [`${name}_cpu_ms_per_1000`]: round2((user + system) / messages),
  };
}

const figures = PLATFORMS.flatMap((platform) => [measure(platform, false), measure(platform, true)]);
console.log(JSON.stringify({ bench: 'render', messages, ...Object.assign({}, ...figures) }));
