import { useQuery, useQueryClient } from '@tanstack/react-query';
import { template, templates, type Template } from '../api/templates/templates.js';
import { Button } from '../kit/controls/button.js';
import { Chips } from '../kit/controls/chips.js';
import { ProseField } from '../kit/controls/composing-fields.js';
import { Field, TextArea } from '../kit/controls/field.js';
import { Select } from '../kit/controls/select.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { CompletedField } from '../targets/completion/completed-field.js';
import { BlockList } from './block-list.js';
import css from './mails.module.css';
import { formOfDesign, type MailForm } from './mail-form.js';
import { PictureField } from './picture-field.js';
import { useMailMessages } from './messages.js';

const NONE = '';
const UNSUBSCRIBE = 'unsubscribeUrl';
const PREFERENCES = 'preferencesUrl';

interface MailEditorProps {
  mail: MailForm;
  /** Codes of attributes that are offered as placeholders. */
  attributes: readonly string[];
  fault?: string | undefined;
  onChange: (mail: MailForm) => void;
}

/** Writes a mail: of blocks, with a template, or as HTML. */
export function MailEditor({ mail, attributes, fault, onChange }: MailEditorProps) {
  const messages = useMailMessages();
  const change = (fields: Partial<MailForm>): void => onChange({ ...mail, ...fields });
  return (
    <div className={css['rows']}>
      <Chips
        label={messages.ways}
        value={mail.kind}
        options={Object.entries(messages.way)}
        onChange={(kind) => change({ kind: kind as MailForm['kind'] })}
      />
      {mail.kind === 'html' && (
        <HtmlField html={mail.html} attributes={attributes} fault={fault} onChange={(html) => change({ html })} />
      )}
      {mail.kind === 'template' && <TemplateFields mail={mail} onChange={change} />}
      {mail.kind === 'blocks' && (
        <>
          {mail.blocks.length === 0 && <Beginnings onChange={change} />}
          <BlocksFields mail={mail} onChange={change} />
        </>
      )}
      {mail.kind !== 'html' && fault !== undefined && (
        <p className={css['warning']} role="status">
          {fault}
        </p>
      )}
    </div>
  );
}

type FieldsProps = { mail: MailForm; onChange: (fields: Partial<MailForm>) => void };

export function BlocksFields({ mail, onChange }: FieldsProps) {
  const messages = useMailMessages();
  const { app } = useApplication();
  const { preheader, accent, font = '', blocks } = mail;
  return (
    <>
      <BlockList blocks={blocks} onChange={(changed) => onChange({ blocks: changed })} />
      <div className={css['rows']}>
        <CompletedField app={app.key} text={preheader} onChange={(value) => onChange({ preheader: value })}>
          <Field
            label={messages.preheader}
            help={messages.preheaderHelp}
            value={preheader}
            onChange={(value) => onChange({ preheader: value })}
          />
        </CompletedField>
        <Field
          label={messages.accent}
          help={messages.accentHelp}
          value={accent}
          onChange={(value) => onChange({ accent: value })}
        />
        <Field
          label={messages.font}
          help={messages.fontHelp}
          value={font}
          onChange={(value) => onChange({ font: value })}
        />
      </div>
    </>
  );
}

interface HtmlFieldProps {
  html: string;
  attributes: readonly string[];
  fault?: string | undefined;
  onChange: (html: string) => void;
}

/** The HTML as text, and placeholders to be put at its end. */
export function HtmlField({ html, attributes, fault, onChange }: HtmlFieldProps) {
  const messages = useMailMessages();
  const { app } = useApplication();
  return (
    <>
      <CompletedField app={app.key} text={html} onChange={onChange}>
        <TextArea
          label={messages.html}
          help={messages.htmlHelp}
          fault={fault}
          rows={16}
          value={html}
          onChange={onChange}
        />
      </CompletedField>
      <Select
        label={messages.placeholder}
        value={NONE}
        options={[
          [NONE, messages.choosePlaceholder],
          [UNSUBSCRIBE, messages.unsubscribeLink],
          [PREFERENCES, messages.preferencesLink],
          ...attributes.map((code) => [code, code] as const),
        ]}
        onChange={(code) => code !== NONE && onChange(`${html}@{${code}}`)}
      />
    </>
  );
}

/** Reads the newest version of a template once it is chosen. */
function useReadTemplate(onRead: (read: Template) => void): (id: string) => void {
  const { app } = useApplication();
  const client = useQueryClient();
  // A template that cannot be read is not chosen, and the list is reloaded.
  return (id) =>
    void client
      .fetchQuery(template(app.key, id))
      .then(onRead, () => client.invalidateQueries({ queryKey: templates(app.key).queryKey }));
}

/** The blocks of a template, as a beginning: they are copied, and the mail has nothing to do with it any more. */
function Beginnings({ onChange }: Pick<FieldsProps, 'onChange'>) {
  const messages = useMailMessages();
  const { app } = useApplication();
  const { data } = useQuery(templates(app.key));
  const offered = (data?.items ?? []).filter(({ kind }) => kind === 'blocks');
  const reading = useReadTemplate((read) => read.design && onChange(formOfDesign(read.design)));
  return offered.length === 0 ? null : (
    <Select
      label={messages.startFrom}
      value={NONE}
      options={[[NONE, messages.chooseTemplate], ...offered.map(({ id, name }) => [id, name] as const)]}
      onChange={(id) => id !== NONE && reading(id)}
    />
  );
}

function TemplateFields({ mail, onChange }: FieldsProps) {
  const messages = useMailMessages();
  const { app } = useApplication();
  const list = useQuery(templates(app.key));
  const { id, version, regions } = mail.template;
  const take = useReadTemplate((read) =>
    onChange({
      template: {
        id: read.id,
        version: read.shown,
        // Content of a region with the same name stays.
        regions: read.regions.map(({ name }) => ({
          ...(regions.find((region) => region.name === name) ?? { name, text: '', url: '' }),
        })),
      },
    }),
  );
  return (
    <Loaded query={list}>
      {({ items }) => {
        const offered = items.filter(({ kind }) => kind === 'html');
        const chosen = offered.find((item) => item.id === id);
        if (offered.length === 0 && id === NONE) {
          return <p className={css['quiet']}>{messages.noTemplates}</p>;
        }
        return (
          <>
            <Select
              label={messages.template}
              value={chosen ? id : NONE}
              options={[[NONE, messages.chooseTemplate], ...offered.map((item) => [item.id, item.name] as const)]}
              onChange={(wanted) => wanted !== NONE && wanted !== id && take(wanted)}
            />
            {id !== NONE && !chosen && <p className={css['warning']}>{messages.gone}</p>}
            {chosen && chosen.version !== version && (
              <div className={css['actions']}>
                <p className={css['quiet']}>{messages.newer}</p>
                <Button onPress={() => take(id)}>{messages.takeNewer}</Button>
              </div>
            )}
            {chosen && <Regions mail={mail} onChange={onChange} />}
          </>
        );
      }}
    </Loaded>
  );
}

function Regions({ mail, onChange }: FieldsProps) {
  const messages = useMailMessages();
  const { app } = useApplication();
  const { id, version, regions } = mail.template;
  const read = useQuery(template(app.key, id, version));
  const write = (name: string, fields: { text?: string; url?: string }): void =>
    onChange({
      template: {
        id,
        version,
        regions: regions.map((region) => (region.name === name ? { ...region, ...fields } : region)),
      },
    });
  return (
    <Loaded query={read}>
      {({ regions: places }) => (
        <>
          {places.map(({ name, kind, text, url }) => {
            const value = regions.find((region) => region.name === name) ?? { text: '', url: '' };
            return (
              <div key={name} className={css['rows']}>
                <CompletedField app={app.key} text={value.text} onChange={(written) => write(name, { text: written })}>
                  <ProseField
                    label={kind === 'image' ? `${name}: ${messages.alt}` : name}
                    rows={kind === 'text' ? 3 : 1}
                    help={messages.regionHelp(text)}
                    value={value.text}
                    onChange={(written) => write(name, { text: written })}
                  />
                </CompletedField>
                {kind === 'link' && (
                  <Field
                    label={messages.regionUrl(name)}
                    help={messages.regionHelp(url)}
                    value={value.url}
                    onChange={(written) => write(name, { url: written })}
                  />
                )}
                {kind === 'image' && (
                  <PictureField
                    label={messages.regionUrl(name)}
                    help={messages.regionHelp(url)}
                    value={value.url}
                    onChange={(written) => write(name, { url: written })}
                  />
                )}
              </div>
            );
          })}
        </>
      )}
    </Loaded>
  );
}
