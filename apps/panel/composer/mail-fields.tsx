import type { ReactNode } from 'react';
import { Field } from '../kit/controls/field.js';
import { useApplication } from '../session/application.js';
import { Placeholders } from '../targets/placeholders.js';
import { MailEditor } from '../mails/mail-editor.js';
import css from './form/composer.module.css';
import type { Draft, LanguageTexts } from './form/draft.js';
import type { FieldName } from './form/faults.js';
import { useKnownWords } from './form/known-words.js';
import { useComposerMessages } from './form/messages.js';

interface MailFieldsProps {
  draft: Draft;
  /** The language in sight; undefined: the main one. */
  own: LanguageTexts | undefined;
  /** The problem and the help of a field. */
  notesOf: (name: FieldName, help?: string) => { fault?: string; help?: ReactNode };
  placeOf: (name: Exclude<keyof LanguageTexts, 'name'>) => FieldName;
  onChange: (fields: Partial<Draft>) => void;
  onWrite: (fields: Partial<Omit<LanguageTexts, 'name'>>) => void;
}

/** Fields of an e-mail, in place of title, text and link. */
export function MailFields({ draft, own, notesOf, placeOf, onChange, onWrite }: MailFieldsProps) {
  const messages = useComposerMessages();
  const { app } = useApplication();
  const { attributes } = useKnownWords();
  const mailPlace = placeOf('mail');
  const texts = [notesOf(mailPlace), notesOf(placeOf('text'))];
  const fault = texts.map((text) => text.fault).find((text) => text !== undefined);
  return (
    <>
      {own === undefined ? (
        <>
          <Placeholders app={app.key} text={draft.subject} onChange={(subject) => onChange({ subject })}>
            <Field
              label={messages.subject}
              value={draft.subject}
              onChange={(subject) => onChange({ subject })}
              {...notesOf('subject', messages.subjectHelp)}
            />
          </Placeholders>
          <Field
            label={messages.senderName}
            value={draft.senderName}
            onChange={(senderName) => onChange({ senderName })}
            {...notesOf('senderName')}
          />
          <Field
            label={messages.from}
            inputMode="email"
            value={draft.from}
            onChange={(from) => onChange({ from })}
            {...notesOf('from', messages.fromHelp)}
          />
        </>
      ) : (
        <Placeholders app={app.key} text={own.title} onChange={(title) => onWrite({ title })}>
          <Field
            label={messages.subject}
            value={own.title}
            onChange={(title) => onWrite({ title })}
            {...notesOf(placeOf('title'))}
          />
        </Placeholders>
      )}
      {texts.map(({ help }, index) => help !== undefined && <div key={index}>{help}</div>)}
      <div className={css['rows']}>
        <MailEditor
          key={own?.name ?? ''}
          mail={own?.mail ?? draft.mail}
          attributes={attributes.map(({ code }) => code)}
          fault={fault}
          onChange={(mail) => onWrite({ mail })}
        />
      </div>
    </>
  );
}
