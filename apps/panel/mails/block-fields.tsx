import { ProseField } from '../kit/controls/composing-fields.js';
import { Field } from '../kit/controls/field.js';
import { Select } from '../kit/controls/select.js';
import css from './mails.module.css';
import type { FormBlock } from './mail-form.js';
import { PictureField } from './picture-field.js';
import { RichField } from '../rich-text/rich-field.js';
import { useApplication } from '../session/application.js';
import { CompletedField } from '../targets/completion/completed-field.js';
import { Placeholders } from '../targets/placeholders.js';
import { useMailMessages } from './messages.js';

interface BlockFieldsProps {
  block: FormBlock;
  onChange: (fields: Partial<FormBlock>) => void;
}

/** Edits the content of a block by its kind. */
export function BlockFields({ block, onChange }: BlockFieldsProps) {
  const messages = useMailMessages();
  const { app } = useApplication();
  const { kind, text, level, url, alt, link, unsubscribe } = block;
  switch (kind) {
    case 'heading':
      return (
        <>
          <RichField label={messages.text} content={block} isHeading onChange={onChange} />
          <div className={css['actions']}>
            <Select
              label={messages.level}
              value={level}
              options={Object.entries(messages.levels)}
              onChange={(value) => onChange({ level: value })}
            />
            <Align block={block} onChange={onChange} />
          </div>
        </>
      );
    case 'text':
      return (
        <>
          <RichField label={messages.text} content={block} isHeading={false} onChange={onChange} />
          <Align block={block} onChange={onChange} />
        </>
      );
    case 'image':
      return (
        <>
          <PictureField label={messages.picture} value={url} onChange={(value) => onChange({ url: value })} />
          <CompletedField app={app.key} text={alt} onChange={(value) => onChange({ alt: value })}>
            <Field
              label={messages.alt}
              help={messages.altHelp}
              value={alt}
              onChange={(value) => onChange({ alt: value })}
            />
          </CompletedField>
          <LinkField link={link} onChange={onChange} />
        </>
      );
    case 'button':
      return (
        <>
          <Placeholders app={app.key} text={text} onChange={(value) => onChange({ text: value })}>
            <Field label={messages.words} value={text} onChange={(value) => onChange({ text: value })} />
          </Placeholders>
          <LinkField link={link} onChange={onChange} />
          <Align block={block} onChange={onChange} />
        </>
      );
    case 'footer':
      return (
        <>
          <Placeholders app={app.key} text={text} onChange={(value) => onChange({ text: value })}>
            <ProseField label={messages.text} rows={2} value={text} onChange={(value) => onChange({ text: value })} />
          </Placeholders>
          <Field
            label={messages.unsubscribe}
            value={unsubscribe}
            onChange={(value) => onChange({ unsubscribe: value })}
          />
        </>
      );
    case 'columns':
    case 'divider':
      return null;
  }
}

function LinkField({ link, onChange }: Pick<FormBlock, 'link'> & Pick<BlockFieldsProps, 'onChange'>) {
  const messages = useMailMessages();
  const { app } = useApplication();
  const write = (value: string): void => onChange({ link: value });
  return (
    <CompletedField app={app.key} text={link} onChange={write}>
      <Field label={messages.link} value={link} onChange={write} />
    </CompletedField>
  );
}

function Align({ block: { align }, onChange }: BlockFieldsProps) {
  const messages = useMailMessages();
  return (
    <Select
      label={messages.align}
      value={align}
      options={Object.entries(messages.aligns)}
      onChange={(value) => onChange({ align: value })}
    />
  );
}
