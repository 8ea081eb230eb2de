import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../../openapi/panel.d.ts';
import { ask, read, write } from '../client.js';
import { followCheck, type CampaignCheck } from './check.js';
import type { ComposedCampaign, Written } from './message.js';

type Schemas = components['schemas'];
export type ComposePreview = Schemas['ComposePreviewDto'];
export type ComposedPayload = Schemas['ComposedPayloadDto'];
export type ComposeWarning = Schemas['ComposeWarningDto'];
export type Launched = Schemas['LaunchedDto'];

export type WhatsAppTemplate = Schemas['WhatsAppTemplateItemDto'];
export type WhatsAppField = Schemas['WhatsAppTemplateFieldDto'];

/** A draft as the server has it. */
export type SavedDraft = Schemas['WrittenDraftDto'];

const pathOf = (app: string, action: string): string => `/apps/${encodeURIComponent(app)}/compose/${action}`;

/** The person and the language of the shown payloads; without a language each address has its own. */
export interface Shown {
  extId?: string;
  language?: string;
  /** Names that a step of a journey gives beside attributes. */
  values?: string[];
}

/**
 * The message as providers would get it.
 *
 * @param shown  without an extId the payloads are filled in for a user without attributes
 */
export const composePreview = (app: string, written: Written | undefined, shown: Shown) =>
  queryOptions({
    queryKey: [app, 'compose', written, shown],
    queryFn: ({ signal }) => ask<ComposePreview>(pathOf(app, 'preview'), { ...written, ...shown }, signal),
    enabled: written !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** A mail is made in less than a second. */
const MAKING_MS = 30_000;

/** The HTML of a mail of blocks or with a template, in all its languages. */
export function composeHtml(app: string, written: Written): Promise<Schemas['ComposedHtmlDto']> {
  return ask(pathOf(app, 'html'), { ...written }, AbortSignal.timeout(MAKING_MS));
}

/** The button sets of the application. */
export const buttonSets = (app: string) =>
  queryOptions({
    queryKey: [app, 'compose', 'button-sets'],
    queryFn: ({ signal }) => read<Schemas['ButtonSetListDto']>(pathOf(app, 'button-sets'), {}, signal),
  });

/** Names of the categories of the application. */
export const campaignCategories = (app: string) =>
  queryOptions({
    queryKey: [app, 'compose', 'categories'],
    queryFn: ({ signal }) => read<Schemas['CategoryListDto']>(pathOf(app, 'categories'), {}, signal),
  });

/** The approved templates of WhatsApp. */
export const whatsAppTemplates = (app: string) =>
  queryOptions({
    queryKey: [app, 'compose', 'whatsapp-templates'],
    queryFn: ({ signal }) => read<Schemas['WhatsAppTemplateListDto']>(pathOf(app, 'whatsapp-templates'), {}, signal),
  });

/**
 * Counts the users that a campaign would reach now.
 *
 * @throws {Refusal} as `followCheck`
 */
export function checkCampaign(
  app: string,
  campaign: ComposedCampaign,
  following: Parameters<typeof followCheck>[3],
): Promise<CampaignCheck> {
  return followCheck(app, pathOf(app, 'check'), campaign, following);
}

interface LaunchTerms {
  key: string;
  revises: string | undefined;
  draft: SavedDraft | undefined;
  gaps: number | undefined;
}

/**
 * Launches what was checked, or asks for it where it needs an approval.
 *
 * @param written.key      of the campaign that is written: however often it is pressed, it is launched once
 * @param written.revises  the request that it takes the place of
 * @param written.draft    as which it was saved: it is closed
 * @param written.gaps     people who lack something in it, as the member confirmed
 */
export function launchCampaign(
  app: string,
  campaign: ComposedCampaign,
  { hash, planned }: Pick<CampaignCheck, 'hash' | 'planned'>,
  { key, revises, draft, gaps }: LaunchTerms,
): Promise<Launched> {
  const body = {
    campaign,
    seen: { hash, planned, ...(gaps !== undefined && { gaps }) },
    ...(revises !== undefined && { revises }),
    ...(draft && { draft }),
  };
  return write(pathOf(app, 'launch'), body, key);
}
