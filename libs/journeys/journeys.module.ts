import { Module, type OnModuleInit } from '@nestjs/common';
import { AuditModule } from '#libs/audit';
import { AudienceModule } from '#libs/audience';
import { ContactPolicyModule } from '#libs/contact-policy';
import { DeliveryModule } from '#libs/delivery';
import { EventsModule } from '#libs/events';
import { IdentityModule, PersonalDataRegistryService } from '#libs/identity';
import { MembersModule } from '#libs/members';
import { NotificationsModule } from '#libs/notifications';
import { SectionRegistryService, TenancyModule } from '#libs/tenancy';
import { UsersModule } from '#libs/users';
import { FeedSubscriberRegistryService } from '#platform/outbox';
import { JourneyApprovalService } from './approvals/journey-approval.service.js';
import { JourneyForecastService } from './approvals/journey-forecast.service.js';
import { AlarmChangeService } from './watching/alarm-change.service.js';
import { AlarmRepository } from './watching/alarm.repository.js';
import { HourCountRepository } from './watching/hour-count.repository.js';
import { JourneyAlarmService } from './watching/journey-alarm.service.js';
import { JourneyWatchService } from './watching/journey-watch.service.js';
import { MessageSumsService } from './watching/message-sums.service.js';
import { AlarmNoteRepository } from './mails/alarm-note.repository.js';
import { JourneyMailService } from './mails/journey-mail.service.js';
import { MailReadersService } from './mails/mail-readers.service.js';
import { MailWriterService } from './mails/mail-writer.service.js';
import { MemberMailRepository } from './mails/member-mail.repository.js';
import { JourneyPeopleRepository } from './control/journey-people.repository.js';
import { JourneyPeopleService } from './control/journey-people.service.js';
import { JourneyPositionsRepository } from './control/journey-positions.repository.js';
import { JourneyPositionsService } from './control/journey-positions.service.js';
import { JourneyPersonalDataService } from './control/journey-personal-data.service.js';
import { JourneyService } from './control/journey.service.js';
import { JourneyEnterService } from './control/journey-enter.service.js';
import { JourneyMetricsService } from './control/journey-metrics.service.js';
import { JourneyStateService } from './control/journey-state.service.js';
import { ShownJourneyService } from './control/shown-journey.service.js';
import { ScenarioService } from './control/scenario.service.js';
import { JourneyTidyService } from './control/journey-tidy.service.js';
import { JourneyCheckService } from './definitions/journey-check.service.js';
import { MessageKeysService } from './definitions/message-keys.service.js';
import { JourneyMessagesService } from './definitions/journey-messages.service.js';
import { JourneyVersionService } from './definitions/journey-version.service.js';
import { ApprovedTextRepository } from './texts/approved-text.repository.js';
import { ApprovedTextService } from './texts/approved-text.service.js';
import { SentTextsService } from './texts/sent-texts.service.js';
import { RequestRepository } from './requests/request.repository.js';
import { RequestService } from './requests/request.service.js';
import { JourneyMoveService } from './definitions/journey-move.service.js';
import { JourneyRepository } from './definitions/journey.repository.js';
import { JourneysSection } from './definitions/journeys.section.js';
import { EventEntryService } from './entering/event-entry.service.js';
import { DuePeopleService } from './entering/due-people.service.js';
import { JourneyEntryService } from './entering/journey-entry.service.js';
import { JourneySendService } from './running/journey-send.service.js';
import { JourneyStepService } from './running/journey-step.service.js';
import { JourneySubscriberService } from './entering/journey-subscriber.service.js';
import { PendingPeopleService } from './running/pending-people.service.js';
import { PersonFactsService } from './running/person-facts.service.js';
import { PersonTimeRepository } from './running/person-time.repository.js';
import { PersonSetService } from './running/person-set.service.js';
import { ProgramService } from './running/program.service.js';
import { ScheduledEntryService } from './entering/scheduled-entry.service.js';
import { PriceRepository } from './prices/price.repository.js';
import { PricesSection } from './prices/prices.section.js';
import { RealFiguresService } from './replay/real-figures.service.js';
import { ReplayArrivalsService } from './replay/replay-arrivals.service.js';
import { ReplayFactsService } from './replay/replay-facts.service.js';
import { ReplayFrameService } from './replay/replay-frame.service.js';
import { ReplayHistoryService } from './replay/replay-history.service.js';
import { ReplayPlanService } from './replay/replay-plan.service.js';
import { ReplayService } from './replay/replay.service.js';
import { StoredReplayRepository } from './stored-replays/stored-replay.repository.js';
import { StoredReplayService } from './stored-replays/stored-replay.service.js';
import { JourneyTranslationRepository } from './translations/journey-translation.repository.js';
import { JourneyTranslationService } from './translations/journey-translation.service.js';
import { MessageResultService } from './entering/message-result.service.js';
import { SegmentEntryService } from './entering/segment-entry.service.js';
import { SendableContentsService } from './running/sendable-contents.service.js';
import { SendableTextsService } from './running/sendable-texts.service.js';
import { StepCallService } from './running/step-call.service.js';
import { StepPaceService } from './running/step-pace.service.js';
import { ThrottleRepository } from './visits/throttle.repository.js';
import { StepEffectsService } from './running/step-effects.service.js';
import { VisitWalkService } from './running/visit-walk.service.js';
import { PaceRepository } from './visits/pace.repository.js';
import { PastResultRepository } from './histories/past-result.repository.js';
import { PastEntryRepository } from './visits/past-entry.repository.js';
import { PassageRepository } from './visits/passage.repository.js';
import { ScheduleRepository } from './visits/schedule.repository.js';
import { JourneyEventsService } from './visits/journey-events.service.js';
import { VisitRepository } from './visits/visit.repository.js';
import { DayCountRepository } from './visits/day-count.repository.js';
import { JourneyPeriodService } from './figures/journey-period.service.js';

/** Journeys: messages that follow the events of a person. */
@Module({
  imports: [
    AudienceModule,
    AuditModule,
    ContactPolicyModule,
    DeliveryModule,
    EventsModule,
    IdentityModule,
    MembersModule,
    NotificationsModule,
    TenancyModule,
    UsersModule,
  ],
  providers: [
    AlarmChangeService,
    AlarmNoteRepository,
    AlarmRepository,
    ApprovedTextRepository,
    ApprovedTextService,
    DayCountRepository,
    DuePeopleService,
    EventEntryService,
    HourCountRepository,
    JourneyAlarmService,
    JourneyApprovalService,
    JourneyCheckService,
    JourneyEnterService,
    JourneyEntryService,
    JourneyEventsService,
    JourneyForecastService,
    JourneyMailService,
    JourneyMessagesService,
    JourneyPeopleRepository,
    JourneyPeopleService,
    JourneyPeriodService,
    JourneyPositionsRepository,
    JourneyPositionsService,
    JourneyPersonalDataService,
    JourneyMetricsService,
    JourneyMoveService,
    JourneyRepository,
    JourneySendService,
    JourneyService,
    JourneyStateService,
    JourneyStepService,
    JourneyTidyService,
    JourneyTranslationRepository,
    JourneyTranslationService,
    JourneyVersionService,
    JourneyWatchService,
    MailReadersService,
    MailWriterService,
    MemberMailRepository,
    MessageResultService,
    MessageSumsService,
    JourneysSection,
    JourneySubscriberService,
    PaceRepository,
    PassageRepository,
    PastEntryRepository,
    PastResultRepository,
    PendingPeopleService,
    PersonFactsService,
    PersonSetService,
    PersonTimeRepository,
    PriceRepository,
    PricesSection,
    ProgramService,
    MessageKeysService,
    RealFiguresService,
    ReplayArrivalsService,
    ReplayFactsService,
    ReplayFrameService,
    ReplayHistoryService,
    ReplayPlanService,
    ReplayService,
    RequestRepository,
    RequestService,
    ScheduledEntryService,
    ScenarioService,
    ShownJourneyService,
    ScheduleRepository,
    SegmentEntryService,
    SendableContentsService,
    SendableTextsService,
    SentTextsService,
    StepCallService,
    StepEffectsService,
    StepPaceService,
    StoredReplayRepository,
    StoredReplayService,
    ThrottleRepository,
    VisitRepository,
    VisitWalkService,
  ],
  exports: [
    JourneyAlarmService,
    JourneyWatchService,
    JourneyApprovalService,
    JourneyForecastService,
    JourneyEnterService,
    JourneyMetricsService,
    JourneyPeopleService,
    JourneyPeriodService,
    JourneyPositionsService,
    JourneyService,
    JourneyStateService,
    JourneyStepService,
    JourneyTranslationService,
    ReplayService,
    ScenarioService,
    ScheduledEntryService,
    ShownJourneyService,
    StoredReplayService,
  ],
})
export class JourneysModule implements OnModuleInit {
  constructor(
    private readonly sections: SectionRegistryService,
    private readonly section: JourneysSection,
    private readonly subscribers: FeedSubscriberRegistryService,
    private readonly subscriber: JourneySubscriberService,
    private readonly owners: PersonalDataRegistryService,
    private readonly personalData: JourneyPersonalDataService,
  ) {}

  onModuleInit(): void {
    this.sections.register(this.section);
    this.subscribers.register(this.subscriber);
    this.owners.register(this.personalData);
  }
}
