import { NotificationDefinitionService } from '#libs/notifications';
import { CampaignStateService } from '#libs/notifications/campaigns';
import { StatisticsService } from '#libs/reporting';
import { ApplicationService } from '#libs/tenancy';
import { OperatorError } from '#platform/embedded';
import { withAppContext } from '../../runtime/app-context.js';
import { operatorOrigin } from '../../runtime/operator.js';
import type { VerbCall, RunVerb } from '../../runtime/verb.js';
import { findApp, readKey } from '../arguments.js';
import { CAMPAIGNS_SHOWN } from '../option-presets.js';
import { formatEntry, toEntry } from './campaign-lines.js';

export const campaignList: RunVerb = async ({ values, positionals }, { tell }) => {
  const { preset, max } = CAMPAIGNS_SHOWN;
  const limit = values['limit'] === undefined ? preset : Number(values['limit']);
  if (positionals.length > 0 || !Number.isInteger(limit) || limit < 1 || limit > max) {
    throw new OperatorError(`Usage: herald campaign list [--before KEY] [--limit 1 to ${max}] [--app NAME].`);
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
};

/** Changes the state of campaigns, by the last word of the verb. */
export const CONTROLS = {
  pause: control('pause', 'is paused; "herald campaign resume" lets it go on.'),
  stop: control('stop', 'is stopped.'),
  resume: control('resume', 'goes on.'),
};

function control(verb: 'pause' | 'stop' | 'resume', done: string): RunVerb {
  return async (call, { tell }) => {
    const keys = readKeys(call, verb);
    await withAppContext(async (context) => {
      const { id: appId } = await findApp(context.get(ApplicationService), call.values['app']);
      await context.get(CampaignStateService)[verb]({ appId, ...operatorOrigin() }, keys);
    });
    keys.forEach((key) => tell(`Campaign ${key} ${done}`));
    return { result: { notificationKeys: keys, done: verb } };
  };
}

function readKeys({ positionals }: VerbCall, verb: string): number[] {
  const usage = `Usage: herald campaign ${verb} KEY …; "herald campaign list" shows the keys.`;
  if (positionals.length === 0) {
    throw new OperatorError(usage);
  }
  return [...new Set(positionals.map((text) => readKey(text, usage)))];
}
