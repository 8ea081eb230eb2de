import { CampaignStateService, NotificationDefinitionService } from '#libs/notifications';
import { StatisticsService } from '#libs/reporting';
import { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { VerbCall, Verb } from '../../runtime/verb.js';
import { findApp, readKey } from '../arguments.js';
import { formatEntry, toEntry } from './campaign-lines.js';

const APP_HELP = 'name of the application (not needed when there is only one)';
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 1000;

export const campaignList: Verb = {
  name: 'campaign list',
  summary: 'Lists campaigns with their state and figures, the newest first, page by page.',
  operands: '',
  options: { app: { type: 'string' }, before: { type: 'string' }, limit: { type: 'string' } },
  explain: {
    app: APP_HELP,
    before: 'only keys below this one: the next page',
    limit: `campaigns of a page, up to ${MAX_LIMIT}; ${DEFAULT_LIMIT} when absent`,
  },
  example: 'herald campaign list --limit 50',
  async run({ values, positionals }, { tell }) {
    const limit = values['limit'] === undefined ? DEFAULT_LIMIT : Number(values['limit']);
    if (positionals.length > 0 || !Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
      throw new OperatorError(`Usage: herald campaign list [--before KEY] [--limit 1 to ${MAX_LIMIT}] [--app NAME].`);
    }
    const before =
      values['before'] === undefined ? null : readKey(values['before'], '--before takes a notification key.');
    const { page, figures, isLast } = await withAppContext(async (context) => {
      const { id } = await findApp(context.get(ApplicationService), values['app']);
      const found = await context.get(NotificationDefinitionService).listCampaigns(id, { before, limit: limit + 1 });
      const shown = found.slice(0, limit);
      const keys = shown.map(({ notificationKey }) => notificationKey);
      return {
        page: shown,
        figures: await context.get(StatisticsService).listByKeys(id, keys),
        isLast: found.length <= limit,
      };
    });
    const byKey = new Map(figures.map((entry) => [entry.notificationKey, entry]));
    const campaigns = page.flatMap((campaign) => {
      const statistics = byKey.get(campaign.notificationKey);
      return statistics ? [toEntry(campaign, statistics)] : [];
    });
    const next = isLast ? null : (page.at(-1)?.notificationKey ?? null);
    campaigns.map(formatEntry).forEach(tell);
    if (next !== null) {
      tell(`More with --before ${next}.`);
    }
    return { result: { campaigns, next } };
  },
};

interface Control {
  verb: 'pause' | 'stop' | 'resume';
  summary: string;
  done: string;
}

function createControl({ verb, summary, done }: Control): Verb {
  return {
    name: `campaign ${verb}`,
    summary,
    operands: 'KEY …',
    options: { app: { type: 'string' } },
    explain: { app: APP_HELP },
    example: `herald campaign ${verb} 12`,
    async run(call, { tell }) {
      const keys = readKeys(call, verb);
      await withAppContext(async (context) => {
        const { id: appId } = await findApp(context.get(ApplicationService), call.values['app']);
        await context.get(CampaignStateService)[verb]({ appId, ...operatorOrigin() }, keys);
      });
      keys.forEach((key) => tell(`Campaign ${key} ${done}`));
      return { result: { notificationKeys: keys, done: verb } };
    },
  };
}

function readKeys({ positionals }: VerbCall, verb: string): number[] {
  const usage = `Usage: herald campaign ${verb} KEY …; "herald campaign list" shows the keys.`;
  if (positionals.length === 0) {
    throw new OperatorError(usage);
  }
  return [...new Set(positionals.map((text) => readKey(text, usage)))];
}

export const campaignPause = createControl({
  verb: 'pause',
  summary: 'Pauses campaigns until they are resumed; only batches in flight are still sent.',
  done: 'is paused; "herald campaign resume" lets it go on.',
});

export const campaignStop = createControl({
  verb: 'stop',
  summary: 'Stops campaigns for good: recipients not yet sent end as SKIPPED.',
  done: 'is stopped.',
});

export const campaignResume = createControl({
  verb: 'resume',
  summary: 'Resumes paused campaigns where they stopped.',
  done: 'goes on.',
});
