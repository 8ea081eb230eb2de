import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask, read } from './client.js';
import type {
  Campaign,
  CampaignHistory,
  PayloadList,
  CampaignRow,
  CampaignSeries,
  Explanation,
  Proof,
  FoundPeople,
  Home,
  Me,
  MemberSession,
  Page,
  Reason,
  Recipient,
  SignInWays,
  TimelineItem,
  UserHead,
} from './types.js';

/** Rows of a page: few enough to be drawn at once. */
const PAGE = 50;

export interface CampaignFilter {
  state?: string | undefined;
  platform?: string | undefined;
  q?: string | undefined;
  label?: string | undefined;
  /** Kind and id, with a hyphen between. */
  author?: string | undefined;
  folder?: string | undefined;
  /** `yes`: archived ones alone. */
  archived?: string | undefined;
  after?: string | undefined;
}

export interface RecipientFilter {
  status?: string | undefined;
  reason?: string | undefined;
  platform?: string | undefined;
  after?: string | undefined;
}

export interface TimelineFilter {
  group?: string | undefined;
  after?: string | undefined;
}

const ofApp = (app: string, ...rest: string[]): string =>
  ['/apps', ...[app, ...rest].map(encodeURIComponent)].join('/');

/** Queries of the panel, each with the key of its cache entry. */
export const queries = {
  ways: () =>
    queryOptions({ queryKey: ['ways'], queryFn: ({ signal }) => read<SignInWays>('/session/ways', {}, signal) }),
  me: () => queryOptions({ queryKey: ['me'], queryFn: ({ signal }) => read<Me>('/me', {}, signal), staleTime: 60_000 }),
  sessions: () =>
    queryOptions({
      queryKey: ['sessions'],
      queryFn: ({ signal }) => read<{ items: MemberSession[] }>('/me/sessions', {}, signal),
    }),
  home: (app: string) =>
    queryOptions({
      queryKey: [app, 'home'],
      queryFn: ({ signal }) => read<Home>(ofApp(app, 'home'), {}, signal),
    }),
  campaigns: (app: string, filter: CampaignFilter) =>
    queryOptions({
      queryKey: [app, 'campaigns', filter],
      queryFn: ({ signal }) => read<Page<CampaignRow>>(ofApp(app, 'campaigns'), { ...filter, limit: PAGE }, signal),
      placeholderData: keepPreviousData,
    }),
  campaign: (app: string, key: string) =>
    queryOptions({
      queryKey: [app, 'campaign', key],
      queryFn: ({ signal }) => read<Campaign>(ofApp(app, 'campaigns', key), {}, signal),
    }),
  reasons: (app: string, key: string) =>
    queryOptions({
      queryKey: [app, 'campaign', key, 'reasons'],
      queryFn: ({ signal }) => read<{ items: Reason[] }>(ofApp(app, 'campaigns', key, 'reasons'), {}, signal),
    }),
  /** @param state  of the campaign: with another one the run is another one too */
  series: (app: string, key: string, state: Campaign['state']) =>
    queryOptions({
      queryKey: [app, 'campaign', key, 'series', state],
      queryFn: ({ signal }) => read<CampaignSeries>(ofApp(app, 'campaigns', key, 'series'), {}, signal),
      placeholderData: keepPreviousData,
    }),
  payloads: (app: string, key: string, uid?: string) =>
    queryOptions({
      queryKey: [app, 'campaign', key, 'payloads', uid],
      queryFn: ({ signal }) => read<PayloadList>(ofApp(app, 'campaigns', key, 'payloads'), { uid }, signal),
    }),
  history: (app: string, key: string) =>
    queryOptions({
      queryKey: [app, 'campaign', key, 'history'],
      queryFn: ({ signal }) => read<CampaignHistory>(ofApp(app, 'campaigns', key, 'history'), {}, signal),
    }),
  recipients: (app: string, key: string, filter: RecipientFilter) =>
    queryOptions({
      queryKey: [app, 'campaign', key, 'recipients', filter],
      queryFn: ({ signal }) =>
        read<Page<Recipient>>(ofApp(app, 'campaigns', key, 'recipients'), { ...filter, limit: PAGE }, signal),
      placeholderData: keepPreviousData,
    }),
  /** @param text  a part of what is known of people; empty: the newest ones */
  people: (app: string, text: string) =>
    queryOptions({
      queryKey: [app, 'people', text],
      queryFn: ({ signal }) => ask<FoundPeople>(ofApp(app, 'users', 'search'), { text }, signal),
      placeholderData: keepPreviousData,
      // Facts about people change during a search.
      staleTime: 0,
      gcTime: 60_000,
    }),
  user: (app: string, uid: string) =>
    queryOptions({
      queryKey: [app, 'user', uid],
      queryFn: ({ signal }) => read<UserHead>(ofApp(app, 'users', uid), {}, signal),
    }),
  timeline: (app: string, uid: string, filter: TimelineFilter) =>
    queryOptions({
      queryKey: [app, 'user', uid, 'timeline', filter],
      queryFn: ({ signal }) =>
        read<Page<TimelineItem>>(ofApp(app, 'users', uid, 'timeline'), { ...filter, limit: PAGE }, signal),
      placeholderData: keepPreviousData,
    }),
  proof: (app: string, uid: string, messageId: string) =>
    queryOptions({
      queryKey: [app, 'user', uid, 'consent', messageId],
      queryFn: ({ signal }) => read<Proof>(ofApp(app, 'users', uid, 'consent'), { messageId }, signal),
    }),
  message: (app: string, uid: string, messageId: string) =>
    queryOptions({
      queryKey: [app, 'user', uid, 'message', messageId],
      queryFn: ({ signal }) => read<PayloadList>(ofApp(app, 'users', uid, 'message'), { messageId }, signal),
      retry: false,
    }),
  explanation: (app: string, uid: string, campaign: string) =>
    queryOptions({
      queryKey: [app, 'user', uid, 'explain', campaign],
      queryFn: ({ signal }) => read<Explanation>(ofApp(app, 'users', uid, 'explain'), { campaign }, signal),
    }),
};
