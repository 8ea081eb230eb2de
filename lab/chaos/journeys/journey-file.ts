import type { Lab } from '../lab.js';
import { insist } from '../victims.js';

/** How long a cart waits for its purchase. */
export const WAIT_SECONDS = 8;
/** Zone of the people who have quiet hours; all others have the zone of the application, UTC. */
export const QUIET_ZONE = 'Asia/Tokyo';
/** Moods of people, by which the first step chooses a message. `stale` is the one before. */
export const MOODS = ['calm', 'keen'] as const;
export type Mood = (typeof MOODS)[number];
/** Messages; each text begins with its name. */
export const MESSAGES = ['calm', 'keen', 'cheap', 'dear'] as const;
export type Message = (typeof MESSAGES)[number];
/** Carts from this price on have a message of their own. */
export const DEAR = 50;

const TOPIC = 'reminders';
const TEXT = 'cart';
const PLATFORMS = ['IOS', 'EMAIL', 'SMS'];
const POLICY_AGE_MS = 1500;
const TOKYO_MS = 9 * 3_600_000;

const DATA = {
  attributes: [
    { code: 'cart', dataType: 'STRING' },
    { code: 'price', dataType: 'INT' },
  ],
};
const JOURNEYS = [
  {
    name: 'greeting',
    entry: { event: 'Joined', late: 'allow' },
    steps: [
      {
        branch: { id: 'mood', if: { profile: { mood: ['keen'] } } },
        yes: [{ send: { id: 'sendKeen', message: 'keen' } }],
        no: [{ send: { id: 'sendCalm', message: 'calm' } }],
      },
    ],
  },
  {
    name: 'reminder',
    entry: { event: 'CartLeft', key: 'cart', late: 'allow' },
    steps: [
      {
        waitFor: { id: 'paid', event: 'Purchased', same: ['cart'], atMost: `${WAIT_SECONDS}s` },
        came: [{ exit: 'bought' }],
      },
      {
        branch: { id: 'price', where: { price: { atLeast: DEAR } } },
        yes: [{ send: { id: 'sendDear', message: 'dear' } }],
        no: [{ send: { id: 'sendCheap', message: 'cheap' } }],
      },
    ],
  },
];

/** The text of a message in which all values are named that the recount compares. */
const textOf = (message: Message): string => `${message}/@{event.${TEXT}}/@{event.price}/@{mood}/`;
export const TEXT_FORM = new RegExp(`(${MESSAGES.join('|')})/([\\w-]+)/(\\d+)/(\\w+)/`);

/** Sets both journeys up: who joins is greeted at once; who leaves a cart and does not buy in time is reminded, at most once. */
export async function setUpJourneys(lab: Lab): Promise<ReadonlyMap<number, Message>> {
  await lab.apply({
    attributes: [{ code: 'mood', dataType: 'STRING' }],
    events: ['Joined', 'CartLeft', 'Purchased'].map((code) => ({ code, ...DATA })),
    categories: [{ name: TOPIC }],
  });
  const keys = new Map<number, Message>();
  for (const message of MESSAGES) {
    const answer = await lab.stack.rest.post<{ notificationKey: number }>('createNotificationDefinition', {
      name: message,
      title: 'Journey',
      subject: 'Journey',
      message: textOf(message),
      platforms: PLATFORMS,
      ...((message === 'cheap' || message === 'dear') && { categories: [TOPIC] }),
    });
    if (answer.status !== 200) {
      throw new Error(`The message is refused: ${JSON.stringify(answer.body)}`);
    }
    keys.set(answer.body.notificationKey, message);
  }
  await lab.apply({ caps: [{ name: TOPIC, most: 1, per: '12h', topics: [TOPIC] }], journeys: JOURNEYS });
  return keys;
}

/** Makes it quiet in the zone of some people from now until a full minute. @returns when it is known to every process */
export async function makeQuiet(lab: Lab, until: Date): Promise<void> {
  const clock = (ms: number): string => new Date(ms + TOKYO_MS).toISOString().slice(11, 16);
  const quietHours = { from: clock(Date.now() - 120_000), to: clock(until.getTime()), zone: 'user' };
  await insist(async () => void (await lab.apply({ quietHours })));
  await new Promise((resolve) => setTimeout(resolve, POLICY_AGE_MS));
}
