import type { Fields, WrittenJourney, WrittenStep } from './written-journey.js';

/** Journeys to begin with, in the order in which they are offered. */
export const TEMPLATES = [
  'cart',
  'welcome',
  'browse',
  'thanks',
  'birthday',
  'winBack',
  'noClick',
  'wish',
  'renewal',
  'weekly',
  'request',
] as const;
export type TemplateName = (typeof TEMPLATES)[number];

/** The texts of a template in the language of the member. */
export interface TemplateTexts {
  name: string;
  title: string;
  text: string;
  lastTitle: string;
  lastText: string;
}

const PLATFORMS = ['IOS', 'ANDROID'];
const ORDER = 'OrderEvent';

/** A journey of a template. It is off until a member switches it on. */
export function fromTemplate(template: TemplateName, texts: TemplateTexts): WrittenJourney {
  const first = sendOf('reminder', texts.title, texts.text);
  const last = sendOf('last', texts.lastTitle, texts.lastText);
  return { name: texts.name, state: 'off', ...partsOf(template, first, last) };
}

function partsOf(
  template: TemplateName,
  first: WrittenStep,
  last: WrittenStep,
): Pick<WrittenJourney, 'entry' | 'goal' | 'steps'> {
  switch (template) {
    case 'cart':
      return {
        entry: { event: 'AddToCartEvent', again: { after: '1d' } },
        goal: { event: ORDER },
        steps: [waitOf('hour', '1h'), first, awaitOf('order', ORDER, '1d', 'bought'), last],
      };
    case 'welcome':
      return {
        entry: { event: 'RegisterEvent', again: 'never' },
        steps: [first, awaitOf('look', 'ProductViewEvent', '3d', 'looked'), last],
      };
    case 'browse':
      return {
        entry: { event: 'ProductViewEvent', again: { after: '7d' } },
        goal: { event: ORDER },
        steps: [awaitOf('cart', 'AddToCartEvent', '1d', 'filled'), first],
      };
    case 'thanks':
      return {
        entry: { event: ORDER },
        steps: [first, waitOf('week', '7d'), last],
      };
    case 'birthday':
      return { entry: { date: { attribute: 'birthday', at: '10:00', yearly: true } }, steps: [first] };
    case 'winBack':
      return {
        entry: { segment: { joined: '' }, again: { after: '90d' } },
        goal: { event: ORDER },
        steps: [first, awaitOf('visit', 'SessionStartEvent', '7d', 'back'), last],
      };
    case 'noClick':
      return {
        entry: { segment: { joined: '' }, again: { after: '30d' } },
        steps: [first, awaitOf('click', { event: 'MessageClicked', node: 'reminder' }, '2d', 'clicked'), last],
      };
    case 'wish':
      return {
        entry: { event: 'AddToWishListEvent', again: { after: '3d' } },
        goal: { event: ORDER },
        steps: [waitOf('days', '3d'), first],
      };
    case 'renewal':
      return {
        entry: { date: { attribute: 'renewal', before: '14d', at: '10:00' } },
        goal: { event: ORDER },
        steps: [first, waitOf('days', '10d'), last],
      };
    case 'weekly':
      return {
        entry: { audience: { target: { sendToAll: true }, at: '10:00', weekdays: ['MO'] } },
        steps: [{ throttle: { id: 'pace', most: 1000 } }, first],
      };
    case 'request':
      return {
        entry: { api: true },
        steps: [first, waitOf('day', '1d'), last],
      };
  }
}

/** A journey without steps. */
export function emptyJourney(name: string): WrittenJourney {
  return { name, state: 'off', entry: { event: '' }, steps: [] };
}

function sendOf(id: string, title: string, text: string): WrittenStep {
  return { send: { id, contents: [{ platforms: PLATFORMS, title, text }] } };
}

function waitOf(id: string, span: string): WrittenStep {
  return { wait: { id, for: span } };
}

/** Ends the journey for who did something. */
function awaitOf(id: string, event: string | Fields, atMost: string, exit: string): WrittenStep {
  return { waitFor: { id, ...(typeof event === 'string' ? { event } : event), atMost }, came: [{ exit }] };
}
