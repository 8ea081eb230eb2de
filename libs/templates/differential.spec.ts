import { Liquid } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import { Random, randomTemplate, TEMPLATE_DATA } from '../../test/support/templates/random-template.js';
import { compileTemplate, renderText } from './index.js';

/** `npm run templates -- --count N --seed S`. */
const COUNT = Number(process.env['TEMPLATE_COUNT'] ?? 400);
const SEED = Number(process.env['TEMPLATE_SEED'] ?? 1);
const PLACE = { language: 'en', timeZone: 'UTC', now: 0 };

const oracle = new Liquid({ ownPropertyOnly: true, strictFilters: true, timezoneOffset: 0, locale: 'en-US' });

describe('the language of templates', () => {
  it(`A random template gives the text of liquidjs: ${COUNT} of them from seed ${SEED}`, () => {
    const differences: { source: string; [name: string]: unknown }[] = [];
    for (let seed = SEED; seed < SEED + COUNT; seed += 1) {
      const source = randomTemplate(new Random(seed));
      const [own, other] = [
        attempt(() => ours(source)),
        attempt(() => String(oracle.parseAndRenderSync(source, TEMPLATE_DATA))),
      ];
      if (own !== other && !isWanted(source, other)) {
        differences.push({ seed, source, own, other });
      }
    }
    expect(differences.toSorted((a, b) => a.source.length - b.source.length).slice(0, 5)).toEqual([]);
  });
});

function ours(source: string): string {
  return renderText(compileTemplate(source), TEMPLATE_DATA, PLACE);
}

function attempt(render: () => string): string {
  try {
    return render();
  } catch (error) {
    return `error: ${error instanceof Error ? error.message : ''}`;
  }
}

/** Wanted differences (docs/templates.md): objects are JSON, and a text that is not encoded rightly stays. */
function isWanted(source: string, other: string): boolean {
  return other.includes('[object Object]') || (source.includes('url_decode') && other.startsWith('error'));
}
