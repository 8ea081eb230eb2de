import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { audienceBreakdown, type BreakdownSource } from '../api/audience.js';
import type { AudienceBreakdown, AudienceWords } from '../api/types.js';
import { useLanguageNames } from '../widgets/language-names.js';
import { platformName } from '../widgets/platform-names.js';
import { ValueBars } from '../kit/charts/value-bars.js';
import { Select } from '../kit/controls/select.js';
import { Card } from '../kit/layout/card.js';
import { Loaded } from '../loading/loaded.js';
import { useApplication } from '../session/application.js';
import { DEVICE_CODES } from '../targets/lines.js';
import { useTargetMessages } from '../targets/messages.js';
import { useI18n } from '../i18n/i18n.js';
import css from './audience.module.css';
import { useBreakdownMessages } from './breakdown-messages.js';
import { nameAttributes } from '../widgets/attribute-names.js';

const NONE = '';
/** The most common sources come first. */
const FIRST_CODES = ['platform', 'language', 'country'];

interface BreakdownCardProps {
  target: object;
  attributes: AudienceWords['attributes'];
}

/** Shows the users of the audience by the values of the chosen attribute: as bars, and as a table. */
export function BreakdownCard({ target, attributes }: BreakdownCardProps) {
  const messages = useBreakdownMessages();
  const { app } = useApplication();
  const [chosen, setChosen] = useState(NONE);
  const sources = useSources(attributes);
  const source = sources.find(({ id }) => id === chosen);
  const query = useQuery({
    ...audienceBreakdown(app.key, target, source ?? { by: 'device', code: '' }),
    enabled: source !== undefined,
  });
  return (
    <Card title={messages.title} note={messages.note}>
      <div className={css['rows']}>
        <Select
          label={messages.by}
          value={chosen}
          options={[[NONE, messages.choose], ...sources.map(({ id, name }) => [id, name] as const)]}
          onChange={setChosen}
        />
        {source && (
          <Loaded query={query}>{(breakdown) => <Parts source={source} name={source.name} of={breakdown} />}</Loaded>
        )}
      </div>
    </Card>
  );
}

interface NamedSource extends BreakdownSource {
  id: string;
  name: string;
}

/** Orders the sources: common ones of devices, then the attributes of users, then the rest of devices. */
function useSources(attributes: AudienceWords['attributes']): NamedSource[] {
  const { deviceCodes } = useTargetMessages();
  const messages = useBreakdownMessages();
  return useMemo(() => {
    const ofDevices = DEVICE_CODES.map((code): NamedSource => ({
      id: `device ${code}`,
      by: 'device',
      code,
      name: messages.ofDevice(deviceCodes[code]),
    }));
    const isFirst = ({ code }: NamedSource): boolean => FIRST_CODES.includes(code);
    const ofUsers = nameAttributes(attributes).map(([code, name]): NamedSource => ({
      id: `attribute ${code}`,
      by: 'attribute',
      code,
      name,
    }));
    return [...ofDevices.filter(isFirst), ...ofUsers, ...ofDevices.filter((source) => !isFirst(source))];
  }, [attributes, deviceCodes, messages]);
}

interface PartsProps {
  source: BreakdownSource;
  name: string;
  of: AudienceBreakdown;
}

function Parts({ source, name, of: { kind, items, users, having, more } }: PartsProps) {
  const { f } = useI18n();
  const messages = useBreakdownMessages();
  const nameOf = usePartNames(source, kind);
  if (items.length === 0) {
    return <p>{messages.noUsers}</p>;
  }
  const sum = items.reduce((total, item) => total + item.users, 0);
  return (
    <>
      <ValueBars
        title={messages.bars(name)}
        kind={name}
        unit={messages.users}
        share={messages.share}
        of={users}
        bars={items.map((item) => ({ id: `${item.value ?? item.from}`, name: nameOf(item), n: item.users }))}
      />
      <p className={css['quiet']}>
        {messages.having(f.number(having), f.number(users))} {sum > having && messages.several}{' '}
        {more > 0 && messages.more(f.number(more))}
      </p>
    </>
  );
}

type Part = AudienceBreakdown['items'][number];

function usePartNames({ by, code }: BreakdownSource, kind: AudienceBreakdown['kind']): (part: Part) => string {
  const { f, w } = useI18n();
  const messages = useBreakdownMessages();
  const languageName = useLanguageNames();
  return ({ value, from, to }) => {
    if (from !== null && to !== null) {
      // Days are days of UTC, as the ranges are.
      const show = (at: number): string => (kind === 'dates' ? f.date(new Date(at).toISOString()) : f.number(at));
      return messages.range(show(from), show(to));
    }
    if (value === null) {
      return '';
    }
    if (by === 'device' && code === 'platform') {
      return platformName(value, w);
    }
    if (value === 'true' || value === 'false') {
      return messages.booleans[value];
    }
    return code === 'language' ? languageName(value) : value;
  };
}
