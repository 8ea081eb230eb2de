import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Response } from 'express';
import { TestResultService } from '#libs/reporting';
import {
  CampaignOverviewService,
  CampaignLimitService,
  type CampaignOverview,
  type PaceLimit,
  type CampaignPace,
} from '#libs/reporting/campaigns';
import { permissionsOf, SessionService } from '#libs/members';
import { LOGGER } from '#platform/app';
import { AppError, malformed } from '#platform/errors';
import { ClockService, reportFault, type Logger } from '#platform/runtime';
import { toCampaignFigures } from '../campaigns/campaigns.dto.js';
import { readNumber } from '../access/read-number.js';
import { toTest } from '../testers/testers.dto.js';
import { HomeOverviewService } from '../home/home-overview.service.js';
import { LiveReader, type Look } from './live-reader.js';
import { LiveStream } from './live-stream.js';
import { MovingPace } from './moving-pace.js';
import { StreamPlaces } from './stream-places.js';

const MAX_TOPICS = 20;
/** How long a stream may outlive its session, or the right to see what it shows. */
const CHECK_MS = 2000;
/** How long it counts what limits a campaign that goes on, or stands still. */
const LIMIT_MS = 30_000;
/** States that change by themselves. */
const MOVING = new Set(['STARTING', 'SENDING']);
/** States of a test that an answer of a provider changes. */
const UNFINISHED = new Set(['WAITING', 'SENDING', 'RETRYING']);

/** The owner of the stream. */
interface Listening {
  stream: LiveStream;
  token: string;
  appId: number;
  stop: () => void;
}

/** The member who opens a stream. @property token  of the session */
interface Listener {
  memberId: number;
  token: string;
  appId: number;
}

/**
 * Streams of snapshots. One reader a topic and process looks, however many listen. Sessions of open streams are looked at
 * every two seconds: an ended one ends its streams.
 */
@Injectable()
export class LiveService implements BeforeApplicationShutdown {
  private readonly readers = new Map<string, LiveReader>();
  private readonly listening = new Set<Listening>();
  private readonly places = new StreamPlaces();
  private checking: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly campaigns: CampaignOverviewService,
    private readonly limits: CampaignLimitService,
    private readonly home: HomeOverviewService,
    private readonly tests: TestResultService,
    private readonly sessions: SessionService,
    private readonly clock: ClockService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws AppError malformed for an unknown topic, unknown_key; as `StreamPlaces.take` */
  async open(response: Response, { memberId, token, appId }: Listener, topics: readonly string[]): Promise<void> {
    if (this.isStopping) {
      throw new AppError('unavailable', 'This gateway is about to end', { retryAfterSeconds: 1 });
    }
    if (topics.length === 0 || topics.length > MAX_TOPICS) {
      throw malformed(`topics should have 1 to ${MAX_TOPICS} names`);
    }
    if (response.destroyed) {
      return;
    }
    response.once('close', this.places.take({ memberId, appId }));
    const readers = topics.map((topic) => this.readerOf(appId, topic));
    try {
      await Promise.all(readers.map((reader) => reader.open()));
    } catch (error) {
      this.dropUnheard();
      throw error;
    }
    if (response.destroyed) {
      this.dropUnheard();
      return;
    }
    const stream = new LiveStream(response);
    const ends = readers.map((reader, index) => reader.listen((event) => stream.send(topics[index] ?? '', event)));
    const entry = { stream, token, appId, stop: () => ends.forEach((end) => end()) };
    this.listening.add(entry);
    response.once('close', () => this.forget(entry));
    this.checking ??= setInterval(() => void this.checkSessions(), CHECK_MS).unref();
  }

  /** Before the server waits for its connections, which streams would hold open for ever. */
  beforeApplicationShutdown(): void {
    this.isStopping = true;
    for (const entry of this.listening) {
      entry.stream.end('stop');
      this.forget(entry);
    }
  }

  private forget(entry: Listening): void {
    entry.stop();
    entry.stream.close();
    this.listening.delete(entry);
    this.dropUnheard();
    if (this.listening.size === 0) {
      clearInterval(this.checking);
      this.checking = undefined;
    }
  }

  private dropUnheard(): void {
    for (const [name, reader] of this.readers) {
      if (!reader.isHeard) {
        this.readers.delete(name);
      }
    }
  }

  /** Looks at the sessions of all streams in one statement. */
  private async checkSessions(): Promise<void> {
    try {
      const rights = await this.sessions.findRights([...new Set([...this.listening].map(({ token }) => token))]);
      for (const entry of this.listening) {
        const grants = rights.get(entry.token);
        if (!grants || !permissionsOf(grants, entry.appId).has('campaigns.read')) {
          entry.stream.end('bye');
          this.forget(entry);
        }
      }
    } catch (error) {
      reportFault(this.logger, 'sessions of streams could not be looked at', error);
    }
  }

  private readerOf(appId: number, topic: string): LiveReader {
    const name = `${appId} ${topic}`;
    const reader =
      this.readers.get(name) ??
      new LiveReader(
        topic,
        this.lookOf(appId, topic),
        () => this.clock.now(),
        (error) => reportFault(this.logger, 'a topic of the panel could not be read', error),
      );
    this.readers.set(name, reader);
    return reader;
  }

  private lookOf(appId: number, topic: string): () => Promise<Look> {
    const [kind, key = ''] = topic.split(':', 2);
    if (kind === 'campaign' && key !== '') {
      const number = readNumber(key);
      const follower = this.campaigns.follow(appId, number);
      const pace = new MovingPace();
      const limit = this.limitOf(appId);
      return async () => {
        const campaign = await follower.look();
        const rate = pace.add(this.clock.now(), campaign);
        return {
          data: toCampaignFigures(campaign, rate, await limit(campaign, rate)),
          isMoving: MOVING.has(campaign.state),
        };
      };
    }
    if (kind === 'test' && key !== '') {
      const number = readNumber(key);
      return async () => {
        const test = await this.tests.get(appId, number);
        return { data: toTest(test), isMoving: UNFINISHED.has(test.state) };
      };
    }
    if (topic === 'home') {
      return () => this.lookAtHome(appId);
    }
    throw malformed('topics has something else than home, campaign:KEY and test:ID');
  }

  /** Finds the bound of a campaign, again after a while, and when it begins or ceases to move. */
  private limitOf(appId: number): (campaign: CampaignOverview, rate: CampaignPace) => Promise<PaceLimit | null> {
    let known: { mark: string; until: number; limit: PaceLimit | null } | undefined;
    return async (campaign, rate) => {
      const now = this.clock.now().getTime();
      const mark = `${campaign.state} ${rate.now > 0}`;
      if (known?.mark !== mark || now >= known.until) {
        const limit = await this.limits.find(appId, campaign, rate);
        known = { mark, until: now + LIMIT_MS, limit };
      }
      return known.limit;
    };
  }

  private async lookAtHome(appId: number): Promise<Look> {
    const data = await this.home.read(appId);
    return { data, isMoving: data.sending.some(({ state }) => MOVING.has(state)) };
  }
}
