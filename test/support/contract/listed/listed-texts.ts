import { createRenderPlan, type JsonObject, type Message, type Platform } from '#libs/content';
import type { SimulatorClient } from '../../processes/simulator-client.js';

/** Providers of the platforms that listed sends go to. */
export const PROVIDERS = { fcm: 'ANDROID', smtp: 'EMAIL', sms: 'SMS' } as const satisfies Record<string, Platform>;
export type Provider = keyof typeof PROVIDERS;

/** Texts that a provider took, by address; of an e-mail its subject and body. */
export async function textsOf(simulators: SimulatorClient, provider: Provider): Promise<Map<string, string[]>> {
  const texts = new Map<string, string[]>();
  for await (const { token, payload } of simulators.everyDelivery(provider)) {
    texts.set(token, [...(texts.get(token) ?? []), textOf(provider, payload)]);
  }
  return texts;
}

function textOf(provider: Provider, payload: unknown): string {
  switch (provider) {
    case 'fcm':
      return (payload as { message: { notification: { body: string } } }).message.notification.body;
    case 'sms':
      return (payload as { Body: string }).Body;
    case 'smtp': {
      const { subject, html } = payload as { subject: string; html: string };
      return `${subject}\n${html.replace(/<img [^>]*>\s*$/, '').trimEnd()}`;
    }
  }
}

/** The text that a provider takes of a send with these parameters for all; undefined: nothing, it fails. */
export function renderAsSend(message: Message, provider: Provider, own: JsonObject): string | undefined {
  const plan = createRenderPlan({ ...message, params: { ...message.params, ...own } });
  const rendered = plan.render({ platform: PROVIDERS[provider] });
  if (rendered.kind === 'failed') {
    return undefined;
  }
  switch (rendered.channel) {
    case 'smtp':
      // Mails have line ends of their own.
      return `${rendered.payload.subject}\n${rendered.payload.html?.trimEnd()}`.replaceAll('\r\n', '\n');
    case 'sms':
      return rendered.payload.body;
    default:
      return rendered.shown.text;
  }
}
