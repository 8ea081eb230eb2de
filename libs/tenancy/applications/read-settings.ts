import { EMAIL_FREQUENCIES } from '#libs/channels/definitions';
import { TEMPLATE_LANGUAGES } from '#libs/templates';
import { malformed } from '#platform/errors';
import { isPhoneCountry, readTimeZone } from '#platform/spelling';
import { Form, namesOf } from '#platform/forms';
import {
  ADDRESS_RULES,
  IDENTITY_MODES,
  LATE_POLICIES,
  MACHINE_COUNTS,
  SECTIONS,
  UNSAID_TRACKING,
  type LateSends,
  type RateLimit,
  type Section,
  type Settings,
} from '../model/tenancy.types.js';
import { readBrand } from './brand-form.js';
import { readApproval } from './approval-form.js';
import { readUtm } from './utm-form.js';
import {
  ALL_SECTIONS,
  LATE_FIELDS,
  MAX_RETENTION_DAYS,
  RANGES,
  RATE_FIELDS,
  RECORDS,
  SETTINGS_FIELDS,
  TRACKING_FIELDS,
} from './settings-reference.js';

const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;
const MAX_URL = 2048;

/** Settings that the file leaves out stay as they are. */
export function readSettings(value: unknown, now: Settings): Settings {
  const form = Form.read(value, 'settings', namesOf(SETTINGS_FIELDS));
  const defaultLanguage = form.optionalText('defaultLanguage') ?? now.defaultLanguage;
  if (defaultLanguage !== null && !LANGUAGE.test(defaultLanguage)) {
    throw malformed('settings.defaultLanguage should be a language tag such as en or pt-BR');
  }
  const timeZone = readTimeZone(form.optionalText('timeZone') ?? now.timeZone);
  if (timeZone === undefined) {
    throw malformed('settings.timeZone should be the name of a time zone such as Europe/Istanbul');
  }
  const retentionForm = form.has('retention')
    ? Form.read(form.value('retention'), 'settings.retention', RECORDS)
    : undefined;
  const trackingForm = form.has('tracking')
    ? Form.read(form.value('tracking'), 'settings.tracking', namesOf(TRACKING_FIELDS))
    : undefined;
  return {
    approval: form.has('approval') ? readApproval(form.value('approval'), now.approval) : now.approval,
    defineOnFirstUse: form.flag('defineOnFirstUse') ?? now.defineOnFirstUse,
    permanentDeletion: form.flag('permanentDeletion') ?? now.permanentDeletion,
    identity: form.has('identity') ? form.oneOf('identity', IDENTITY_MODES) : now.identity,
    maxInstallations: form.int('maxInstallations', RANGES.maxInstallations) ?? now.maxInstallations,
    defaultLanguage,
    timeZone,
    iconUrl: form.has('iconUrl') ? readIconUrl(form.value('iconUrl')) : now.iconUrl,
    templates: form.has('templates') ? form.oneOf('templates', TEMPLATE_LANGUAGES) : now.templates,
    brand: form.has('brand') ? readBrand(form.value('brand'), now.brand) : now.brand,
    utm: form.has('utm') ? readUtm(form.value('utm')) : now.utm,
    defaultCountry: form.has('defaultCountry') ? readCountry(form.value('defaultCountry')) : now.defaultCountry,
    lateSends: form.has('lateSends') ? readLateSends(form.value('lateSends'), now.lateSends) : now.lateSends,
    tracking: {
      opens: trackingForm?.flag('opens') ?? now.tracking.opens,
      clicks: trackingForm?.flag('clicks') ?? now.tracking.clicks,
      machines: trackingForm?.has('machines') ? trackingForm.oneOf('machines', MACHINE_COUNTS) : now.tracking.machines,
      without: trackingForm?.has('without') ? trackingForm.oneOf('without', UNSAID_TRACKING) : now.tracking.without,
    },
    addressRules: form.has('addressRules') ? readNames(form, 'addressRules', ADDRESS_RULES) : now.addressRules,
    emailFrequency: form.has('emailFrequency')
      ? readNames(form, 'emailFrequency', EMAIL_FREQUENCIES)
      : now.emailFrequency,
    retention: {
      results: readDays(retentionForm, 'results') ?? now.retention.results,
      statistics: readDays(retentionForm, 'statistics') ?? now.retention.statistics,
      events: readDays(retentionForm, 'events') ?? now.retention.events,
      inbox: readDays(retentionForm, 'inbox') ?? now.retention.inbox,
      audit: readDays(retentionForm, 'audit') ?? now.retention.audit,
    },
    rateLimit: form.has('rateLimit') ? readRateLimit(form.value('rateLimit')) : now.rateLimit,
    panelMayEdit: form.has('panelMayEdit') ? readEditable(form) : now.panelMayEdit,
  };
}

/** An empty text removes it. Browsers load icons of pages over https only. */
function readIconUrl(value: unknown): string | null {
  if (value === '') {
    return null;
  }
  if (typeof value !== 'string' || value.length > MAX_URL || !value.startsWith('https://') || !URL.canParse(value)) {
    throw malformed('settings.iconUrl should be an address that begins with https://');
  }
  return value;
}

/** An empty text removes it. */
function readCountry(value: unknown): string | null {
  if (value === '') {
    return null;
  }
  if (typeof value !== 'string' || !isPhoneCountry(value)) {
    throw malformed('settings.defaultCountry should be the code of a country with two letters, such as TR');
  }
  return value;
}

function readLateSends(value: unknown, now: LateSends): LateSends {
  const form = Form.read(value, 'settings.lateSends', namesOf(LATE_FIELDS));
  return {
    policy: form.has('policy') ? form.oneOf('policy', LATE_POLICIES) : now.policy,
    afterMinutes: form.int('afterMinutes', RANGES.afterMinutes) ?? now.afterMinutes,
  };
}

/** Without a burst, the requests of one second may arrive at once. */
function readRateLimit(value: unknown): RateLimit {
  const form = Form.read(value, 'settings.rateLimit', namesOf(RATE_FIELDS));
  const perSecond = form.int('perSecond', RANGES.rate);
  if (perSecond === undefined) {
    throw malformed('settings.rateLimit.perSecond is required');
  }
  return { perSecond, burst: form.int('burst', { ...RANGES.rate, min: perSecond }) ?? perSecond };
}

/** In the order of the file, so that another order is no difference. */
function readEditable(form: Form): Section[] | null {
  if (form.value('panelMayEdit') === ALL_SECTIONS) {
    return null;
  }
  const names = form.texts('panelMayEdit') ?? [];
  const unknown = names.find((name) => !SECTIONS.some((section) => section === name));
  if (unknown !== undefined) {
    throw malformed(`settings.panelMayEdit should have sections of the file alone (${SECTIONS.join(', ')})`);
  }
  return SECTIONS.filter((section) => names.includes(section));
}

/** In one order, so that another order is no difference. */
function readNames<N extends string>(form: Form, field: string, known: readonly N[]): N[] {
  const names = form.texts(field) ?? [];
  if (names.some((name) => !known.some((each) => each === name))) {
    throw malformed(`settings.${field} should be a list of ${known.join(' and ')}`);
  }
  return known.filter((name) => names.includes(name));
}

/** Whole days, because partitions are dropped by the day. */
function readDays(form: Form | undefined, name: string): number | undefined {
  const text = form?.optionalText(name);
  if (text === undefined) {
    return undefined;
  }
  const days = Number(/^([1-9]\d{0,3})d$/.exec(text)?.[1]);
  if (!(days <= MAX_RETENTION_DAYS)) {
    throw malformed(`settings.retention.${name} should be days from 1d to ${MAX_RETENTION_DAYS}d`);
  }
  return days;
}
