import { lazy, Suspense, useMemo } from 'react';
import type { ComposePreview } from '../../api/compose/compose.js';
import type { Written } from '../../api/compose/message.js';
import { Arrivals } from '../../widgets/sends/arrivals.js';
import { Button } from '../../kit/controls/button.js';
import { Field } from '../../kit/controls/field.js';
import { Card } from '../../kit/layout/card.js';
import { useApplication } from '../../session/application.js';
import { audienceOf } from '../../targets/written-audience.js';
import css from '../form/composer.module.css';
import { MAIN, type Draft } from '../form/draft.js';
import type { Faults } from '../form/faults.js';
import { useLanguageNames } from '../../widgets/language-names.js';
import { useKnownWords } from '../form/known-words.js';
import { useComposerMessages } from '../form/messages.js';
import { NextPerson } from './next-person.js';
import { usePreviewMessages } from './messages.js';

/** Few people have another language than the one that is written. */
const OwnLanguage = lazy(() =>
  import('./own-language.js').then(({ OwnLanguage: component }) => ({ default: component })),
);

/** A person may have many devices. */
const MAX_SHOWN = 6;

interface PreviewCardProps {
  draft: Draft;
  /** Undefined while something is missing. */
  written: Written | undefined;
  preview: ComposePreview | undefined;
  /** It is of an earlier text. */
  isStale: boolean;
  faults: Faults;
  /** The person of the member's tests; undefined: none is known. */
  own: string | undefined;
  onChange: (fields: Partial<Draft>) => void;
}

/** The message as it arrives, drawn from what providers would be given. */
export function PreviewCard({ draft, written, preview, isStale, faults, own, onChange }: PreviewCardProps) {
  const messages = useComposerMessages();
  const extId = draft.extId.trim();
  const warning = faults.warnings.extId ?? faults.blocking.extId;
  const nameOf = useLanguageNames();
  const types = useKnownWords();
  const target = useMemo(() => audienceOf(draft, types), [draft, types]);
  const { language } = draft;
  const previewMessages = usePreviewMessages();
  const { may } = useApplication();
  // A person gets one language; without a person the open language is shown.
  const items = (preview?.items ?? []).filter(
    (item) => preview?.person === true || item.language === (language === MAIN ? null : language),
  );
  const withoutPerson =
    language === MAIN
      ? messages.previewWithoutPerson
      : messages.inLanguage(nameOf(language), messages.previewWithoutPerson);
  return (
    <Card
      title={messages.preview}
      {...(preview && { note: preview.person ? messages.previewOf(extId) : withoutPerson })}
    >
      <div className={css['rows']}>
        <div className={css['person']}>
          <Field
            label={messages.person}
            value={draft.extId}
            onChange={(value) => onChange({ extId: value })}
            help={warning === undefined ? messages.personHelp : <span className={css['warning']}>{warning}</span>}
          />
          <p className={css['actions']}>
            {own !== undefined && own !== extId && may('users.read') && (
              <Button onPress={() => onChange({ extId: own })}>{previewMessages.me(own)}</Button>
            )}
            <NextPerson target={target} onShow={(next) => onChange({ extId: next })} />
          </p>
        </div>
        {preview === undefined ? (
          <p className={css['quiet']}>{written === undefined ? messages.previewAsk : messages.previewHeld}</p>
        ) : (
          <Arrivals items={items.slice(0, MAX_SHOWN)} isStale={isStale} />
        )}
        {preview?.person === true && items.some((item) => item.ownLanguage !== item.language) && (
          <Suspense>
            <OwnLanguage extId={extId} items={items} onShow={(name) => onChange({ language: name ?? MAIN })} />
          </Suspense>
        )}
        {items.length > MAX_SHOWN && <p className={css['quiet']}>{messages.moreOf(items.length - MAX_SHOWN)}</p>}
        {faults.general.map((text) => (
          <p key={text} className={css['warning']}>
            {text}
          </p>
        ))}
      </div>
    </Card>
  );
}
