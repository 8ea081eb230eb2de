import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { sendTest, type ComposePreview } from '../../api/compose/compose.js';
import type { Written } from '../../api/compose/message.js';
import { newKey } from '../../api/idempotency/new-key.js';
import { Refusal } from '../../api/refusal.js';
import { Arrivals } from '../../figures/sends/arrivals.js';
import { Button } from '../../kit/controls/button.js';
import { Field } from '../../kit/controls/field.js';
import { Card } from '../../kit/layout/card.js';
import { useToast } from '../../kit/states/toast.js';
import { wordsOf } from '../../loading/loaded.js';
import { useApplication } from '../../session/application.js';
import { useMe } from '../../session/session-gate.js';
import { useSpeech } from '../../words/words.js';
import css from '../form/composer.module.css';
import { audienceOf, MAIN, type Draft } from '../form/draft.js';
import type { Faults } from '../form/faults.js';
import { useLanguageNames } from '../../figures/language-names.js';
import { useKnownWords } from '../form/known-words.js';
import { useComposerWords } from '../form/words.js';
import { NextPerson } from './next-person.js';
import { recallTester, rememberTester } from './own-tester.js';
import { SentTest } from './sent-test.js';
import { usePreviewWords } from './words.js';

/** A person may have many devices. */
const MAX_SHOWN = 6;

interface PreviewCardProps {
  draft: Draft;
  written: Written | undefined;
  preview: ComposePreview | undefined;
  /** It is of an earlier text. */
  isOld: boolean;
  faults: Faults;
  onChange: (fields: Partial<Draft>) => void;
}

/** The message as it arrives, drawn from what providers would be given. */
export function PreviewCard({ draft, written, preview, isOld, faults, onChange }: PreviewCardProps) {
  const words = useComposerWords();
  const extId = draft.extId.trim();
  const warning = faults.warnings.extId ?? faults.blocking.extId;
  const nameOf = useLanguageNames();
  const types = useKnownWords();
  const target = useMemo(() => audienceOf(draft, types), [draft, types]);
  const { language } = draft;
  const previewWords = usePreviewWords();
  const { app, may } = useApplication();
  const { member } = useMe();
  const [own, setOwn] = useState(() => recallTester(app.key, member.id));
  const [sent, setSent] = useState<string>();
  const noteSent = (): void => {
    rememberTester(app.key, member.id, extId);
    setOwn(extId);
    setSent(extId);
  };
  // A person gets one language; of nobody in particular the one in sight is shown.
  const items = (preview?.items ?? []).filter(
    (item) => preview?.person === true || item.language === (language === MAIN ? null : language),
  );
  const ofNobody =
    language === MAIN ? words.previewOfNobody : words.inLanguage(nameOf(language), words.previewOfNobody);
  return (
    <Card title={words.preview} {...(preview && { note: preview.person ? words.previewOf(extId) : ofNobody })}>
      <div className={css['rows']}>
        <div className={css['person']}>
          <Field
            label={words.person}
            value={draft.extId}
            onChange={(value) => onChange({ extId: value })}
            help={warning === undefined ? words.personHelp : <span className={css['warning']}>{warning}</span>}
          />
          <p className={css['actions']}>
            {own !== undefined && own !== extId && may('users.read') && (
              <Button onPress={() => onChange({ extId: own })}>{previewWords.me(own)}</Button>
            )}
            <NextPerson target={target} onShow={(next) => onChange({ extId: next })} />
            <TestButton
              written={written}
              extId={extId}
              isReady={preview?.person === true && !isOld}
              onSent={noteSent}
            />
          </p>
          {sent !== undefined && <SentTest extId={sent} />}
        </div>
        {preview === undefined ? (
          <p className={css['quiet']}>{written === undefined ? words.previewAsk : words.previewHeld}</p>
        ) : (
          <Arrivals items={items.slice(0, MAX_SHOWN)} isOld={isOld} />
        )}
        {items.length > MAX_SHOWN && <p className={css['quiet']}>{words.moreOf(items.length - MAX_SHOWN)}</p>}
        {faults.general.map((text) => (
          <p key={text} className={css['warning']}>
            {text}
          </p>
        ))}
      </div>
    </Card>
  );
}

interface TestButtonProps {
  written: Written | undefined;
  extId: string;
  /** What is shown is what is sent. */
  isReady: boolean;
  onSent: () => void;
}

/** The message for one person alone, through the same senders as a campaign. */
function TestButton({ written, extId, isReady, onSent }: TestButtonProps) {
  const { w } = useSpeech();
  const words = useComposerWords();
  const { app, may } = useApplication();
  const tell = useToast();
  // A test that is tried again after a lost answer is the same test.
  const [key, setKey] = useState(newKey);
  const test = useMutation({
    mutationFn: (wanted: Written) => sendTest(app.key, wanted, extId, key),
    onSuccess: () => {
      setKey(newKey());
      onSent();
      tell(words.tested(extId));
    },
    onError: (error) => {
      const refusal = error instanceof Refusal ? error : undefined;
      if (refusal?.isOffline !== true) {
        setKey(newKey());
      }
      tell(wordsOf(refusal, w.state.offline, w.state.serverFault), 'bad');
    },
  });
  return may('campaigns.send') && may('users.read') ? (
    <Button
      className={css['long']}
      isDisabled={!isReady || written === undefined}
      isPending={test.isPending}
      onPress={() => written && test.mutate(written)}
    >
      {words.test}
    </Button>
  ) : null;
}
