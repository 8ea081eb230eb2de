import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { ask, write } from '../client.js';

type Schemas = components['schemas'];
/** The shapes of `sendBulkNotification`, as far as the composer writes them. */
export interface Message {
  title: string;
  text: string;
  platforms: string[];
  ios?: { title: string };
  android?: { title: string };
  personalizedTitle?: string;
  click?: { url: string } | { deeplink: string };
  iconUrl?: string;
}
export interface ComposedCampaign {
  message: Message;
  target: object;
  schedule?: { startTime: string };
}
export type ComposePreview = Schemas['ComposePreviewDto'];
export type ComposedPayload = Schemas['ComposedPayloadDto'];
export type ComposeWarning = Schemas['ComposeWarningDto'];
export type CampaignCheck = Schemas['CampaignCheckDto'];
export type Launched = Schemas['LaunchedDto'];

const pathOf = (app: string, action: string): string => `/apps/${encodeURIComponent(app)}/compose/${action}`;

/** The message as providers would get it. @param extId  whose payloads; empty: those of nobody in particular */
export const composePreview = (app: string, message: Message | undefined, extId: string) =>
  queryOptions({
    queryKey: [app, 'compose', message, extId],
    queryFn: ({ signal }) =>
      ask<ComposePreview>(pathOf(app, 'preview'), { message, ...(extId !== '' && { extId }) }, signal),
    enabled: message !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Counts whom a campaign would reach now. It changes nothing. */
export function checkCampaign(app: string, campaign: ComposedCampaign, signal: AbortSignal): Promise<CampaignCheck> {
  return ask<CampaignCheck>(pathOf(app, 'check'), campaign, signal);
}

/** Sends a message to one person. @param key  the same for each try of one test */
export function sendTest(app: string, message: Message, extId: string, key: string): Promise<{ key: string }> {
  return write(pathOf(app, 'test'), { message, extId }, key);
}

/**
 * Launches what was checked, or asks for it where it needs an approval.
 *
 * @param written.key      of the campaign that is written: however often it is pressed, it is launched once
 * @param written.revises  the request that it takes the place of
 */
export function launchCampaign(
  app: string,
  campaign: ComposedCampaign,
  { hash, planned }: Pick<CampaignCheck, 'hash' | 'planned'>,
  { key, revises }: { key: string; revises: string | undefined },
): Promise<Launched> {
  const body = { campaign, seen: { hash, planned }, ...(revises !== undefined && { revises }) };
  return write(pathOf(app, 'launch'), body, key);
}
