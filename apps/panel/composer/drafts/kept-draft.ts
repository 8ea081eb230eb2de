import { isMailForm, newMail } from '../../mails/mail-form.js';
import { isTargetGroup } from '../../targets/described-target.js';
import { newDraft, WHENS, type ButtonLink, type Draft, type LanguageTexts } from '../form/draft.js';
import { isTypedPage } from '../rich/rich.js';
import { isRepeat, newRepeat } from '../form/repeat.js';
import { areTerms } from '../terms/terms.js';
import { isWhatsAppForm } from '../whatsapp/whatsapp-form.js';

/** A draft that was stored; undefined for what has not the form of a draft of this build. */
export function draftFrom(stored: unknown): Draft | undefined {
  const draft = withRepeat(withMails(stored));
  return isDraft(draft) ? draft : undefined;
}

/** Languages that were written before there were mails have none. */
function withMails(stored: unknown): unknown {
  const { languages } = (typeof stored === 'object' && stored !== null ? stored : {}) as { languages?: unknown };
  return Array.isArray(languages)
    ? {
        ...(stored as object),
        languages: languages.map((part: unknown) =>
          typeof part === 'object' && part !== null ? { mail: newMail(), ...part } : part,
        ),
      }
    : stored;
}

/** A repeat that was written before there were bounds of its recipients has none. */
function withRepeat(stored: unknown): unknown {
  const { repeat } = (typeof stored === 'object' && stored !== null ? stored : {}) as { repeat?: unknown };
  return typeof repeat === 'object' && repeat !== null
    ? { ...(stored as object), repeat: { ...newRepeat(), ...repeat } }
    : stored;
}

/** Checks that a stored value has the form of a draft of this build. */
function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const stored = value as Record<string, unknown>;
  if (!areTerms(stored) || !WHENS.some((when) => when === stored['when'])) {
    return false;
  }
  return Object.entries(newDraft()).every(([name, field]) =>
    name === 'lines'
      ? isTargetGroup(stored[name])
      : name === 'languages'
        ? isListOf(stored[name], isLanguage)
        : name === 'mail'
          ? isMailForm(stored[name])
          : name === 'whatsapp'
            ? isWhatsAppForm(stored[name])
            : name === 'repeat'
              ? isRepeat((stored[name] ?? {}) as Record<string, unknown>)
              : name === 'buttonLinks'
                ? isListOf(stored[name], isButtonLink)
                : name === 'pages'
                  ? isListOf(stored[name], isTypedPage)
                  : Array.isArray(field)
                    ? isListOf(stored[name], (entry) => typeof entry === 'string')
                    : typeof stored[name] === typeof field,
  );
}

function isListOf(value: unknown, isEntry: (entry: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isEntry);
}

function isLanguage(value: unknown): value is LanguageTexts {
  const texts = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return (
    ['name', 'title', 'text', 'link'].every((name) => typeof texts[name] === 'string') && isMailForm(texts['mail'])
  );
}

function isButtonLink(value: unknown): value is ButtonLink {
  const link = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  return typeof link['name'] === 'string' && typeof link['url'] === 'string';
}
