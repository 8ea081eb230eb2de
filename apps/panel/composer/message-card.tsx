import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { platformName } from '../widgets/platform-names.js';
import { Choices } from '../kit/controls/choices.js';
import { ProseField } from '../kit/controls/composing-fields.js';
import { Field } from '../kit/controls/field.js';
import { Card } from '../kit/layout/card.js';
import { Skeleton } from '../kit/states/skeleton.js';
import { useApplication } from '../session/application.js';
import { useI18n } from '../i18n/i18n.js';
import { PictureField } from '../mails/picture-field.js';
import { useWriting, WritingContext } from '../targets/completion/writing.js';
import { Placeholders } from '../targets/placeholders.js';
import { audienceOf } from '../targets/written-audience.js';
import css from './form/composer.module.css';
import {
  hasBrowser,
  hasMobile,
  hasPush,
  isMail,
  isTemplateAlone,
  type Draft,
  type LanguageTexts,
} from './form/draft.js';
import { languageField, type FieldName, type Faults } from './form/faults.js';
import { Languages } from './languages.js';
import { ButtonsField } from './buttons-field.js';
import { useWhatsAppMessages } from './whatsapp/messages.js';
import { useKnownWords } from './form/known-words.js';
import { useComposerMessages } from './form/messages.js';

/** Most campaigns are no mail, and have no template; folded parts load a moment later. */
const MailFields = lazy(() => import('./mail-fields.js').then(({ MailFields: component }) => ({ default: component })));
const ExtraFields = lazy(() =>
  import('./extras/extra-fields.js').then(({ ExtraFields: component }) => ({ default: component })),
);
const MessageTerms = lazy(() =>
  import('./terms/message-terms.js').then(({ MessageTerms: component }) => ({ default: component })),
);
const RichFields = lazy(() =>
  import('./rich/rich-fields.js').then(({ RichFields: component }) => ({ default: component })),
);
const TemplateField = lazy(() =>
  import('./whatsapp/template-field.js').then(({ TemplateField: component }) => ({ default: component })),
);

interface MessageCardProps {
  draft: Draft;
  /** Names the content on the page. */
  content: number;
  /** Platforms that it has or may take. */
  platforms: readonly string[];
  /** Between the name of the campaign and the fields of the content. */
  contents: ReactNode;
  onPlatforms: (platforms: readonly string[]) => void;
  faults: Faults;
  onChange: (fields: Partial<Draft>) => void;
}

/** Edits the message. */
export function MessageCard(props: MessageCardProps) {
  const { draft, content, platforms, contents, onPlatforms, faults, onChange } = props;
  const { w } = useI18n();
  const messages = useComposerMessages();
  const whatsAppMessages = useWhatsAppMessages();
  const { app } = useApplication();
  const known = useKnownWords();
  const place = useWriting();
  const writing = useMemo(
    () => ({ ...place, target: audienceOf(draft, known) ?? { sendToAll: true } }),
    [place, draft, known],
  );
  // The open texts: the texts of a language, or the main ones.
  const own = draft.languages.find(({ name }) => name === draft.language);
  const texts = own ?? draft;
  const placeOf = (name: Exclude<keyof LanguageTexts, 'name'>): FieldName =>
    own === undefined ? name : languageField(own.name, name);
  const write = (fields: Partial<Omit<LanguageTexts, 'name'>>): void =>
    onChange(
      own === undefined
        ? fields
        : { languages: draft.languages.map((part) => (part === own ? { ...part, ...fields } : part)) },
    );
  const notesOf = (name: FieldName, help?: string) => {
    const [fault, warning] = [faults.blocking[name], faults.warnings[name]];
    return {
      ...(fault !== undefined && { fault }),
      ...(warning === undefined
        ? help !== undefined && { help }
        : { help: <span className={css['warning']}>{warning}</span> }),
    };
  };
  return (
    <WritingContext value={writing}>
      <Card title={messages.content}>
        <div className={css['rows']}>
          <Field
            label={messages.name}
            value={draft.name}
            onChange={(name) => onChange({ name })}
            {...notesOf('name', messages.nameHelp)}
          />
          {contents}
          <div className={css['labelled']}>
            <span aria-hidden="true">{messages.platforms}</span>
            <Choices
              label={messages.platforms}
              values={draft.platforms}
              options={platforms.map((id) => [id, platformName(id, w)] as const)}
              onChange={onPlatforms}
            />
            {isMail(draft) && <p className={css['quiet']}>{messages.mailAlone}</p>}
            {faults.blocking.platforms !== undefined && <p className={css['warning']}>{faults.blocking.platforms}</p>}
          </div>
          <Languages draft={draft} faults={faults} onChange={onChange} />
          {isMail(draft) ? (
            <Suspense fallback={<Skeleton lines={6} height={28} />}>
              <MailFields
                key={content}
                draft={draft}
                own={own}
                notesOf={notesOf}
                placeOf={placeOf}
                onChange={onChange}
                onWrite={write}
              />
            </Suspense>
          ) : (
            <>
              {draft.platforms.includes('WHATSAPP') && own === undefined && (
                <Suspense fallback={<Skeleton lines={3} height={28} />}>
                  <TemplateField
                    form={draft.whatsapp}
                    fault={faults.blocking.whatsapp}
                    warning={faults.warnings.whatsapp}
                    onChange={(whatsapp) => onChange({ whatsapp })}
                  />
                </Suspense>
              )}
              <Placeholders app={app.key} text={texts.title} onChange={(title) => write({ title })}>
                <Field
                  label={messages.headline}
                  value={texts.title}
                  onChange={(title) => write({ title })}
                  {...notesOf(
                    placeOf('title'),
                    own !== undefined && hasBrowser(draft) ? messages.browserTitle : undefined,
                  )}
                />
              </Placeholders>
              <Placeholders app={app.key} text={texts.text} onChange={(text) => write({ text })}>
                <ProseField
                  label={messages.text}
                  rows={4}
                  value={texts.text}
                  onChange={(text) => write({ text })}
                  {...notesOf(placeOf('text'), isTemplateAlone(draft) ? whatsAppMessages.textHelp : messages.textHelp)}
                />
              </Placeholders>
              <Placeholders app={app.key} text={texts.link} onChange={(link) => write({ link })}>
                <Field
                  label={messages.link}
                  value={texts.link}
                  onChange={(link) => write({ link })}
                  {...notesOf(placeOf('link'), messages.linkHelp)}
                />
              </Placeholders>
              {hasPush(draft) && own === undefined && (
                <>
                  <PictureField
                    label={messages.picture}
                    value={draft.picture}
                    onChange={(picture) => onChange({ picture })}
                    fault={faults.blocking.picture}
                  />
                  <ButtonsField draft={draft} fault={faults.blocking.buttonSet} onChange={onChange} />
                </>
              )}
              {hasBrowser(draft) && (
                <PictureField
                  label={messages.icon}
                  value={draft.icon}
                  onChange={(icon) => onChange({ icon })}
                  fault={faults.blocking.icon}
                />
              )}
            </>
          )}
          {hasPush(draft) && own === undefined && (
            <Suspense fallback={<Skeleton lines={1} height={20} />}>
              <ExtraFields extras={draft} isMobile={hasMobile(draft)} faults={faults.blocking} onChange={onChange} />
            </Suspense>
          )}
          {own === undefined && (
            <Suspense fallback={<Skeleton lines={1} height={20} />}>
              <RichFields
                rich={draft}
                on={{
                  push: hasPush(draft),
                  mobile: hasMobile(draft),
                  browser: hasBrowser(draft),
                  sms: draft.platforms.includes('SMS'),
                }}
                faults={faults.blocking}
                onChange={onChange}
              />
            </Suspense>
          )}
          <Suspense fallback={<Skeleton lines={1} height={20} />}>
            <MessageTerms terms={draft} faults={faults.blocking} onChange={onChange} />
          </Suspense>
        </div>
      </Card>
    </WritingContext>
  );
}
