import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sectionText, type SectionText } from '../api/setup/sections.js';
import { Button } from '../kit/controls/button.js';
import { ProseField } from '../kit/controls/composing-fields.js';
import { Field } from '../kit/controls/field.js';
import { Link } from '../kit/controls/link.js';
import { Card } from '../kit/layout/card.js';
import { Columns, Screen, Stack } from '../kit/layout/screen.js';
import { Loaded } from '../loading/loaded.js';
import { PictureField } from '../mails/picture-field.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { BrandSample } from './brand-sample.js';
import { textOf, toEntry } from './forms/rows.js';
import { useFormMessages } from './forms/messages.js';
import { ReviewCard } from './review-card.js';
import css from './look/setup.module.css';
import { useEdit } from './use-edit.js';
import { useBrandMessages } from './brand-messages.js';
import { useSetupMessages } from './messages.js';
import { NAMES, type BrandForm } from './brand-form.js';

const SECTION = 'settings';

/** The look that mails, templates and public pages of an application share: `settings.brand` of its file. */
export function BrandPage() {
  const messages = useBrandMessages();
  const setup = useSetupMessages();
  const { app } = useApplication();
  return (
    <Screen
      title={messages.title}
      trail={<Link href={paths.setup(app.key)}>{setup.title}</Link>}
      subtitle={messages.subtitle}
    >
      <Loaded query={useQuery(sectionText(app.key, SECTION))}>
        {(stored) => <Editor key={stored.base} stored={stored} />}
      </Loaded>
    </Screen>
  );
}

function Editor({ stored }: { stored: SectionText }) {
  const messages = useBrandMessages();
  const setup = useSetupMessages();
  const words = useFormMessages();
  const { app } = useApplication();
  const [brand, setBrand] = useState(() => brandOf(stored.value));
  const { review, apply, fault, reviewed, forget } = useEdit(SECTION);
  // An empty text removes a value; what is left out would stay.
  const edit = JSON.stringify({ [SECTION]: { brand } });
  const isShown = reviewed?.text === edit;
  const set = (name: keyof BrandForm) => (value: string) => {
    setBrand({ ...brand, [name]: value });
    forget();
  };
  return (
    <Columns>
      <Card title={messages.title}>
        <form
          className={css['form']}
          onSubmit={(event) => {
            event.preventDefault();
            review.mutate(edit);
          }}
        >
          {!stored.mayEdit && <p className={css['note']}>{setup.locked}</p>}
          <Field label={messages.name} help={messages.nameHelp} value={brand.name} onChange={set('name')} />
          <PictureField label={messages.logo} help={messages.logoHelp} value={brand.logo} onChange={set('logo')} />
          <Field label={messages.color} help={messages.colorHelp} value={brand.color} onChange={set('color')} />
          <Field label={messages.font} help={messages.fontHelp} value={brand.font} onChange={set('font')} />
          <ProseField label={messages.footer} rows={3} value={brand.footer} onChange={set('footer')} />
          <ProseField
            label={messages.sender}
            help={messages.senderHelp}
            rows={3}
            value={brand.sender}
            onChange={set('sender')}
          />
          <Field
            label={messages.privacyUrl}
            help={messages.privacyUrlHelp}
            value={brand.privacyUrl}
            onChange={set('privacyUrl')}
          />
          {fault !== undefined && (
            <p className={css['warning']} role="alert">
              {fault}
            </p>
          )}
          {stored.mayEdit && (
            <p className={css['actions']}>
              <Button kind={isShown ? 'plain' : 'primary'} type="submit" isPending={review.isPending}>
                {words.review}
              </Button>
            </p>
          )}
        </form>
      </Card>
      <Stack>
        {isShown && (
          <ReviewCard
            review={reviewed.result}
            section={SECTION}
            isPending={apply.isPending}
            onApply={() => apply.mutate({ text: edit, base: reviewed.result.base })}
          />
        )}
        <BrandSample brand={brand} name={app.name} />
      </Stack>
    </Columns>
  );
}

function brandOf(settings: unknown): BrandForm {
  const brand = toEntry(toEntry(settings)['brand']);
  const [name = '', logo = '', color = '', font = '', footer = '', sender = '', privacyUrl = ''] = NAMES.map((field) =>
    textOf(brand[field]),
  );
  return { name, logo, color, font, footer, sender, privacyUrl };
}
