import { groupBy } from '#platform/collections';
import type { Place, Scenario, ScenarioDifference, ScenarioMessage } from './scenario.types.js';

/** Compares what came of a scenario with what it expects, in the order of time. @param seen  places by the index of `where` */
export function compareScenario(
  { sent: expected, nothing, where }: Scenario,
  sent: readonly ScenarioMessage[],
  seen: readonly (readonly Place[])[],
): ScenarioDifference[] {
  const unnamed = new Set(sent);
  const byPlace = groupBy(sent, placeOf);
  const differences: ScenarioDifference[] = [];
  for (const { at, extId, node, text, platform } of expected) {
    const place = { at, extId, node };
    const message = byPlace.get(placeOf(place))?.shift();
    if (!message) {
      differences.push({ ...place, expected: text ?? 'a message', got: null });
      continue;
    }
    unnamed.delete(message);
    const got = platform ? message.texts.find((each) => each.platform === platform) : message.texts[0];
    if (platform && !got) {
      differences.push({ ...place, expected: `a message on ${platform}`, got: null });
    } else if (text !== undefined && got?.text !== text) {
      differences.push({ ...place, expected: text, got: got?.text ?? null });
    }
  }
  for (const { at, extId, node, texts } of unnamed) {
    differences.push({ at, extId, node, expected: null, got: texts[0]?.text ?? 'a message' });
  }
  const met = new Set(sent.map(({ extId }) => extId));
  for (const extId of nothing.filter((each) => met.has(each))) {
    const first = sent.find((message) => message.extId === extId && !unnamed.has(message));
    // Unexpected messages are named already.
    if (first) {
      differences.push({ at: first.at, extId, node: first.node, expected: 'nothing', got: 'a message' });
    }
  }
  for (const [index, question] of where.entries()) {
    const places = seen[index] ?? [];
    const isThere = places.some((place) =>
      'left' in question
        ? 'left' in place && place.left === question.left
        : 'node' in place && place.node === question.node,
    );
    if (!isThere) {
      const { at, extId } = question;
      differences.push({
        at,
        extId,
        node: 'node' in question ? question.node : null,
        expected: describe('left' in question ? { left: question.left } : { node: question.node, key: '' }),
        got: places.length === 0 ? 'not inside' : places.map(describe).join(', '),
      });
    }
  }
  return differences.toSorted((a, b) => a.at - b.at);
}

function placeOf({ at, extId, node }: { at: number; extId: string; node: string }): string {
  return JSON.stringify([at, extId, node]);
}

function describe(place: Place): string {
  return 'left' in place ? `left (${place.left})` : `at ${place.node}`;
}
