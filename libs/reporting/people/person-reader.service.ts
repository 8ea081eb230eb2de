import { Injectable } from '@nestjs/common';
import { NotificationExplanationService } from '#libs/notifications/forecasts';
import type { Viewer } from '#libs/tenancy';
import { ResultsService } from '../results/results.service.js';
import type { PersonExplanation } from './person-reader.types.js';
import { PersonHeadService } from './person-head.service.js';
import { PersonTimelineService } from './person-timeline.service.js';
import type { TimelinePage, TimelineSubject } from './person-timeline.types.js';

/** One person as screens show it: what happened to it, and what became of every message. */
@Injectable()
export class PersonReaderService {
  constructor(
    private readonly results: ResultsService,
    private readonly explanations: NotificationExplanationService,
    private readonly timeline: PersonTimelineService,
    private readonly heads: PersonHeadService,
  ) {}

  /**
   * Everything that happened to a user, the newest first.
   *
   * @throws AppError unknown_subject; malformed for a cursor that is none
   */
  async listTimeline(
    { appId, uid: asked, isPrivateShown }: Omit<TimelineSubject, 'extId'>,
    page: Parameters<PersonTimelineService['listPage']>[1],
  ): Promise<TimelinePage> {
    const { uid, extId } = await this.heads.resolve(appId, asked);
    return this.timeline.listPage({ appId, uid, extId, isPrivateShown }, page);
  }

  /**
   * Tests if a campaign would reach a user now, clause by clause, and what it came to.
   *
   * @throws AppError unknown_subject, unknown_key
   */
  async explain(appId: number, uid: number, notificationKey: number, viewer: Viewer): Promise<PersonExplanation> {
    const { extId } = await this.heads.resolve(appId, uid);
    const [now, results] = await Promise.all([
      this.explanations.explainNotification(appId, notificationKey, extId, viewer),
      this.results.listOfUser(appId, notificationKey, extId, viewer),
    ]);
    return { now, results };
  }
}
