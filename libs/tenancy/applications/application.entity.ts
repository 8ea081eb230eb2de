import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { EmailFrequency } from '#libs/channels/definitions';
import type { TemplateLanguage } from '#libs/templates';
import type {
  AddressRule,
  ApprovalStep,
  Brand,
  IdentityMode,
  LateSends,
  MachineCount,
  Section,
  UnsaidTracking,
  Utm,
} from '../model/tenancy.types.js';

/** A tenant: one product of the operator, with its own users, keys and settings. */
@Entity({ schema: 'tenancy', name: 'application' })
@Unique('application_name', ['name'])
@Check('application_rate', '(rate_per_second IS NULL) = (rate_burst IS NULL)')
@Check('application_max_installations', 'max_installations > 0')
@Check('application_identity', `identity IN ('required', 'optional')`)
@Check('application_late_policy_check', `late_policy IN ('send', 'skip', 'ask')`)
@Check('application_late_after_minutes_check', 'late_after_minutes > 0')
@Check('application_track_machines', `track_machines IN ('count', 'apart')`)
@Check('application_track_without', `track_without IN ('granted', 'denied', 'anonymous')`)
export class ApplicationEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column({ type: 'text' })
  name!: string;

  @Column({ type: 'boolean', default: false })
  approval!: boolean;

  /** The users from which the first step is needed. Null: bulk sends of any size. */
  @Column({ name: 'approval_from', type: 'integer', nullable: true })
  approvalFrom!: number | null;

  /** The members of the first step. */
  @Column({ type: 'smallint', default: 1 })
  approvers!: number;

  /** Steps after the first one; null: none. */
  @Column({ name: 'approval_steps', type: 'jsonb', nullable: true })
  approvalSteps!: ApprovalStep[] | null;

  @Column({ name: 'approval_self', type: 'boolean', default: false })
  approvalSelf!: boolean;

  /** API keys may approve what a member asked for. */
  @Column({ name: 'approval_keys', type: 'boolean', default: false })
  approvalKeys!: boolean;

  @Column({ type: 'text', default: 'required' })
  identity!: IdentityMode;

  /** Devices of one user that may register themselves for push. */
  @Column({ name: 'max_installations', type: 'integer', default: 20 })
  maxInstallations!: number;

  @Column({ name: 'define_on_first_use', type: 'boolean', default: false })
  defineOnFirstUse!: boolean;

  @Column({ name: 'permanent_deletion', type: 'boolean', default: false })
  permanentDeletion!: boolean;

  @Column({ name: 'track_opens', type: 'boolean', default: true })
  trackOpens!: boolean;

  @Column({ name: 'track_clicks', type: 'boolean', default: true })
  trackClicks!: boolean;

  /** The default is that of new applications. A migration wrote `granted` into those that were there before it. */
  @Column({ name: 'track_without', type: 'text', default: 'anonymous' })
  trackWithout!: UnsaidTracking;

  @Column({ name: 'address_rules', type: 'text', array: true, default: '{}' })
  addressRules!: AddressRule[];

  @Column({ name: 'email_frequency', type: 'text', array: true, default: '{}' })
  emailFrequency!: EmailFrequency[];

  /** The default is that of new applications. A migration wrote `count` into those that were there before it. */
  @Column({ name: 'track_machines', type: 'text', default: 'apart' })
  trackMachines!: MachineCount;

  @Column({ name: 'default_language', type: 'text', nullable: true })
  defaultLanguage!: string | null;

  /** IANA name, for recipients without a known time zone. */
  @Column({ name: 'time_zone', type: 'text', default: 'UTC' })
  timeZone!: string;

  /** Icon of web pushes that name none. */
  @Column({ name: 'icon_url', type: 'text', nullable: true })
  iconUrl!: string | null;

  @Column({ type: 'text', default: 'plain' })
  templates!: TemplateLanguage;

  /** Null: nothing of it is set. */
  @Column({ type: 'jsonb', nullable: true })
  brand!: Brand | null;

  /** Null: links get no campaign parameters. */
  @Column({ type: 'jsonb', nullable: true })
  utm!: Utm | null;

  /** ISO 3166-1, two letters: whose phone numbers may come without their calling code. */
  @Column({ name: 'default_country', type: 'text', nullable: true })
  defaultCountry!: string | null;

  @Column({ name: 'late_policy', type: 'text', default: 'ask' })
  latePolicy!: LateSends['policy'];

  @Column({ name: 'late_after_minutes', type: 'integer', default: 180 })
  lateAfterMinutes!: number;

  @Column({ name: 'results_retention_days', type: 'integer', default: 90 })
  resultsRetentionDays!: number;

  /** The days of sums of sends whose results are gone. */
  @Column({ name: 'statistics_retention_days', type: 'integer', default: 400 })
  statisticsRetentionDays!: number;

  @Column({ name: 'events_retention_days', type: 'integer', default: 180 })
  eventsRetentionDays!: number;

  @Column({ name: 'inbox_retention_days', type: 'integer', default: 90 })
  inboxRetentionDays!: number;

  @Column({ name: 'audit_retention_days', type: 'integer', default: 730 })
  auditRetentionDays!: number;

  /** Null: what the configuration says; 0: no limit. */
  @Column({ name: 'rate_per_second', type: 'integer', nullable: true })
  ratePerSecond!: number | null;

  @Column({ name: 'rate_burst', type: 'integer', nullable: true })
  rateBurst!: number | null;

  /** Sections of the file that members may edit in the panel; null: all. */
  @Column({ name: 'panel_may_edit', type: 'text', array: true, nullable: true })
  panelMayEdit!: Section[] | null;

  /** Grows with every change of a definition. */
  @Column({ name: 'definition_version', type: 'integer', default: 0 })
  definitionVersion!: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'now()' })
  createdAt!: Date;
}
