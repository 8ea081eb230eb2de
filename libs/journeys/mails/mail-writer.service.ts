import { Injectable } from '@nestjs/common';
import { MailChoiceService, type WrittenMail } from '#libs/members';
import { ApplicationService } from '#libs/tenancy';
import { Config } from '#platform/config';
import { Database } from '#platform/db';
import { JourneyAlarmService } from '../watching/journey-alarm.service.js';
import { writeAlarmMail } from './alarm-mail-text.js';
import { AlarmNoteRepository } from './alarm-note.repository.js';
import { writeDigestMail } from './digest-mail-text.js';
import { leavingHeaders, type MailPlace, zoneOf } from './mail-facts.js';
import type { MailReader } from './mail-readers.service.js';
import type { MemberMail } from './member-mail.repository.js';

/** Writes mails about journeys as they are now. */
@Injectable()
export class MailWriterService {
  constructor(
    private readonly db: Database,
    private readonly notes: AlarmNoteRepository,
    private readonly alarms: JourneyAlarmService,
    private readonly choices: MailChoiceService,
    private readonly applications: ApplicationService,
    private readonly config: Config,
  ) {}

  /** @returns undefined where there is nothing to read any more */
  async write(
    mail: MemberMail,
    reader: MailReader,
  ): Promise<(WrittenMail & { headers: Record<string, string> }) | undefined> {
    const place = await this.describePlace(mail, reader);
    const written = await (mail.kind === 'alarms' ? this.writeAlarms(mail, place) : this.writeDigest(mail, place));
    return written && { ...written, headers: leavingHeaders(place.leave) };
  }

  private async writeAlarms(mail: MemberMail, place: MailPlace): Promise<WrittenMail | undefined> {
    const alarms = await this.notes.list(this.db, mail);
    return alarms.length > 0 ? writeAlarmMail(alarms, place) : undefined;
  }

  private async writeDigest({ appId }: MemberMail, place: MailPlace): Promise<WrittenMail | undefined> {
    const digest = await this.alarms.digest(appId);
    return digest.journeys.length > 0 ? writeDigestMail(digest, place) : undefined;
  }

  private async describePlace({ appId, kind }: MemberMail, reader: MailReader): Promise<MailPlace> {
    const { name: app } = await this.applications.getApplication(appId);
    const { PANEL_URL, PUBLIC_URL } = this.config;
    const base = (PANEL_URL ?? PUBLIC_URL)?.replace(/\/$/, '');
    return {
      app,
      locale: reader.locale,
      zone: zoneOf(reader.timeZone),
      link: base === undefined ? null : (path) => `${base}/panel/apps/${encodeURIComponent(app)}/${path}`,
      leave: base === undefined ? null : `${base}/panel/mails/${this.choices.createToken(reader.memberId, kind)}`,
    };
  }
}
