import { useQuery } from '@tanstack/react-query';
import { whatsAppTemplates } from '../../api/compose/compose.js';
import { Field } from '../../kit/controls/field.js';
import { Select } from '../../kit/controls/select.js';
import { PictureField } from '../../mails/picture-field.js';
import { useApplication } from '../../session/application.js';
import { Placeholders } from '../../targets/placeholders.js';
import css from './whatsapp.module.css';
import { choose, newWhatsApp, type WhatsAppForm, type WhatsAppValue } from './whatsapp-form.js';
import { useWhatsAppMessages } from './messages.js';

const NONE = '';
const keyOf = ({ name, language }: { name: string; language: string }): string => `${name} ${language}`;

interface TemplateFieldProps {
  form: WhatsAppForm;
  /** The audience whose attributes the placeholders offer. */
  fault: string | undefined;
  warning: string | undefined;
  onChange: (form: WhatsAppForm) => void;
}

/** The template that WhatsApp shows, and its values. Without one a message goes only to people who wrote before. */
export function TemplateField({ form, fault, warning, onChange }: TemplateFieldProps) {
  const messages = useWhatsAppMessages();
  const { app } = useApplication();
  const { data } = useQuery(whatsAppTemplates(app.key));
  const templates = data?.items ?? [];
  const isChosen = form.name !== '';
  const chosen = templates.find((template) => keyOf(template) === keyOf(form));
  const body = chosen?.body ?? form.body;
  const write = (at: number, value: string): void =>
    onChange({ ...form, values: form.values.map((typed, index) => (index === at ? { ...typed, value } : typed)) });
  return (
    <>
      <Select
        label={messages.template}
        value={isChosen ? keyOf(form) : NONE}
        options={[
          [NONE, messages.none],
          ...templates.map((template) => [keyOf(template), `${template.name} · ${template.language}`] as const),
          // A template that has no approval any more stays in sight, and the preview says so.
          ...(isChosen && !chosen ? [[keyOf(form), `${form.name} · ${form.language}`] as const] : []),
        ]}
        onChange={(key) => {
          const template = templates.find((candidate) => keyOf(candidate) === key);
          if (template !== undefined || key === NONE) {
            onChange(template ? choose(template, form) : newWhatsApp());
          }
        }}
      />
      <p className={css['help']}>{data?.items.length === 0 ? messages.noneYet : messages.choose}</p>
      {body !== '' && <p className={css['help']}>{body}</p>}
      {[fault, warning].map(
        (text) =>
          text !== undefined && (
            <p key={text} className={css['warning']}>
              {text}
            </p>
          ),
      )}
      {form.values.map((typed, index) => (
        <ValueField
          key={`${keyOf(form)} ${index}`}
          app={app.key}
          typed={typed}
          at={form.values.slice(0, index + 1).filter(({ part }) => part === typed.part).length}
          onChange={(value) => write(index, value)}
        />
      ))}
    </>
  );
}

interface ValueFieldProps {
  app: string;
  typed: WhatsAppValue;
  /** Among the values of its part, from 1. */
  at: number;
  onChange: (value: string) => void;
}

function ValueField({ app, typed, at, onChange }: ValueFieldProps) {
  const messages = useWhatsAppMessages();
  const { part, index, type, name, value } = typed;
  if (type === 'image') {
    return <PictureField label={messages.files.image} value={value} onChange={onChange} />;
  }
  if (type === 'video' || type === 'document') {
    return <Field label={messages.files[type]} value={value} onChange={onChange} />;
  }
  const label = (): string => {
    if (part === 'button') {
      return (type === 'coupon_code' ? messages.code : messages.button)((index ?? 0) + 1);
    }
    if (name !== null) {
      return messages.named(name);
    }
    return part === 'header' ? messages.headerText : messages.numbered(at);
  };
  return (
    <Placeholders app={app} text={value} onChange={onChange}>
      <Field label={label()} value={value} onChange={onChange} />
    </Placeholders>
  );
}
