import type { Verb } from '../../runtime/verb.js';
import { APP, APP_OPTION, CAMPAIGNS_SHOWN } from '../option-presets.js';

export const campaignShow: Verb = {
  name: 'campaign show',
  summary: 'Shows one campaign: progress, time left, sums of each platform, and why recipients got nothing.',
  operands: 'KEY',
  ...APP_OPTION,
  example: 'herald campaign show 12',
  load: async () => (await import('./campaign-show.js')).campaignShow,
};

export const campaignList: Verb = {
  name: 'campaign list',
  summary: 'Lists campaigns with their state and figures, the newest first, page by page.',
  operands: '',
  options: { app: { type: 'string' }, before: { type: 'string' }, limit: { type: 'string' } },
  explain: {
    app: APP,
    before: 'only keys below this one: the next page',
    limit: `campaigns of a page, up to ${CAMPAIGNS_SHOWN.max}; ${CAMPAIGNS_SHOWN.preset} when absent`,
  },
  example: 'herald campaign list --limit 50',
  load: async () => (await import('./campaign.js')).campaignList,
};

export const campaignPause = control(
  'pause',
  'Pauses campaigns until they are resumed; only batches in flight are still sent.',
);

export const campaignStop = control('stop', 'Stops campaigns for good: recipients not yet sent end as SKIPPED.');

export const campaignResume = control('resume', 'Resumes paused campaigns where they stopped.');

function control(verb: 'pause' | 'stop' | 'resume', summary: string): Verb {
  return {
    name: `campaign ${verb}`,
    summary,
    operands: 'KEY …',
    ...APP_OPTION,
    example: `herald campaign ${verb} 12`,
    load: async () => (await import('./campaign.js')).CONTROLS[verb],
  };
}
