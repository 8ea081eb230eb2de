import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readJourneys } from '#libs/journeys';
import { JourneyService } from '#libs/journeys/control';
import { ApiKeyService, ApplyService } from '#libs/tenancy';
import { formOfJourney } from '../../../apps/panel/journeys/editor/journey-form.js';
import { layOut } from '../../../apps/panel/journeys/editor/model/lay-out.js';
import { idOf, listPlaced, type WrittenJourney } from '../../../apps/panel/journeys/editor/model/written-journey.js';
import { writeSection } from '../../../apps/panel/journeys/editor/section-text.js';
import { startGateway, type TestGateway } from '../../support/contract/gateway.js';
import { signIn, type PanelMember } from '../../support/contract/panel-member.js';
import { randomEdit } from '../../support/panel/journeys/random-edit.js';
import { randomJourney } from '../../support/panel/journeys/random-journey.js';
import { seeded } from '../../support/panel/journeys/seeded.js';
import { sampleSize } from '../../support/rooms/sample-size.js';

const JOURNEYS = 5;
const EDITS = sampleSize(20);
const SETUP = {
  events: [{ code: 'Cart', attributes: [{ code: 'price', dataType: 'DOUBLE' }] }, { code: 'Bought' }],
};

let gateway: TestGateway;
let operator: PanelMember;
/** An application that gets each export. */
let copyId: number;

const apply = (app: string, file: object) => gateway.app.get(ApplyService).apply({ app, ...file }, { dryRun: false });
const readSection = async () =>
  (await operator.get('/apps/shop/setup/journeys')).json as { value: unknown; base: string };
const findDefinition = async (appId: number, name: string) =>
  (await gateway.app.get(JourneyService).get(appId, name)).definition;
const exportJourneys = async (): Promise<WrittenJourney[]> =>
  (parse((await operator.get('/apps/shop/setup/file')).text) as { journeys: WrittenJourney[] }).journeys;

/** Saves a journey as the editor does. */
async function save(journey: WrittenJourney, base: WrittenJourney | null): Promise<void> {
  const section = await readSection();
  const text = writeSection(section.value, formOfJourney(journey, base), undefined);
  const answer = await operator.post('/apps/shop/setup/journeys/apply', { text, base: section.base });
  expect(answer.status, answer.text).toBe(200);
}

/** The steps that the page of a journey lists: depth, branch and id. */
async function listShown(name: string): Promise<unknown[]> {
  const { items } = (await operator.get('/apps/shop/journeys')).json as { items: { id: string; name: string }[] };
  const id = items.find((item) => item.name === name)?.id;
  const { steps } = (await operator.get(`/apps/shop/journeys/${id}`)).json as {
    steps: { id: string; depth: number; way: string | null }[];
  };
  return steps.map((step) => [step.depth, step.way, step.id]);
}

beforeAll(async () => {
  gateway = await startGateway();
  copyId = (await apply('copy', SETUP)).app.id;
  await apply('shop', SETUP);
  const message = { name: 'hello', title: 'Hello', message: 'Hello', platforms: ['IOS'] };
  for (const appId of [gateway.appId, copyId]) {
    const { secret } = await gateway.app.get(ApiKeyService).createKey(appId, { kind: 'rest', name: 'messages' });
    const answer = await gateway.call('/rest/3.0/createNotificationDefinition', { key: secret, body: message });
    expect(answer.status, answer.text).toBe(200);
  }
  operator = await signIn(gateway, [{ role: 'operator', appId: gateway.appId }]);
});
afterAll(() => gateway.close());

it('After each random edit the panel saves, exports, applies and shows the same definition', async () => {
  for (let seed = 0; seed < JOURNEYS; seed += 1) {
    const draw = seeded(seed + 700);
    let journey = randomJourney(draw, 12);
    await save(journey, null);
    for (let n = 0; n < EDITS; n += 1) {
      const before = journey;
      journey = randomEdit(before, draw);
      await save(journey, before);
      const exported = (await exportJourneys()).find(({ name }) => name === journey.name);
      expect(exported).toEqual(journey);
      const definition = readJourneys([journey], 'journeys').get(journey.name)?.definition;
      expect(await findDefinition(gateway.appId, journey.name)).toEqual(definition);
      await apply('copy', { journeys: [exported] });
      expect(await findDefinition(copyId, journey.name)).toEqual(definition);
      const placed = listPlaced(journey.steps);
      expect(await listShown(journey.name)).toEqual(
        placed.map(({ step, depth, way }) => [depth, way ?? null, idOf(step)]),
      );
      expect(layOut(journey).boxes).toHaveLength(placed.length + 2);
    }
  }
}, 900_000);
