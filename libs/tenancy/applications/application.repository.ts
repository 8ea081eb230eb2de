import { Injectable } from '@nestjs/common';
import { Database, type Statements, type Tx } from '#platform/db';
import type { Application, ApprovalStep, RateLimit, Settings } from '../model/tenancy.types.js';
import { ApplicationEntity } from './application.entity.js';

/** Channel of LISTEN and NOTIFY: a key was ended, or what its caller may do has changed. */
export const KEYS_CHANGED_CHANNEL = 'herald_keys_changed';

@Injectable()
export class ApplicationRepository {
  constructor(private readonly db: Database) {}

  async findById(appId: number, on: Statements = this.db): Promise<Application | undefined> {
    const entity = await on.repository(ApplicationEntity).findOneBy({ id: appId });
    return entity ? toApplication(entity) : undefined;
  }

  async findByName(name: string): Promise<Application | undefined> {
    const entity = await this.db.repository(ApplicationEntity).findOneBy({ name });
    return entity ? toApplication(entity) : undefined;
  }

  async listAll(): Promise<Application[]> {
    const entities = await this.db.repository(ApplicationEntity).find({ order: { id: 'ASC' } });
    return entities.map(toApplication);
  }

  /** @returns false when an application of this name exists */
  async insertIfAbsent(tx: Tx, name: string): Promise<boolean> {
    const { raw } = await tx
      .repository(ApplicationEntity)
      .createQueryBuilder()
      .insert()
      .values({ name })
      .orIgnore()
      .execute();
    return (raw as unknown[]).length === 1;
  }

  /** Locks the row until the end of the transaction, so that two applies of one application run one after the other. */
  async lockByName(tx: Tx, name: string): Promise<Application> {
    const entity = await tx
      .repository(ApplicationEntity)
      .findOne({ where: { name }, lock: { mode: 'pessimistic_write' } });
    if (!entity) {
      throw new Error(`Application ${name} vanished`);
    }
    return toApplication(entity);
  }

  /** Informs gateways, in the answer about a caller, that definitions of the application have changed. */
  async countDefinitionChange(tx: Tx, appId: number): Promise<void> {
    await tx.repository(ApplicationEntity).increment({ id: appId }, 'definitionVersion', 1);
    await tx.affected(`NOTIFY ${KEYS_CHANGED_CHANNEL}`);
  }

  async updateSettings(tx: Tx, appId: number, settings: Settings): Promise<void> {
    await tx.repository(ApplicationEntity).update(
      { id: appId },
      {
        approval: settings.approval.isRequired,
        ...toStepColumns(settings.approval.steps),
        approvalSelf: settings.approval.self,
        approvalKeys: settings.approval.keys,
        identity: settings.identity,
        maxInstallations: settings.maxInstallations,
        defineOnFirstUse: settings.defineOnFirstUse,
        permanentDeletion: settings.permanentDeletion,
        defaultLanguage: settings.defaultLanguage,
        timeZone: settings.timeZone,
        iconUrl: settings.iconUrl,
        templates: settings.templates,
        brand: Object.keys(settings.brand).length === 0 ? null : settings.brand,
        utm: settings.utm,
        defaultCountry: settings.defaultCountry,
        latePolicy: settings.lateSends.policy,
        lateAfterMinutes: settings.lateSends.afterMinutes,
        trackOpens: settings.tracking.opens,
        trackClicks: settings.tracking.clicks,
        trackWithout: settings.tracking.without,
        addressRules: [...settings.addressRules],
        emailFrequency: [...settings.emailFrequency],
        trackMachines: settings.tracking.machines,
        resultsRetentionDays: settings.retention.results,
        statisticsRetentionDays: settings.retention.statistics,
        eventsRetentionDays: settings.retention.events,
        inboxRetentionDays: settings.retention.inbox,
        auditRetentionDays: settings.retention.audit,
        ratePerSecond: settings.rateLimit?.perSecond ?? null,
        rateBurst: settings.rateLimit?.burst ?? null,
        panelMayEdit: settings.panelMayEdit && [...settings.panelMayEdit],
      },
    );
    // Gateways keep the callers of keys with these settings.
    await tx.affected(`NOTIFY ${KEYS_CHANGED_CHANNEL}`);
  }
}

function toApplication(entity: ApplicationEntity): Application {
  const { approval: isRequired, approvalFrom: from, approvers, approvalSelf: self, approvalKeys: keys } = entity;
  const steps = toSteps({ from, approvers, further: entity.approvalSteps });
  const { identity, maxInstallations, defineOnFirstUse, permanentDeletion, defaultLanguage, timeZone, iconUrl } =
    entity;
  return {
    id: entity.id,
    name: entity.name,
    settings: {
      approval: { isRequired, steps, self, keys },
      identity,
      maxInstallations,
      defineOnFirstUse,
      permanentDeletion,
      defaultLanguage,
      timeZone,
      iconUrl,
      templates: entity.templates,
      brand: entity.brand ?? {},
      utm: entity.utm,
      defaultCountry: entity.defaultCountry,
      lateSends: { policy: entity.latePolicy, afterMinutes: entity.lateAfterMinutes },
      tracking: {
        opens: entity.trackOpens,
        clicks: entity.trackClicks,
        without: entity.trackWithout,
        machines: entity.trackMachines,
      },
      addressRules: entity.addressRules,
      emailFrequency: entity.emailFrequency,
      retention: {
        results: entity.resultsRetentionDays,
        statistics: entity.statisticsRetentionDays,
        events: entity.eventsRetentionDays,
        inbox: entity.inboxRetentionDays,
        audit: entity.auditRetentionDays,
      },
      rateLimit: toRateLimit(entity.ratePerSecond, entity.rateBurst),
      panelMayEdit: entity.panelMayEdit,
    },
  };
}

/** @param columns.further  steps after the first one; null: none */
export function toSteps({
  from,
  approvers,
  further,
}: ApprovalStep & { further: readonly ApprovalStep[] | null }): ApprovalStep[] {
  return [{ from, approvers }, ...(further ?? [])];
}

function toStepColumns([first, ...further]: readonly ApprovalStep[]) {
  return {
    approvalFrom: first?.from ?? null,
    approvers: first?.approvers ?? 1,
    approvalSteps: further.length === 0 ? null : further,
  };
}

export function toRateLimit(perSecond: number | null, burst: number | null): RateLimit | null {
  return perSecond === null || burst === null ? null : { perSecond, burst };
}
