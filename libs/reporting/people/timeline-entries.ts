import { platformByNumber } from '#libs/content';
import type { UserReport } from '#libs/delivery/engagement';
import type { PushResult } from '../results/reporting.types.js';
import type { MessageLine } from './person-message.service.js';
import { firstLine, withoutPlaceholders } from './plain-line.js';
import { entryOf, type TimelineEntry } from './person-timeline.types.js';

export function withLine(entry: TimelineEntry, line: MessageLine | undefined): TimelineEntry {
  return line
    ? { ...entry, title: line.title ?? entry.title, text: line.text, isTest: line.isTest }
    : { ...entry, title: withoutPlaceholders(entry.title) ?? '' };
}

export function toMessage(result: PushResult, isPrivateShown: boolean): TimelineEntry {
  const { timeStamp, platform, status, errorCode, errorMsg, installationId, msgTitle, msgText, campaignKey } = result;
  const { messageId, step } = result;
  const reason = status === 'SUCCESS' ? null : (errorMsg ?? errorCode);
  return {
    ...entryOf(timeStamp, 'message', msgTitle ?? platform),
    text:
      isPrivateShown && msgText !== null && platform !== 'EMAIL' ? firstLine(withoutPlaceholders(msgText) ?? '') : null,
    status,
    reason,
    campaign: campaignKey ?? null,
    step: step ?? null,
    raw: { platform, status, errorCode, reason, installationId, ...(messageId !== undefined && { messageId }) },
  };
}

export function toReport({ at, kind, platform: number, detail, campaignKey, title }: UserReport): TimelineEntry {
  const platform = platformByNumber(number) ?? String(number);
  return {
    ...entryOf(at, kind, title ?? platform),
    reason: detail,
    campaign: campaignKey,
    raw: { kind, platform, detail },
  };
}
